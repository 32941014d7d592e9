// SPDX-License-Identifier: MIT
// How a block of a document lies in memory: numbers only, which say where its text, runs and names are.

/// One block as it is stored.
struct PackedBlock: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable {
        case paragraph, heading, listItem, blockQuote, callout, codeBlock, thematicBreak, table, attachment
        case html, math, footnote
    }

    var kind: Kind
    /// Heading: its level.
    var level: UInt8 = 0
    /// List item: whether its list is tight, and whether it has a number.
    var isTight = false
    var isNumbered = false
    /// Callout: `+`, `-` or 0.
    var fold: UInt8 = 0
    /// Whether it has the name that `name` gives.
    var hasName = false
    /// Callout: whether it has metadata.
    var hasMetadata = false
    /// The number of the block that it lies in; -1 for none.
    var parent: Int32
    /// Its bytes in the source.
    var start: UInt32
    var end: UInt32
    /// Its bytes in the shown text.
    var textStart: UInt32 = 0
    var textEnd: UInt32 = 0
    var firstRun: UInt32 = 0
    var endRun: UInt32 = 0
    /// List item: in how many items it lies.
    var depth: UInt32 = 0
    /// List item: its number. Table: its first row.
    var first: UInt32 = 0
    /// List item: the number of the first block of its list. Table: the row after its last.
    var second: UInt32 = 0
    /// List item: the scalar in its box, 0 for none. Table: the number of its columns.
    var third: UInt32 = 0
    /// Language, type of a callout, name of an attachment, label of a footnote.
    var name = PackedName()
    /// Metadata of a callout.
    var metadata = PackedName()
}

/// A piece of the buffer of names.
struct PackedName: BitwiseCopyable, Sendable {
    var start: UInt32 = 0
    var end: UInt32 = 0
}
