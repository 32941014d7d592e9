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
