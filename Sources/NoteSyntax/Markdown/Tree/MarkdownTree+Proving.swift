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
        guard byteCount == bytes.count else {
            return RangeFault(reason: "its tree was made from another number of bytes", offset: 0)
        }
        var proof = RangeProof(of: bytes)
        for chunk in chunks {
            let found = chunk.nodes.withUnsafeBufferPointer { nodes -> RangeFault? in
                for position in nodes.indices {
                    var node = nodes[position]
                    node.start += UInt32(truncatingIfNeeded: chunk.base)
                    var reason = proof.next(node.from, node.end, depth: Int(node.depth))
                    if reason == nil, !isSound(node, proof) { reason = "has its content in a wrong place" }
                    if reason == nil, chunk.first + position + Int(node.count) >= count {
                        reason = "holds more than there is"
                    }
                    if let reason { return RangeFault(reason: "a \(node.kind) \(reason)", offset: node.from) }
                }
                return nil
            }
            if let found { return found }
        }
        return nil
    }

    private func isSound(_ node: PackedNode, _ proof: borrowing RangeProof) -> Bool {
        let (start, end) = (node.contentStart, Swift.max(node.contentStart, node.contentEnd))
        return start <= node.end && end <= node.end && proof.isBoundary(start) && proof.isBoundary(end)
    }
}
