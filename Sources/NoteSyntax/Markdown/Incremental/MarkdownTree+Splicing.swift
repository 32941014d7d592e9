// SPDX-License-Identifier: MIT
// Reading and replacing stored nodes, chunk by chunk.

extension MarkdownTree {
    /// The stored node with this number, with positions that count from the start of the text.
    func packed(_ index: Int) -> PackedNode {
        let place = chunkIndex(of: index)
        return chunks.withUnsafeBufferPointer { chunks in
            var node = chunks[place].nodes[index - chunks[place].first]
            node.start += UInt32(truncatingIfNeeded: chunks[place].base)
            return node
        }
    }

    /// The first node that starts after `position`; `count` where there is none.
    func firstIndex(startingAfter position: Int) -> Int {
        chunks.withUnsafeBufferPointer { chunks in
            var low = 0
            var high = chunks.count
            while low < high {
                let middle = (low + high) / 2
                if chunks[middle].base > position { high = middle } else { low = middle + 1 }
            }
            guard low > 0 else { return 0 }
            let nodes = chunks[low - 1].nodes
            let limit = position - chunks[low - 1].base
            var first = 0
            var last = nodes.count
            while first < last {
                let middle = (first + last) / 2
                if nodes[middle].from > limit { last = middle } else { first = middle + 1 }
            }
            return chunks[low - 1].first + first
        }
    }

    /// Visits the stored nodes of a range in order.
    func forEachPacked(in range: Range<Int>, _ body: (PackedNode) -> Void) {
        guard !range.isEmpty else { return }
        var index = range.lowerBound
        var place = chunkIndex(of: index)
        while index < range.upperBound {
            let chunk = chunks[place]
            for position in index - chunk.first..<Swift.min(chunk.nodes.count, range.upperBound - chunk.first)
            {
                var node = chunk.nodes[position]
                node.start += UInt32(truncatingIfNeeded: chunk.base)
                body(node)
            }
            index = chunk.end
            place += 1
        }
    }

    /// Changes a container around a stretch that was parsed again.
    mutating func apply(_ patch: ContainerPatch) {
        let place = chunkIndex(of: patch.node)
        let position = patch.node - chunks[place].first
        chunks[place].nodes[position].length = UInt32(truncatingIfNeeded: patch.length)
        chunks[place].nodes[position].count = UInt32(truncatingIfNeeded: patch.count)
        chunks[place].nodes[position].data = patch.data
    }

    /// Puts new nodes in the place of old ones, and moves what follows.
    mutating func splice(_ old: Range<Int>, _ new: borrowing ScratchBuffer<PackedNode>, delta: Int) {
        var first = old.lowerBound < count ? chunkIndex(of: old.lowerBound) : chunks.count - 1
        var last = old.upperBound < count ? chunkIndex(of: old.upperBound) : chunks.count - 1
        let kept = chunks[last].end - chunks[first].first - old.count
        if kept + new.count < NodeChunk.capacity / 4 {
            // No crumbs: a neighbour joins in.
            if first > 0 { first -= 1 } else if last + 1 < chunks.count { last += 1 }
        }
        var nodes = ScratchBuffer<PackedNode>()
        nodes.reserve(chunks[last].end - chunks[first].first - old.count + new.count)
        forEachPacked(in: chunks[first].first..<old.lowerBound) { nodes.append($0) }
        for index in 0..<new.count { nodes.append(new[index]) }
        forEachPacked(in: old.upperBound..<chunks[last].end) { node in
            var node = node
            node.start = UInt32(truncatingIfNeeded: node.from + delta)
            nodes.append(node)
        }
        let replacement = NodeChunk.chunks(
            of: UnsafeBufferPointer(start: UnsafePointer(nodes.base), count: nodes.count),
            first: chunks[first].first)
        let shift = new.count - old.count
        for place in last + 1..<chunks.count {
            chunks[place].first += shift
            chunks[place].base += delta
        }
        chunks.replaceSubrange(first...last, with: replacement)
        count += shift
    }
}
