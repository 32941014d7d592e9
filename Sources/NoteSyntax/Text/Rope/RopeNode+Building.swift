// SPDX-License-Identifier: MIT
// How a tree is made from bytes, and where bytes may be cut into leaves.

extension RopeNode {
    /// A tree of valid UTF-8. What fits one leaf is kept as the array it came in.
    init(_ bytes: [UInt8], _ shape: RopeShape) {
        if bytes.count <= shape.leafCapacity {
            self.init(leaf: bytes)
        } else {
            self = bytes.withUnsafeBufferPointer { RopeNode(copying: $0, shape) }
        }
    }

    /// A tree of a copy of valid UTF-8.
    init(copying bytes: UnsafeBufferPointer<UInt8>, _ shape: RopeShape) {
        guard bytes.count > shape.leafCapacity else {
            self.init(leaf: Array(bytes))
            return
        }
        let pieces = (bytes.count + shape.leafTarget - 1) / shape.leafTarget
        var leaves: [RopeNode] = []
        leaves.reserveCapacity(pieces)
        var start = 0
        for piece in 1...pieces {
            let end = piece == pieces ? bytes.count : bytes.cut(near: bytes.count * piece / pieces)
            leaves.append(RopeNode(leaf: Array(bytes[start..<end])))
            start = end
        }
        self = RopeNode(stacking: leaves, shape)
    }

    /// A tree over nodes of one height, each big enough to stand below another.
    private init(stacking nodes: [RopeNode], _ shape: RopeShape) {
        var level = nodes
        while level.count > shape.fanout {
            let groups = (level.count + shape.fanoutTarget - 1) / shape.fanoutTarget
            level = (0..<groups).map { group in
                let start = level.count * group / groups
                let end = level.count * (group + 1) / groups
                return RopeNode(branch: Array(level[start..<end]))
            }
        }
        self.init(branch: level)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a cut here would part neither a CRLF pair nor a scalar.
    func isBoundary(_ offset: Int) -> Bool {
        guard offset > 0, offset < count else { return true }
        let byte = self[offset]
        return byte & 0xC0 != 0x80 && !(byte == 0x0A && self[offset - 1] == 0x0D)
    }

    /// The nearest place at or before `offset` where bytes may be cut; at most three before it.
    func cut(near offset: Int) -> Int {
        var place = offset
        while !isBoundary(place) { place -= 1 }
        return place
    }
}
