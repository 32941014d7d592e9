// SPDX-License-Identifier: MIT
// How a note's lines and their endings are told.

extension NoteText {
    /// One line, in time that grows with the logarithm of the note.
    ///
    /// - Parameter index: The line, counted from 0 and below `lineCount`.
    public func line(at index: Int) -> NoteLine {
        precondition(index >= 0 && index < lineCount, "line \(index) is outside a text of \(lineCount) lines")
        let start = lineStart(index).shown
        guard index + 1 < lineCount else { return NoteLine(range: start..<count, ending: .none) }
        let end = lineStart(index + 1)
        return NoteLine(range: start..<end.shown - 1, ending: ending(before: end.bytes))
    }

    /// Every line, in one pass.
    public var lines: [NoteLine] {
        var lines: [NoteLine] = []
        lines.reserveCapacity(lineCount)
        var start = 0
        var offset = 0
        root.forEachChunk(in: 0..<root.summary.bytes) { chunk, _ in
            var index = 0
            while true {
                let end = chunk.firstBreak(from: index)
                offset += end - index
                if end == chunk.count { return }
                index = end + 1
                var ending: LineEnding = chunk[end] == 0x0A ? .lf : .cr
                if ending == .cr, index < chunk.count, chunk[index] == 0x0A {
                    ending = .crlf
                    index += 1
                }
                lines.append(NoteLine(range: start..<offset, ending: ending))
                offset += 1
                start = offset
            }
        }
        lines.append(NoteLine(range: start..<offset, ending: .none))
        return lines
    }

    /// The ending that a newline gets which is typed at a place: that of the line it is typed into;
    /// in the last line, which has none, that of the line before; in a note of one line LF.
    ///
    /// - Parameter offset: The place in the raw bytes.
    func typedEnding(at offset: Int) -> LineEnding {
        let all = root.summary
        if all.pairs + all.returns == 0 { return .lf }
        let breaks = root.measure(0..<offset).breaks
        return ending(before: lineStart(min(breaks + 1, all.breaks)).bytes)
    }

    /// The ending whose last byte is the one before an offset into the raw bytes.
    private func ending(before offset: Int) -> LineEnding {
        if root.byte(at: offset - 1) == 0x0D { return .cr }
        return offset > 1 && root.byte(at: offset - 2) == 0x0D ? .crlf : .lf
    }
}
