// SPDX-License-Identifier: MIT
// From the tree to styled ranges: in document order, outer before inner, signs apart from text.

/// Turns a note's tree into styled ranges.
///
/// Signs (`#`, `**`, `[[`, ...) are ranges of their own, of kind `mark`, so that a view can hide them away
/// from the caret.
public struct MarkdownStyleScanner: Sendable {
    /// The longest line, in bytes, inside which inline constructs are styled; `nil` for no limit.
    ///
    /// Text views slow down on long paragraphs with many styles. A longer line keeps the style of its
    /// block and is reported in `MarkdownStyles.plainLines`.
    public var longestLine: Int?

    /// A scanner with this limit on the length of styled lines.
    public init(longestLine: Int? = nil) { self.longestLine = longestLine }

    /// The styles of a whole note.
    ///
    /// - Parameters:
    ///   - tree: The note's tree.
    ///   - bytes: The bytes that the tree was made from.
    public func styles(of tree: MarkdownTree, in bytes: UnsafeBufferPointer<UInt8>) -> MarkdownStyles {
        styles(of: tree, in: bytes, within: 0..<bytes.count)
    }

    /// The styles of the blocks that touch a range.
    ///
    /// - Parameters:
    ///   - tree: The note's tree.
    ///   - bytes: The bytes that the tree was made from.
    ///   - range: The bytes whose styles are wanted; constructs that reach out of it are given whole.
    public func styles(
        of tree: MarkdownTree, in bytes: UnsafeBufferPointer<UInt8>, within range: Range<Int>
    ) -> MarkdownStyles {
        var walk = StyleWalk()
        var styles = MarkdownStyles()
        write(&styles, of: tree, in: bytes, within: range, with: &walk)
        return styles
    }

    /// Writes the styles of the blocks that touch a range in the place of what `styles` held.
    func write(
        _ styles: inout MarkdownStyles, of tree: borrowing MarkdownTree, in bytes: UnsafeBufferPointer<UInt8>,
        within range: Range<Int>, with walk: inout StyleWalk
    ) {
        precondition(bytes.count == tree.byteCount, "the tree was made from other bytes")
        walk.begin(bytes.baseAddress ?? .nowhere, to: bytes.count, longestLine: longestLine)
        walk.run(tree, within: range)
        walk.finish(&styles)
    }

    /// The styles of the blocks of a note's shown text that touch a range, reading those blocks only.
    ///
    /// - Parameters:
    ///   - tree: The tree of the note's shown text.
    ///   - note: The note.
    ///   - range: The bytes whose styles are wanted; constructs that reach out of it are given whole.
    public func styles(of tree: MarkdownTree, in note: NoteText, within range: Range<Int>) -> MarkdownStyles {
        precondition(note.count == tree.byteCount, "the tree was made from another text")
        let part = note.wholeCharacters(tree.blocks(touching: range))
        return note.utf8(in: part).withUnsafeBufferPointer { bytes in
            var styles = MarkdownStyles()
            guard let text = bytes.baseAddress else { return styles }
            var walk = StyleWalk()
            // SAFETY: the walk reads blocks of text that touch the range only, and `part` holds them.
            walk.begin(text - part.lowerBound, to: note.count, longestLine: longestLine)
            walk.run(tree, within: range)
            walk.finish(&styles)
            return styles
        }
    }

    /// The styles of a whole note.
    public func styles(of tree: MarkdownTree, in bytes: some Collection<UInt8>) -> MarkdownStyles {
        let found = bytes.withContiguousStorageIfAvailable { styles(of: tree, in: $0) }
        return found ?? Array(bytes).withUnsafeBufferPointer { styles(of: tree, in: $0) }
    }
}
