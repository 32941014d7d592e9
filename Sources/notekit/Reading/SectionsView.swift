// SPDX-License-Identifier: MIT
// `notekit sections`.

internal import NoteJSON
internal import NoteKit
internal import NoteMarkdown

/// The parts of a note that a reader can fold.
enum SectionsView: NoteView {
    /// A section with the bytes that it takes.
    struct Row {
        let section: MarkdownSection
        let range: Range<Int>
    }

    static let name = "sections"
    static let summary = "List the parts of a note that its thematic breaks divide it into."
    static let discussion = [
        "A thematic break owns what follows it up to the next one; what stands before the first break belongs to "
            + "no break and cannot be folded, nor can a section with nothing in it. A break in a quote or a list "
            + "divides nothing. The blocks of a section are numbered as notekit blocks lists them, without "
            + "the break, whose number is divider. The id of a section stays the same while the section does, "
            + "whatever is edited elsewhere; sections that show the same are numbered."
    ]
    static let examples = ["notekit sections todo.md", "notekit sections --json todo.md"]
    static let isVaultWide = false

    static func rows(of note: ParsedNote) -> [Row] {
        let document = MarkdownDocument(note.tree, of: note.bytes)
        let blocks = document.blocks
        return document.sections.map { section in
            let first = section.divider ?? section.blocks.lowerBound
            // The last block may lie in others that end later.
            let end = blocks[section.blocks].reduce(blocks[first].range.upperBound) {
                max($0, $1.range.upperBound)
            }
            return Row(section: section, range: blocks[first].range.lowerBound..<end)
        }
    }

    static func range(of row: Row) -> Range<Int> { row.range }

    static func write(_ row: Row, of note: ParsedNote, to json: inout JSONWriter) {
        json.field("id", row.section.id.description)
        json.field("foldable", row.section.foldable)
        json.field("blocks") { $0.array(row.section.blocks) { $0.number($1) } }
        json.field("divider", row.section.divider)
    }

    static func columns(of row: Row, in note: ParsedNote) -> [String] {
        let count = row.section.blocks.count
        return [
            row.section.id.description, row.section.foldable ? "foldable" : "always shown",
            "\(row.range.lowerBound)..\(row.range.upperBound)", "\(count) \(count == 1 ? "block" : "blocks")",
        ]
    }
}
