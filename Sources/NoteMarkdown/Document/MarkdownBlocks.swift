// SPDX-License-Identifier: MIT
// The blocks of a document as a collection, numbered from 0.

/// The blocks of a document in reading order.
public struct MarkdownBlocks: RandomAccessCollection, Sendable {
    let storage: DocumentStorage

    /// 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { storage.blocks.count }

    /// The block with this number.
    public subscript(index: Int) -> MarkdownBlock { MarkdownBlock(storage: storage, index: index) }
}
