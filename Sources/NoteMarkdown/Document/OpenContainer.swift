// SPDX-License-Identifier: MIT
// What the builder of a document remembers of the containers and inline constructs around a place.

/// A container of blocks that is not ended yet.
struct OpenContainer: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
        case quote, list, item, footnote, table
    }

    var kind: Kind
    /// In how many nodes its node lies.
    var depth: UInt32
    /// The number of its block; of a list, that of its first item.
    var block: Int32
    /// The block around it.
    var outerParent: Int32
    /// Item or footnote: whether its first block is still to come.
    var awaitsText = false
    /// List: the number of the next item.
    var nextOrdinal: UInt32 = 0
    var isNumbered = false
    var isTight = false
    var isBegun = false
    /// Table: whether a newline was written before its text.
    var hasSeparator = false
}

/// An inline construct that is not ended yet.
struct OpenInline: BitwiseCopyable {
    var kind: MarkdownKind
    var depth: UInt32
    var start: Int
    var contentStart: Int
    var contentEnd: Int
    var end: Int
    /// Style and link around it.
    var outerStyle: MarkdownRun.Styles
    var outerLink: UInt32
    /// The link that is its own; 0 for none.
    var link: UInt32 = 0
    /// The number of runs when it began.
    var firstRun: Int
    /// Code: whether it starts with a space.
    var isPadded = false
    /// Wikilink: target with subpath. Reference: the label.
    var targetStart = -1
    var targetEnd = -1
    /// Wikilink: the alias.
    var aliasStart = -1
    var aliasEnd = -1
}
