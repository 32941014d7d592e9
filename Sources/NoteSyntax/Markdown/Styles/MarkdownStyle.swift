// SPDX-License-Identifier: MIT
// One styled range of a note, and the names that styles have.

/// A range of a note's text and how it is to look.
public struct MarkdownStyle: Hashable, Sendable, BitwiseCopyable {
    /// What the range is.
    public var kind: Kind
    /// How deep it is nested: of a list sign or task box, its list; of a quote mark, its quote; from 1.
    /// 0 for other kinds.
    public var level: UInt16
    /// Where the range starts, in bytes.
    public var start: UInt32
    /// Where the range ends.
    public var end: UInt32

    /// The range in bytes of the text.
    public var range: Range<Int> { Int(start)..<Int(end) }

    /// What a styled range is.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
        case heading1, heading2, heading3, heading4, heading5, heading6
        /// The signs of a construct, apart from its text.
        case mark
        case rule, codeBlock, codeInfo, codeText, codeIndented, code
        case emph, strong, strike, highlight, highlightColor
        case link, linkText, linkDest, linkTitle, linkLabel, linkDef, image, autolink, url
        case quoteMark, listMark, taskMark
        case wikilink, wikiTarget, wikiSub, wikiAlias, embed, embedSize, tag
        case callout, calloutType, calloutMeta, calloutFold, calloutTitle
        case comment, footnoteRef, footnoteDef, inlineNote
        case math, mathDisplay, blockId
        case frontmatter, fmText, fmKey, fmValue, fmComment
        case templater, html, entity, escape, hardBreak, tableDelim

        /// Its name for people and programs.
        public var name: String { "\(self)" }
    }
}

extension MarkdownStyle.Kind {
    /// The style of each kind of node, by its number, for those whose kind alone decides; else `mark`.
    // SAFETY: written once, before the first read, by the initialiser below; never freed.
    nonisolated(unsafe) static let ofNodes: UnsafePointer<Self> = {
        let kinds = MarkdownKind.allCases
        let table = UnsafeMutablePointer<Self>.allocate(capacity: 256)
        table.initialize(repeating: .mark, count: 256)
        for kind in kinds where kind != .heading {
            if let style = style(of: PackedNode(kind, 0, 0)) { table[Int(kind.rawValue)] = style }
        }
        return UnsafePointer(table)
    }()

    /// The style of a node that has one; `nil` for blocks that are only structure.
    static func style(of node: PackedNode) -> Self? {
        switch node.kind {
        case .heading: Self(rawValue: heading1.rawValue + UInt8(node.data & 7) - 1)
        case .rule: .rule
        case .codeBlock: .codeBlock
        case .codeIndented: .codeIndented
        case .codeInfo: .codeInfo
        case .htmlBlock, .html: .html
        case .commentBlock, .comment: .comment
        case .mathBlock, .mathDisplay: .mathDisplay
        case .math: .math
        case .linkDefinition: .linkDef
        case .tableDelimiter: .tableDelim
        case .quoteMark: .quoteMark
        case .taskMark: .taskMark
        case .footnoteLabel: .footnoteDef
        case .calloutHead: .callout
        case .calloutType: .calloutType
        case .calloutMeta: .calloutMeta
        case .calloutFold: .calloutFold
        case .calloutTitle: .calloutTitle
        case .frontmatter: .frontmatter
        case .emphasis: .emph
        case .strong: .strong
        case .strike: .strike
        case .highlight: .highlight
        case .highlightColor: .highlightColor
        case .link: .link
        case .image: .image
        case .inlineNote: .inlineNote
        case .code: .code
        case .autolink: .autolink
        case .url: .url
        case .wikilink: .wikilink
        case .embed: .embed
        case .tag: .tag
        case .footnoteReference: .footnoteRef
        case .blockID: .blockId
        case .templater: .templater
        case .entity: .entity
        case .escape: .escape
        case .hardBreak: .hardBreak
        case .linkLabel: .linkLabel
        case .linkDestination: .linkDest
        case .linkTitle: .linkTitle
        case .embedSize: .embedSize
        case .wikiTarget: .wikiTarget
        case .wikiSubpath: .wikiSub
        case .wikiAlias: .wikiAlias
        case .quote, .callout, .list, .item, .footnoteDefinition, .table, .tableHead, .tableRow, .paragraph,
            .tableCell, .line:
            nil
        }
    }
}
