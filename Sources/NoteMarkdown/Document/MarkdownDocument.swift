// SPDX-License-Identifier: MIT
// What a note shows a reader: blocks in reading order, each with its text in runs of one style.

/// The blocks of a note as a reader sees them.
///
/// Blocks stand in reading order, outer before inner. What is no text to a reader (front matter, `%%` comments,
/// link reference definitions, blank lines) gives no block; what cannot be parsed is text. Every position is
/// a byte offset into the parsed bytes, byte order mark and front matter included; ranges are half open.
///
/// A document is a value that never changes; copies share its memory.
public struct MarkdownDocument: Sendable {
    let storage: DocumentStorage

    /// Makes the document of a note.
    ///
    /// Takes any bytes, in time in proportion to their number; what is not UTF-8 shows as U+FFFD.
    public init(parsing bytes: some Collection<UInt8>) {
        let made = bytes.withContiguousStorageIfAvailable { Self(MarkdownTree(parsing: $0), of: $0) }
        self = made ?? Array(bytes).withUnsafeBufferPointer { Self(MarkdownTree(parsing: $0), of: $0) }
    }

    /// Makes the document of a note that is parsed already.
    ///
    /// - Parameters:
    ///   - tree: The note's tree.
    ///   - bytes: The bytes that the tree was made from.
    public init(_ tree: borrowing MarkdownTree, of bytes: UnsafeBufferPointer<UInt8>) {
        var builder = DocumentBuilder(bytes)
        builder.read(tree)
        storage = DocumentStorage(builder)
    }

    /// The blocks in reading order, an outer one before those inside it.
    public var blocks: MarkdownBlocks { MarkdownBlocks(storage: storage) }

    /// The text of all blocks, each on lines of its own.
    public var plainText: String { String(decoding: storage.text, as: UTF8.self) }
}
