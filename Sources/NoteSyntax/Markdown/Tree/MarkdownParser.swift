// SPDX-License-Identifier: MIT
// How many notes are parsed and styled one after the other without asking for memory each time.

/// Parses and styles one note after another, in memory that is used again.
///
/// What it gives is what `MarkdownTree(parsing:)` and `MarkdownStyleScanner` give. Many notes, most of them
/// small, take less time with one parser for each thread.
public struct MarkdownParser: ~Copyable {
    private var region = TreeRegion()
    private var walk = StyleWalk()

    /// A parser that holds no memory yet.
    public init() {}

    /// Parses a note, as `MarkdownTree(parsing:)` does.
    ///
    /// - Parameter bytes: The bytes of the file, or of the shown text.
    public mutating func tree(parsing bytes: UnsafeBufferPointer<UInt8>) -> MarkdownTree {
        MarkdownTree(parsing: bytes, in: &region)
    }

    /// Styles a whole note, as `MarkdownStyleScanner` does.
    ///
    /// - Parameters:
    ///   - tree: The note's tree.
    ///   - bytes: The bytes that the tree was made from.
    ///   - scanner: What to style.
    ///   - styles: Takes the styles, in the place of what it held.
    public mutating func style(
        _ tree: borrowing MarkdownTree, in bytes: UnsafeBufferPointer<UInt8>,
        by scanner: MarkdownStyleScanner = MarkdownStyleScanner(), into styles: inout MarkdownStyles
    ) {
        scanner.write(&styles, of: tree, in: bytes, within: 0..<bytes.count, with: &walk)
    }
}
