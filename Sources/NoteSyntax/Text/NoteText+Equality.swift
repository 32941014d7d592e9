// SPDX-License-Identifier: MIT
// When two notes are the same: when their files are, byte for byte.

extension NoteText: Hashable {
    /// Whether both files hold the same bytes. Leaves that both texts share are not read.
    public static func == (left: NoteText, right: NoteText) -> Bool {
        guard left.hasByteOrderMark == right.hasByteOrderMark, left.root.summary == right.root.summary
        else { return false }
        return left.root.holdsSameBytes(as: right.root)
    }

    /// Feeds the bytes of the file, however they are spread over leaves.
    public func hash(into hasher: inout Hasher) {
        // FNV-1a, since Hasher does not promise that two halves hash like the whole.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        root.forEachChunk(in: 0..<root.summary.bytes) { chunk, _ in
            for byte in chunk { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        hasher.combine(hasByteOrderMark)
        hasher.combine(root.summary.bytes)
        hasher.combine(hash)
    }
}

extension RopeNode {
    /// Whether two trees of one length hold the same bytes.
    func holdsSameBytes(as other: RopeNode) -> Bool {
        if let same = isSameNode(as: other) { return same }
        // Branches of one shape are compared child by child, so that shared ones can be passed.
        let (mine, theirs) = (children, other.children)
        if !mine.isEmpty, mine.count == theirs.count,
            zip(mine, theirs).allSatisfy({ $0.summary.bytes == $1.summary.bytes })
        {
            return zip(mine, theirs).allSatisfy { $0.summary == $1.summary && $0.holdsSameBytes(as: $1) }
        }
        var offset = 0
        var same = true
        forEachChunk(in: 0..<summary.bytes) { chunk, _ in
            guard same else { return }
            var start = 0
            other.forEachChunk(in: offset..<offset + chunk.count) { piece, _ in
                same =
                    same
                    && piece.commonPrefix(with: UnsafeBufferPointer(rebasing: chunk[start...])) == piece.count
                start += piece.count
            }
            offset += chunk.count
        }
        return same
    }

    /// Whether both are leaves with the same bytes, or the very same node; nil when that takes a
    /// closer look.
    private func isSameNode(as other: RopeNode) -> Bool? {
        switch (content, other.content) {
        case (.leaf(let mine), .leaf(let theirs)):
            mine.withUnsafeBufferPointer { mine in
                theirs.withUnsafeBufferPointer { theirs in
                    mine.count == theirs.count
                        && (mine.baseAddress == theirs.baseAddress
                            || mine.commonPrefix(with: theirs) == mine.count)
                }
            }
        case (.branch(let mine), .branch(let theirs)):
            mine.withUnsafeBufferPointer { mine in
                theirs.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
            } ? true : nil
        default: nil
        }
    }
}
