// SPDX-License-Identifier: MIT
// Going through the tree: by number, by parent, and from node to node.

extension MarkdownTree: RandomAccessCollection {
    /// The number of the first node.
    public var startIndex: Int { 0 }
    /// The number after the last node.
    public var endIndex: Int { count }

    /// The node with this number, in document order.
    public subscript(index: Int) -> MarkdownNode {
        let chunk = chunks[chunkIndex(of: index)]
        return MarkdownNode(chunk.nodes[index - chunk.first], base: chunk.base)
    }

    /// The chunk that holds a node.
    func chunkIndex(of index: Int) -> Int {
        precondition(index >= 0 && index < count, "node \(index) is not among \(count)")
        var low = 0
        var high = chunks.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if chunks[middle].first <= index { low = middle } else { high = middle }
        }
        return low
    }

    /// The node that a node lies in; `nil` for one that lies in none.
    ///
    /// Takes time in proportion to the siblings before it in its chunk, and to the chunks before.
    public func parent(of index: Int) -> Int? {
        var place = chunkIndex(of: index)
        let depth = chunks[place].nodes[index - chunks[place].first].depth
        guard depth > 0 else { return nil }
        var position = index - chunks[place].first
        while true {
            if chunks[place].leastDepth < depth {
                while position > 0 {
                    position -= 1
                    if chunks[place].nodes[position].depth < depth { return chunks[place].first + position }
                }
            }
            guard place > 0 else { return nil }
            place -= 1
            position = chunks[place].nodes.count
        }
    }

    /// The node after a node and all that lies in it.
    public func next(after index: Int) -> Int { index + 1 + self[index].descendantCount }

    /// The numbers of the nodes that lie directly in a node.
    public func children(of index: Int) -> [Int] {
        var children: [Int] = []
        let end = next(after: index)
        var child = index + 1
        while child < end {
            children.append(child)
            child = next(after: child)
        }
        return children
    }
}
