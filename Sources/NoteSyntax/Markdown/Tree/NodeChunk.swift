// SPDX-License-Identifier: MIT
// A few hundred nodes that lie together, with positions of their own, so that an edit moves few bytes.

/// Consecutive nodes of a tree.
struct NodeChunk: Sendable {
    static var capacity: Int { 256 }

    /// Their positions count from `base`.
    var nodes: ContiguousArray<PackedNode>
    /// The number of the first node in the tree.
    var first: Int
    /// Where the first node starts in the text.
    var base: Int
    /// The least depth among them.
    var leastDepth: UInt32

    /// The chunks that hold `nodes`, whose positions count from the start of the text.
    static func chunks(
        of nodes: UnsafeBufferPointer<PackedNode>, first: Int = 0
    ) -> [NodeChunk] {
        var chunks: [NodeChunk] = []
        let number = (nodes.count + capacity - 1) / capacity
        chunks.reserveCapacity(number)
        for index in 0..<number {
            // Even shares, so that the last is no crumb.
            let start = nodes.count * index / number
            let end = nodes.count * (index + 1) / number
            chunks.append(chunk(UnsafeBufferPointer(rebasing: nodes[start..<end]), first: first + start))
        }
        return chunks
    }

    private static func chunk(_ nodes: UnsafeBufferPointer<PackedNode>, first: Int) -> NodeChunk {
        let base = nodes[0].start
        if base == 0, nodes[0].depth == 0 {
            // The first chunk of nearly every tree, and the only one of a small note's.
            return NodeChunk(nodes: ContiguousArray(nodes), first: first, base: 0, leastDepth: 0)
        }
        var leastDepth = UInt32.max
        let copies = ContiguousArray<PackedNode>(unsafeUninitializedCapacity: nodes.count) { copies, count in
            for index in 0..<nodes.count {
                var node = nodes[index]
                node.start -= base
                leastDepth = min(leastDepth, node.depth)
                copies.initializeElement(at: index, to: node)
            }
            count = nodes.count
        }
        return NodeChunk(nodes: copies, first: first, base: Int(base), leastDepth: leastDepth)
    }

    var end: Int { first + nodes.count }
}
