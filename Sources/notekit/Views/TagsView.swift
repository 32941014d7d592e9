// SPDX-License-Identifier: MIT
// `notekit tags`.

internal import NoteJSON
internal import NoteKit

/// The tags of notes.
enum TagsView: NoteView {
    static let name = "tags"
    static let summary = "List the tags of a note or of every note of a vault."
    static let discussion = [
        "Each place where a tag stands in the text is a row; the tags property of the frontmatter is no "
            + "part of the text. In JSON the tag has no # before it."
    ]
    static let examples = [
        "notekit tags todo.md", "notekit tags --json ~/notes | jq -r '.[].tag' | sort | uniq -c",
    ]

    static func rows(of note: ParsedNote) -> [MarkdownTag] { note.tree.tags(in: note.bytes) }
    static func range(of row: MarkdownTag) -> Range<Int> { row.range }

    static func write(_ row: MarkdownTag, of note: ParsedNote, to json: inout JSONWriter) {
        json.field("tag", row.name)
    }

    static func columns(of row: MarkdownTag, in note: ParsedNote) -> [String] {
        ["#" + Excerpt.line(row.name)]
    }
}
