// SPDX-License-Identifier: MIT
// What the block parser remembers of the block of text that may go on in the next line.

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
