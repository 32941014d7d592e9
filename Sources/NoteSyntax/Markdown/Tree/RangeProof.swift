// SPDX-License-Identifier: MIT
// The proof that ranges are those of a text, each inside another or after it.

/// Proves the ranges of one note after another, in memory that is used again.
package struct RangeProof: ~Copyable {
    private var ends = ScratchBuffer<UInt32>()

    package init() {}

    /// A walk through `count` ranges of a text.
    mutating func walk(through count: Int, of bytes: UnsafeBufferPointer<UInt8>) -> RangeWalk {
        ends.reserve(count)
        return RangeWalk(bytes, ends: ends.base)
    }
}

/// Checks one range after the other, given in document order, outer before inner.
struct RangeWalk: BitwiseCopyable {
    private let text: UnsafePointer<UInt8>
    private let count: Int
    /// Where the ranges end that hold the place; there is room for one more with each range.
    private let ends: UnsafeMutablePointer<UInt32>
    private var level = 0
    private var lastStart = 0

    fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>, ends: UnsafeMutablePointer<UInt32>) {
        text = bytes.baseAddress ?? .nowhere
        count = bytes.count
        self.ends = ends
    }

    /// Whether an offset lies in the text and not inside a character.
    @inline(__always)
    func isBoundary(_ offset: Int) -> Bool {
        offset < count ? text[offset] & 0xC0 != 0x80 : offset == count
    }

    /// What is wrong with the next range; nil for nothing.
    ///
    /// - Parameter depth: In how many ranges it has to lie.
    @inline(__always)
    mutating func next(_ start: Int, _ end: Int, depth: Int) -> RangeFlaw? {
        if let flaw = flaw(start, end) { return flaw }
        guard depth <= level else { return .liesInNothing }
        // What comes after a range on the same level starts where that ended, or later.
        if depth < level, Int(ends[depth]) > start { return .overlaps }
        level = depth
        return enter(end)
    }

    /// What is wrong with the next range, which lies in what reaches over its end; nil for nothing.
    @inline(__always)
    mutating func next(_ start: Int, _ end: Int) -> RangeFlaw? {
        if let flaw = flaw(start, end) { return flaw }
        while level > 0, Int(ends[level - 1]) <= start, Int(ends[level - 1]) < end { level -= 1 }
        return enter(end)
    }

    @inline(__always)
    private mutating func flaw(_ start: Int, _ end: Int) -> RangeFlaw? {
        guard start <= end, isBoundary(start), isBoundary(end) else {
            return start > end ? .endsTooEarly : end > count ? .isOutside : .cutsCharacter
        }
        guard start >= lastStart else { return .comesTooEarly }
        lastStart = start
        return nil
    }

    @inline(__always)
    private mutating func enter(_ end: Int) -> RangeFlaw? {
        if level > 0, Int(ends[level - 1]) < end { return .reachesOut }
        ends[level] = UInt32(truncatingIfNeeded: end)
        level += 1
        return nil
    }
}
