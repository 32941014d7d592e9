// SPDX-License-Identifier: MIT
// The proof that every range of a tree is one of its text.

extension MarkdownTree {
    /// The first node whose ranges are wrong; nil for a sound tree.
    ///
    /// Ranges are sound when they lie in the text, on the boundaries of characters, in document order, each
    /// in its parent and none over its neighbour.
    ///
    /// - Parameter bytes: The bytes that the tree was made from, UTF-8.
    package func firstFault(in bytes: UnsafeBufferPointer<UInt8>) -> RangeFault? {
        var proof = RangeProof()
        return firstFault(in: bytes, with: &proof)
    }

    /// The same with memory that is used again.
    package func firstFault(in bytes: UnsafeBufferPointer<UInt8>, with proof: inout RangeProof) -> RangeFault?
    {
        guard byteCount == bytes.count else {
            return RangeFault(reason: "its tree was made from another number of bytes", offset: 0)
        }
        var walk = proof.walk(through: count, of: bytes)
        var left = count
        for chunk in chunks {
            let found = chunk.nodes.withUnsafeBufferPointer { nodes -> RangeFault? in
                for node in nodes {
                    left -= 1
                    let start = chunk.base + node.from
                    guard let flaw = Self.flaw(of: node, at: start, left, &walk) else { continue }
                    return RangeFault(reason: "a \(node.kind) \(flaw.sentence)", offset: start)
                }
                return nil
            }
            if let found { return found }
        }
        return nil
    }

    /// - Parameter left: How many nodes come after it.
    @inline(__always)
    private static func flaw(
        of node: PackedNode, at start: Int, _ left: Int, _ walk: inout RangeWalk
    ) -> RangeFlaw? {
        let end = start + Int(node.length)
        if let flaw = walk.next(start, end, depth: Int(node.depth)) { return flaw }
        if node.lead | node.trail != 0 {
            let contentStart = start + Int(node.lead)
            let contentEnd = Swift.max(contentStart, end - Int(node.trail))
            guard contentEnd <= end, walk.isBoundary(contentStart), walk.isBoundary(contentEnd) else {
                return .cutsContent
            }
        }
        return Int(node.count) > left ? .holdsTooMuch : nil
    }
}
