// SPDX-License-Identifier: MIT
// The block ids of a note: what links to a part of it can name.

/// One block id.
public struct MarkdownBlockID: Hashable, Sendable {
    /// The id without its sign.
    public let name: String
    /// All its bytes, the sign included.
    public let range: Range<Int>
    /// The number of the node that it names: the paragraph, heading or item that it ends, or the block
    /// before, where it stands alone.
    public let node: Int
}

extension MarkdownTree {
    /// The block ids of the note, in order.
    ///
    /// - Parameter bytes: The bytes that the tree was made from.
    public func blockIDs(in bytes: UnsafeBufferPointer<UInt8>) -> [MarkdownBlockID] {
        var found: [MarkdownBlockID] = []
        forEach(.blockID) { index, node in
            let name = String(
                decoding: UnsafeBufferPointer(rebasing: bytes[node.contentStart..<node.end]), as: UTF8.self)
            found.append(
                MarkdownBlockID(name: name, range: node.from..<node.end, node: named(by: index, node)))
        }
        return found
    }

    private func named(by index: Int, _ node: PackedNode) -> Int {
        var block = index
        while block > 0, !packed(block).kind.holdsInlines { block -= 1 }
        let holder = packed(block)
        if holder.contentStart == node.from {
            // It stands alone: it names the block before, in the same container.
            var before = block - 1
            while before >= 0, packed(before).depth > holder.depth || packed(before).kind == .quoteMark {
                before -= 1
            }
            if before >= 0, packed(before).depth == holder.depth { return before }
            return block
        }
        if let outer = parent(of: block), packed(outer).kind == .item, packed(block - 1).kind != .paragraph {
            return outer
        }
        return block
    }
}
