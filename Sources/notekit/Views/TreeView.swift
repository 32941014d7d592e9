// SPDX-License-Identifier: MIT
// `notekit tree`.

internal import NoteJSON
internal import NoteKit

/// The nodes of a note's tree.
enum TreeView: NoteView {
    static let name = "tree"
    static let summary = "Show the syntax tree of a note."
    static let discussion = [
        "Nodes stand in document order, outer before inner; depth tells in how many others a node lies. "
            + "The content of a node is its text without its signs. START and END count bytes of the "
            + "file, byte order mark and carriage returns included."
    ]
    static let examples = ["notekit tree todo.md", "notekit tree --json todo.md"]
    static let isVaultWide = false

    private static let names = MarkdownKind.allCases.map { "\($0)" }

    static func rows(of note: ParsedNote) -> MarkdownTree { note.tree }
    static func range(of row: MarkdownNode) -> Range<Int> { row.range }

    static func write(_ row: MarkdownNode, of note: ParsedNote, to json: inout JSONWriter) {
        json.field("kind", names[Int(row.kind.rawValue)])
        json.field("depth", row.depth)
        json.field("contentStart", row.content.lowerBound)
        json.field("contentEnd", row.content.upperBound)
        switch row.kind {
        case .heading:
            json.field("level", row.level)
            json.field("underlined", row.isUnderlined)
        case .list: json.field("tight", row.isTight)
        case .taskMark: json.field("status", note[row.content])
        case .codeBlock, .mathBlock, .commentBlock: json.field("closed", row.isClosed)
        case .link, .image: json.field("reference", row.isReference)
        case .tableCell: json.field("alignment", "\(row.alignment)")
        default: break
        }
    }

    static func columns(of row: MarkdownNode, in note: ParsedNote) -> [String] {
        let indent = String(repeating: "  ", count: min(row.depth, 20))
        let range = "\(row.range.lowerBound)..\(row.range.upperBound)"
        return [indent + names[Int(row.kind.rawValue)], range, note.excerpt(row.range)]
    }
}
