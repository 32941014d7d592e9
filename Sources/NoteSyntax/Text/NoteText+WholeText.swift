// SPDX-License-Identifier: MIT
// How a whole text that is handed back becomes the few edits that it stands for.

extension NoteText {
    /// Makes the shown text equal to a whole text that an editor hands back.
    ///
    /// The difference is found line by line and then within the lines, and only what differs is
    /// edited, as by `replace(_:with:)`: two distant changes leave the lines between them, and their
    /// endings, alone. A text that is unchanged is compared once and nothing is allocated.
    ///
    /// - Parameter text: The new text; CRLF, CR and LF are one line break each.
    /// - Returns: The edits that were made, in order. `apply(edits.inverse)` takes all of them back.
    @discardableResult
    public mutating func setText(_ text: String) -> [NoteEdit] {
        var text = text
        return text.withUTF8 { setText(valid: $0) }
    }

    /// Makes the shown text equal to a whole text that a client sent.
    ///
    /// - Parameter utf8: The new text; CRLF, CR and LF are one line break each.
    /// - Returns: The edits that were made, in order.
    /// - Throws: `NoteTextError` with code `.notUTF8`; the note is then unchanged.
    @discardableResult
    public mutating func setText(utf8: [UInt8]) throws(NoteTextError) -> [NoteEdit] {
        // What is shown is UTF-8 without a carriage return, and so is what equals it.
        if utf8.count == count, utf8.withUnsafeBufferPointer({ commonPrefix(with: $0) }) == count {
            return []
        }
        let checked = try utf8.checkedUTF8()
        return checked.withUnsafeBufferPointer { setText(valid: $0) }
    }

    private mutating func setText(valid new: UnsafeBufferPointer<UInt8>) -> [NoteEdit] {
        guard new.firstReturn(from: 0) == new.count else {
            return new.withNewlinesOnly { setText(newlinesOnly: $0) }
        }
        return setText(newlinesOnly: new)
    }

    private mutating func setText(newlinesOnly new: UnsafeBufferPointer<UInt8>) -> [NoteEdit] {
        let same = commonPrefix(with: new)
        if same == count, same == new.count { return [] }
        // Only whole lines are left out here: which lines changed is for the difference to say.
        let front = new[..<same].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let sameAtEnd = commonSuffix(with: new, atMost: min(count, new.count) - front)
        let back = new[(new.count - sameAtEnd)...].firstIndex(of: 0x0A).map { new.count - $0 - 1 } ?? 0
        let old = utf8(in: front..<count - back)
        let newPart = UnsafeBufferPointer(rebasing: new[front..<new.count - back])
        let replacements = old.withUnsafeBufferPointer { TextDifference.replacements(from: $0, to: newPart) }
        // From the back, so that the offsets of what is still to do stay right.
        return replacements.reversed().map { change in
            let range = front + change.old.lowerBound..<front + change.old.upperBound
            return replace(range, at: bodyRange(range), with: Array(newPart[change.new]))
        }
    }

    /// How many shown bytes at the front are those of a text with `\n` line endings.
    private func commonPrefix(with text: UnsafeBufferPointer<UInt8>) -> Int {
        var same = 0
        do throws(Stop) {
            try root.forEachChunk(in: 0..<root.summary.bytes) { (chunk, summary) throws(Stop) in
                var start = 0
                while start < chunk.count {
                    let end =
                        summary.pairs + summary.returns > 0 ? chunk.firstReturn(from: start) : chunk.count
                    let run = UnsafeBufferPointer(rebasing: chunk[start..<end])
                    let agreed = run.commonPrefix(with: UnsafeBufferPointer(rebasing: text[same...]))
                    same += agreed
                    if agreed < run.count { throw Stop() }
                    if end == chunk.count { break }
                    guard same < text.count, text[same] == 0x0A else { throw Stop() }
                    same += 1
                    start = end + 1 < chunk.count && chunk[end + 1] == 0x0A ? end + 2 : end + 1
                }
            }
        } catch {
            // The first difference ends the comparison.
        }
        return same
    }

    /// How many shown bytes at the back are those of a text with `\n` line endings.
    private func commonSuffix(with text: UnsafeBufferPointer<UInt8>, atMost limit: Int) -> Int {
        var same = 0
        do throws(Stop) {
            try root.forEachChunkFromEnd { (chunk, summary) throws(Stop) in
                if same >= limit { throw Stop() }
                let rest = UnsafeBufferPointer(rebasing: text[..<(text.count - same)])
                let agreed =
                    summary.pairs + summary.returns == 0
                    ? chunk.commonSuffix(with: rest)
                    : chunk.withNewlinesOnly { $0.commonSuffix(with: rest) }
                same += agreed
                if agreed < summary.shown { throw Stop() }
            }
        } catch {
            // The first difference ends the comparison.
        }
        return min(same, limit)
    }

    private struct Stop: Error {}
}

extension UnsafeBufferPointer<UInt8> {
    /// Calls `body` with a copy in which every line ending is one `\n`.
    fileprivate func withNewlinesOnly<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var shown: [UInt8] = []
        shown.reserveCapacity(count)
        var start = 0
        while start < count {
            let end = firstReturn(from: start)
            shown += self[start..<end]
            start = end
            if end < count {
                shown.append(0x0A)
                start += end + 1 < count && self[end + 1] == 0x0A ? 2 : 1
            }
        }
        return shown.withUnsafeBufferPointer(body)
    }
}
