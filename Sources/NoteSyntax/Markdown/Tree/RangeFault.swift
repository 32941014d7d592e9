// SPDX-License-Identifier: MIT
// What can be wrong with the ranges of a tree or of its styles.

/// A range that is not what it should be.
package struct RangeFault: Error, Hashable, Sendable {
    /// What is wrong, as a sentence without a full stop.
    package let reason: String
    /// Where the range starts, in bytes.
    package let offset: Int
}

/// Checks one range after the other, given in document order, outer before inner.
struct RangeProof: ~Copyable {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Where the ranges end that hold the place.
    private var ends = ScratchBuffer<Int>()
    private var lastStart = 0

    init(of bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether an offset lies in the text and not inside a character.
    @inline(__always)
    func isBoundary(_ offset: Int) -> Bool {
        if offset < bytes.count { return offset >= 0 && bytes[offset] & 0xC0 != 0x80 }
        return offset == bytes.count
    }

    /// What is wrong with the next range; nil for nothing.
    ///
    /// - Parameter depth: In how many ranges it has to lie; nil where nobody said.
    @inline(__always)
    mutating func next(_ start: Int, _ end: Int, depth: Int? = nil) -> String? {
        guard start <= end, isBoundary(start), isBoundary(end) else { return reason(start, end) }
        guard start >= lastStart else { return "comes before what it follows" }
        lastStart = start
        if let depth {
            guard depth <= ends.count else { return "lies in nothing that could hold it" }
            // What comes after a range on the same level starts where that ended, or later.
            if depth < ends.count, ends[depth] > start { return "overlaps its neighbour" }
            ends.truncate(to: depth)
        } else {
            while ends.count > 0, ends.last <= start, ends.last < end { ends.truncate(to: ends.count - 1) }
        }
        if ends.count > 0, ends.last < end { return "reaches out of what it lies in" }
        ends.append(end)
        return nil
    }

    private func reason(_ start: Int, _ end: Int) -> String {
        if start > end { return "ends before it starts" }
        return start < 0 || end > bytes.count
            ? "reaches out of the note" : "starts or ends inside a character"
    }
}
