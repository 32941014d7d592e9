// SPDX-License-Identifier: MIT
// The merged text as it grows line by line, and the spans noted in it.

/// A text made of lines of several texts, none of which ever runs into the next.
struct MergeOutput {
    private(set) var bytes: [UInt8] = []
    var conflicts: [MergeSpan] = []
    var refinements: [MergeSpan] = []
    /// What ends a line that had no ending where it stood and is the last no more.
    private let usual: LineEnding
    private var lastEnding = LineEnding.lf

    init(mark: Bool, usual: LineEnding, capacity: Int) {
        self.usual = usual
        bytes.reserveCapacity(capacity)
        if mark { bytes += TextLines.mark }
    }

    mutating func append(_ content: some Collection<UInt8>, _ ending: LineEnding) {
        endLine()
        bytes += content
        // After a lone carriage return a line feed would be one ending with it, and a line be lost.
        let isFused = ending == .lf && content.isEmpty && lastEnding == .cr
        lastEnding = isFused ? .crlf : ending
        switch lastEnding {
        case .none: break
        case .lf: bytes.append(0x0A)
        case .cr: bytes.append(0x0D)
        case .crlf:
            bytes.append(0x0D)
            bytes.append(0x0A)
        }
    }

    /// How many bytes the byte order mark has.
    var markLength: Int { bytes.starts(with: TextLines.mark) ? TextLines.mark.count : 0 }

    mutating func appendMarker(_ marker: String) { append(marker.utf8, usual) }

    /// Where the next line will begin.
    var nextStart: Int { bytes.count + (lastEnding == .none ? usual.length : 0) }

    /// Ends the last line if it has no ending.
    private mutating func endLine() {
        guard lastEnding == .none else { return }
        let end = bytes.count
        bytes += usual.bytes
        lastEnding = usual
        conflicts.extendLast(from: end, to: bytes.count)
        refinements.extendLast(from: end, to: bytes.count)
    }
}

extension [MergeSpan] {
    fileprivate mutating func extendLast(from end: Int, to newEnd: Int) {
        guard let last, last.merged.upperBound == end else { return }
        removeLast()
        append(
            MergeSpan(
                merged: last.merged.lowerBound..<newEnd, base: last.base, mine: last.mine, theirs: last.theirs
            ))
    }
}
