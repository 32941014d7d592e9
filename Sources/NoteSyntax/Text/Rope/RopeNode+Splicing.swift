// SPDX-License-Identifier: MIT
// How bytes of a tree are replaced: in place where one leaf can take it, else by cutting and joining.

extension RopeNode {
    /// Puts bytes in place of a range of raw bytes.
    ///
    /// Both ends of the range are scalar boundaries. An end may lie inside a CRLF pair, and the new
    /// bytes may make a pair with a neighbour; the range is then widened by that neighbour.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8], _ shape: RopeShape) {
        var range = range
        var bytes = bytes
        let before = range.lowerBound > 0 ? byte(at: range.lowerBound - 1) : nil
        let after = range.upperBound < summary.bytes ? byte(at: range.upperBound) : nil
        // A pair, an old one or a new one, must not lie across an end of what is measured, taken out or
        // put in.
        let (oldFirst, oldLast) =
            range.isEmpty ? (after, before) : (byte(at: range.lowerBound), byte(at: range.upperBound - 1))
        let (newFirst, newLast) = bytes.isEmpty ? (after, before) : (bytes.first, bytes.last)
        if after == 0x0A, oldLast == 0x0D || newLast == 0x0D {
            bytes.append(0x0A)
            range = range.lowerBound..<range.upperBound + 1
        }
        if before == 0x0D, oldFirst == 0x0A || newFirst == 0x0A {
            bytes.insert(0x0D, at: 0)
            range = range.lowerBound - 1..<range.upperBound
        }
        var change = TextSummary(measuring: bytes)
        change -= measure(range)
        if !splice(range, with: bytes, change: change, isRoot: true, shape) {
            let left = prefix(range.lowerBound, shape)
            let right = suffix(from: range.upperBound, shape)
            self = left.joined(to: RopeNode(bytes, shape), shape).joined(to: right, shape)
        }
    }

    /// Replaces a range within one leaf, in place where no other version holds the nodes.
    ///
    /// - Returns: False, with nothing changed, when the range is not within one leaf or the leaf
    ///   would become too big or too small.
    private mutating func splice(
        _ range: Range<Int>, with bytes: [UInt8], change: TextSummary, isRoot: Bool, _ shape: RopeShape
    ) -> Bool {
        switch content {
        case .leaf(var leaf):
            let count = leaf.count + change.bytes
            guard count <= shape.leafCapacity, isRoot || count >= shape.leafMinimum else { return false }
            // Our own hold on the bytes is given up first, so that they can be changed in place.
            content = .leaf([])
            leaf.replaceSubrange(range, with: bytes)
            content = .leaf(leaf)
            summary += change
            return true
        case .branch(var children):
            var (index, start) = child(holding: range.lowerBound, of: children)
            let end = start + children[index].summary.bytes
            if range.lowerBound == end, !range.isEmpty {
                index += 1
                start = end
            }
            guard range.upperBound <= start + children[index].summary.bytes else { return false }
            let inner = range.lowerBound - start..<range.upperBound - start
            content = .leaf([])
            let fits = children[index].splice(inner, with: bytes, change: change, isRoot: false, shape)
            content = .branch(children)
            if fits { summary += change }
            return fits
        }
    }
}
