// SPDX-License-Identifier: MIT
// A text without its marks, with the way back to its bytes.

/// A text in canonical decomposition without marks, in the case that it has; line endings are LF.
struct MarklessText {
    /// The bytes, UTF-8.
    private(set) var bytes: [UInt8] = []
    /// For each byte, where the character that it came from starts in the text, and where that ends.
    private var starts: [Int] = []
    private var ends: [Int] = []
    /// Where the text ends.
    private let end: Int

    init(_ text: [UInt8]) {
        self = text.withUnsafeBufferPointer { MarklessText($0, from: 0) }
    }

    init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
        end = text.count
        var folding = TextFolding(.onlyMarksIgnored)
        bytes.reserveCapacity(text.count)
        // Several scalars may come of one character; the last to be told knows where it ends.
        var (pending, first) = (0, start)
        FoldedScalars.read(text, start..<text.count, by: &folding) { scalar, start, end in
            if start >= 0 { first = start }
            let before = bytes.count
            if let scalar = Unicode.Scalar(scalar) { bytes += String(Character(scalar)).utf8 }
            starts += repeatElement(first, count: bytes.count - before)
            pending += bytes.count - before
            guard end >= 0 else { return }
            ends += repeatElement(end, count: pending)
            pending = 0
        }
    }

    /// The bytes of the text that a range of `bytes` came from: whole characters, or a place before one.
    func range(of range: Range<Int>) -> Range<Int> {
        let start = range.lowerBound < starts.count ? starts[range.lowerBound] : end
        return start..<(range.isEmpty ? start : ends[range.upperBound - 1])
    }
}
