// SPDX-License-Identifier: MIT
// `notekit blocks`.

internal import NoteJSON
internal import NoteKit
internal import NoteMarkdown

/// The blocks of a note as a reader sees them.
enum BlocksView: NoteView {
    static let name = "blocks"
    static let summary = "List the blocks of a note as a reader sees them."
    static let discussion = [
        "Blocks stand in reading order, those inside quotes, callouts, list items and footnotes after theirs; "
            + "parent is the number of the block that one lies in, counting from 0. The text has no signs; "
            + "line breaks that were written stay. Its runs have a style and a link each, and the bytes they "
            + "stand for. Frontmatter, comments and link definitions are no blocks.",
        "A list item and a footnote have the text of the paragraph they begin with, a callout that of its title, a "
            + "table that of its cells. A line of its own that is only ![[FILE]] or {{attachment:UUID}} is an "
            + "attachment.",
    ]
    static let examples = ["notekit blocks todo.md", "notekit blocks --json todo.md"]
    static let isVaultWide = false

    static func rows(of note: ParsedNote) -> MarkdownBlocks {
        MarkdownDocument(note.tree, of: note.bytes).blocks
    }

    static func range(of row: MarkdownBlock) -> Range<Int> { row.range }

    static func write(_ row: MarkdownBlock, of note: ParsedNote, to json: inout JSONWriter) {
        json.field("kind", word(for: row.kind))
        json.field("text", row.text)
        json.field("runs") { write(row.runs, to: &$0) }
        switch row.kind {
        case .heading(let level): json.field("level", level)
        case .listItem(let item):
            json.field("ordinal", item.ordinal)
            json.field("depth", item.depth)
            json.field("task", item.task.map { String($0) })
            json.field("tight", item.isTight)
            json.field("list", item.list)
        case .callout(let callout):
            json.field("type", callout.type)
            json.field("metadata", callout.metadata)
            json.field("title", callout.title)
            json.field("fold", callout.fold == .none ? nil : callout.fold.rawValue)
        case .codeBlock(let language): json.field("language", language)
        case .table(let table): write(table, to: &json)
        case .attachment(let name): json.field("name", name)
        case .footnote(let label): json.field("label", label)
        case .paragraph, .blockQuote, .thematicBreak, .html, .math: break
        }
        json.field("parent", row.parent)
    }

    static func columns(of row: MarkdownBlock, in note: ParsedNote) -> [String] {
        let words = [Excerpt.line(row.textBytes), Excerpt.line(facts(of: row))]
        return [
            word(for: row.kind), "\(row.range.lowerBound)..\(row.range.upperBound)",
            words.filter { !$0.isEmpty }.joined(separator: "  "),
        ]
    }

    private static func word(for kind: MarkdownBlock.Kind) -> String {
        switch kind {
        case .paragraph: "paragraph"
        case .heading: "heading"
        case .listItem: "listItem"
        case .blockQuote: "blockQuote"
        case .callout: "callout"
        case .codeBlock: "codeBlock"
        case .thematicBreak: "thematicBreak"
        case .table: "table"
        case .attachment: "attachment"
        case .html: "html"
        case .math: "math"
        case .footnote: "footnote"
        }
    }

    /// What people want to know besides the text, where the text does not tell.
    private static func facts(of row: MarkdownBlock) -> String {
        switch row.kind {
        case .callout(let callout): "(\(callout.type))"
        case .attachment(let name): name
        case .footnote(let label): "(\(label))"
        default: ""
        }
    }

    private static func write(_ runs: MarkdownRuns, to json: inout JSONWriter) {
        json.array(runs) { json, run in
            json.object { json in
                json.field("text", run.text)
                json.field("styles") { $0.array(run.styles.names) { $0.string($1) } }
                json.field("link", run.link)
                json.field("start", run.range.lowerBound)
                json.field("end", run.range.upperBound)
            }
        }
    }

    private static func write(_ table: MarkdownTable, to json: inout JSONWriter) {
        json.field("alignments") { $0.array(table.alignments) { $0.string("\($1)") } }
        json.field("rows") { json in
            json.array(table.rows) { json, row in
                json.array(row) { json, cell in
                    json.object { json in
                        json.field("text", cell.text)
                        json.field("start", cell.range.lowerBound)
                        json.field("end", cell.range.upperBound)
                    }
                }
            }
        }
    }
}
