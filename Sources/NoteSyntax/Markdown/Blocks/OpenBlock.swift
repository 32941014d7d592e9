// SPDX-License-Identifier: MIT
// What the block parser remembers of a block that may go on in the next line.

/// A container that is open.
struct OpenBlock: BitwiseCopyable {
    /// Its node; negative for one that stands before the region being parsed: -1 is the outermost.
    var node: Int
    var kind: MarkdownKind
    /// List: the bullet, or the sign after the number.
    var marker: UInt8 = 0
    var hasChildren = false
    /// Item, footnote: by how many columns its lines are indented. Table: its number of columns.
    var width = 0
    /// The end of the last byte known to belong to it.
    var end = 0
    /// List: how many of its children make it loose.
    var loosening: UInt32 = 0
    /// Table: where its alignments start among all that are kept.
    var alignments = 0
}

/// The one block of text that may be open, inside the innermost container.
struct OpenLeaf: BitwiseCopyable {
    enum Kind: UInt8 { case none, paragraph, fence, indented, html, math, comment }

    var kind = Kind.none
    var node = 0
    var depth = 0
    /// The end of the last line, blanks at its end left out for a paragraph.
    var end = 0
    /// Paragraph: where its last line starts, and where the one before ends.
    var lastLine = 0
    var previousEnd = 0
    /// Where the text of a code block starts; -1 while it has none.
    var content = -1
    /// Fence: its character, length and indentation. HTML: which of the seven conditions.
    var character: UInt8 = 0
    var length = 0
    var indent = 0
    /// Indented code: how many nodes there are up to the last line that is not blank.
    var nodes = 0
}

/// How a container that was opened before the parsed region ended in it.
struct ClosedContainer: BitwiseCopyable {
    /// Which one, from the outermost.
    var number: Int
    var end: Int
}
