// SPDX-License-Identifier: MIT
// How trees are cut and put together again, in steps as many as the tree is high.

extension RopeNode {
    /// The tree of the bytes before `offset`, which is a place where bytes may be cut.
    func prefix(_ offset: Int, _ shape: RopeShape) -> RopeNode {
        if offset <= 0 { return .empty }
        if offset >= summary.bytes { return self }
        switch content {
        case .leaf(let bytes):
            return RopeNode(leaf: Array(bytes[..<offset]))
        case .branch(let children):
            let (index, start) = child(holding: offset, of: children)
            let rest = children[index].prefix(offset - start, shape)
            return index == 0 ? rest : RopeNode(branch: Array(children[..<index])).joined(to: rest, shape)
        }
    }

    /// The tree of the bytes from `offset` on, which is a place where bytes may be cut.
    func suffix(from offset: Int, _ shape: RopeShape) -> RopeNode {
        if offset <= 0 { return self }
        if offset >= summary.bytes { return .empty }
        switch content {
        case .leaf(let bytes):
            return RopeNode(leaf: Array(bytes[offset...]))
        case .branch(let children):
            let (index, start) = child(holding: offset, of: children)
            let rest = children[index].suffix(from: offset - start, shape)
            let after = children[(index + 1)...]
            return after.isEmpty ? rest : rest.joined(to: RopeNode(branch: Array(after)), shape)
        }
    }

    /// The tree of this tree's bytes and then the other's.
    ///
    /// Either may be too small to stand below another node; the result's children are not. No CRLF
    /// pair or scalar may lie across the join.
    func joined(to other: RopeNode, _ shape: RopeShape) -> RopeNode {
        if summary.bytes == 0 { return other }
        if other.summary.bytes == 0 { return self }
        if height == other.height {
            if isFilled(shape), other.isFilled(shape) { return RopeNode(branch: [self, other]) }
            if case .leaf(let mine) = content, case .leaf(let theirs) = other.content {
                return RopeNode(merging: mine + theirs, shape)
            }
            return RopeNode(packing: children + other.children, shape)
        }
        if height > other.height {
            var children = self.children
            if other.height == height - 1, other.isFilled(shape) {
                children.append(other)
            } else {
                let joined = children.removeLast().joined(to: other, shape)
                children += joined.height == height ? joined.children : [joined]
            }
            return RopeNode(packing: children, shape)
        }
        var children = other.children
        if height == other.height - 1, isFilled(shape) {
            children.insert(self, at: 0)
        } else {
            let joined = self.joined(to: children.removeFirst(), shape)
            children = (joined.height == other.height ? joined.children : [joined]) + children
        }
        return RopeNode(packing: children, shape)
    }

    /// One branch of the children, or two below a third where they are too many.
    private init(packing children: [RopeNode], _ shape: RopeShape) {
        if children.count <= shape.fanout {
            self.init(branch: children)
        } else {
            let middle = children.count / 2
            let left = RopeNode(branch: Array(children[..<middle]))
            self.init(branch: [left, RopeNode(branch: Array(children[middle...]))])
        }
    }

    /// One leaf of the bytes, or two below a branch where they are too many.
    private init(merging bytes: [UInt8], _ shape: RopeShape) {
        if bytes.count <= shape.leafCapacity {
            self.init(leaf: bytes)
        } else {
            let middle = bytes.withUnsafeBufferPointer { $0.cut(near: bytes.count / 2) }
            let left = RopeNode(leaf: Array(bytes[..<middle]))
            self.init(branch: [left, RopeNode(leaf: Array(bytes[middle...]))])
        }
    }

    /// The first child that reaches `offset`, and where it starts.
    func child(holding offset: Int, of children: [RopeNode]) -> (index: Int, start: Int) {
        var start = 0
        for index in children.indices {
            let end = start + children[index].summary.bytes
            if offset <= end { return (index, start) }
            start = end
        }
        preconditionFailure("offset \(offset) is behind the end of a node of \(start) bytes")
    }
}
