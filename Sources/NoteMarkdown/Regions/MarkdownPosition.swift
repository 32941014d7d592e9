// SPDX-License-Identifier: MIT
// A place in what a reader sees.

/// A place in the text of a block, as a tap on rendered text gives it.
public struct MarkdownPosition: Hashable, Sendable {
    /// The number of the block in the document.
    public let block: Int
    /// How many bytes of the block's text, UTF-8, are in front of the place.
    public let offset: Int

    /// A place in a block's text.
    public init(block: Int, offset: Int) {
        self.block = block
        self.offset = offset
    }
}
