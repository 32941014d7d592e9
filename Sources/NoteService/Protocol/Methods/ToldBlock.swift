// SPDX-License-Identifier: MIT
// How a block is told to a client.

internal import NoteKit
internal import NoteMarkdown

/// A block, with what its kind has.
struct ToldBlock: ProtocolObject {
    enum Kind: String, ProtocolWord {
        case paragraph, heading, listItem, blockQuote, callout, codeBlock, thematicBreak, table, attachment,
            html
        case math, footnote
    }

    /// A stretch of the text with its styles.
    struct Run: ProtocolObject {
        static let members: [Member<Run>] = [
            Member("text", "The text, syntax gone.") { $0.text },
            Member(
                "styles", "bold, italic, strike, code, highlight, link, wikilink, embed, tag, math, footnote."
            ) {
                $0.styles
            },
            Member("link", "Where a link leads, else null.") { $0.link },
            Member("start", "Where what it stands for begins.") { $0.start },
            Member("end", "Where it ends.") { $0.end },
        ]

        let text: String
        let styles: [String]
        let link: String?
        let start: Int
        let end: Int
    }

    static let members: [Member<ToldBlock>] = [
        Member("kind", "What it is.") { $0.kind },
        Member("start", "Where it begins in the text.") { $0.start },
        Member("end", "Where it ends.") { $0.end },
        Member("text", "The text, syntax gone, with the line breaks that were written.") { $0.text },
        Member("runs", "The text in stretches of one style.") { $0.runs },
        Member("parent", "The number of the block that it lies in, counting from 0; null outermost.") {
            $0.parent
        },
        Member(optional: "level", "Of a heading: 1 to 6.") { $0.level },
        Member(optional: "ordinal", "Of a numbered list item: its number.") { $0.ordinal },
        Member(optional: "depth", "Of a list item: how deep it is nested, 0 outermost.") { $0.depth },
        Member(optional: "task", "Of a task: the character in the box.") { $0.task },
        Member(optional: "language", "Of a code block: the language, where one is named.") { $0.language },
        Member(optional: "type", "Of a callout: its type.") { $0.type },
        Member(optional: "title", "Of a callout: its title.") { $0.title },
        Member(optional: "fold", "Of a callout that can be folded: + or -.") { $0.fold },
        Member(optional: "name", "Of an attachment: the file's name, or its UUID.") { $0.name },
        Member(optional: "label", "Of a footnote: its label.") { $0.label },
        Member(optional: "rows", "Of a table: the text of each cell, row by row.") { $0.rows },
    ]

    let kind: Kind
    let start: Int
    let end: Int
    let text: String
    let runs: [Run]
    let parent: Int?
    var level: Int?
    var ordinal: Int?
    var depth: Int?
    var task: String?
    var language: String?
    var type: String?
    var title: String?
    var fold: String?
    var name: String?
    var label: String?
    var rows: [[String]]?

    /// The blocks of a text, in the client's offsets.
    static func all(of text: NoteText, _ offsets: TextOffsets) -> [ToldBlock] {
        MarkdownDocument(parsing: text.utf8).blocks.map { ToldBlock($0, of: text, offsets) }
    }

    private init(_ block: MarkdownBlock, of text: NoteText, _ offsets: TextOffsets) {
        start = offsets.told(block.range.lowerBound, in: text)
        end = offsets.told(block.range.upperBound, in: text)
        self.text = block.text
        parent = block.parent
        runs = block.runs.map { run in
            Run(
                text: run.text, styles: run.styles.names, link: run.link,
                start: offsets.told(run.range.lowerBound, in: text),
                end: offsets.told(run.range.upperBound, in: text))
        }
        switch block.kind {
        case .paragraph: kind = .paragraph
        case .heading(let level): (kind, self.level) = (.heading, level)
        case .listItem(let item):
            (kind, ordinal, depth, task) = (.listItem, item.ordinal, item.depth, item.task.map { String($0) })
        case .blockQuote: kind = .blockQuote
        case .callout(let callout):
            (kind, type, title) = (.callout, callout.type, callout.title)
            fold = callout.fold == .none ? nil : callout.fold.rawValue
        case .codeBlock(let language): (kind, self.language) = (.codeBlock, language)
        case .thematicBreak: kind = .thematicBreak
        case .table(let table):
            (kind, rows) = (.table, table.rows.map { row in row.map(\.text) })
        case .attachment(let name): (kind, self.name) = (.attachment, name)
        case .html: kind = .html
        case .math: kind = .math
        case .footnote(let label): (kind, self.label) = (.footnote, label)
        }
    }
}
