// SPDX-License-Identifier: MIT
// What a node of the tree can be: every block, inline construct and part that the syntax knows.

/// What a node of a `MarkdownTree` is.
public enum MarkdownKind: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    // Containers of blocks.
    case quote, callout, list, item, footnoteDefinition
    case table, tableHead, tableRow
    // Blocks whose text is inline text.
    case paragraph, heading, tableCell, calloutTitle
    // Blocks whose text is taken as it stands.
    case frontmatter, codeBlock, codeIndented, htmlBlock, commentBlock, mathBlock
    case rule, linkDefinition, tableDelimiter
    // Parts of blocks.
    case quoteMark, taskMark, codeInfo, line, footnoteLabel
    case calloutHead, calloutType, calloutMeta, calloutFold
    // Inline constructs that hold others.
    case emphasis, strong, strike, highlight, link, image, inlineNote
    // Inline constructs that are opaque.
    case code, autolink, url, wikilink, embed, tag, comment, math, mathDisplay
    case footnoteReference, blockID, templater, html, entity, escape, hardBreak
    // Parts of inline constructs.
    case linkLabel, linkDestination, linkTitle, embedSize, highlightColor
    case wikiTarget, wikiSubpath, wikiAlias

    /// Whether the node holds inline text directly.
    @inline(__always)
    var holdsInlines: Bool { rawValue >= Self.paragraph.rawValue && rawValue <= Self.calloutTitle.rawValue }

    /// Whether the node is a block or a part of one.
    public var isBlock: Bool { rawValue < Self.emphasis.rawValue }
}
