// SPDX-License-Identifier: MIT
// `notekit outline`.

internal import NoteJSON
internal import NoteKit

/// The headings of notes.
enum OutlineView: NoteView {
    static let name = "outline"
    static let summary = "List the headings of a note or of every note of a vault."
    static let discussion = [
        "Headings in quotes and lists are among them. The text of a heading is what a reader sees: "
            + "its words without signs, a link's words without its target."
    ]
    static let examples = ["notekit outline todo.md", "notekit outline --json ~/notes"]

    static func rows(of note: ParsedNote) -> [MarkdownHeading] { note.tree.outline(in: note.bytes) }
    static func range(of row: MarkdownHeading) -> Range<Int> { row.range }

    static func write(_ row: MarkdownHeading, of note: ParsedNote, to json: inout JSONWriter) {
        json.field("level", row.level)
        json.field("text", row.text)
    }

    static func columns(of row: MarkdownHeading, in note: ParsedNote) -> [String] {
        [String(repeating: "#", count: row.level) + " " + Excerpt.line(row.text)]
    }
}
