// SPDX-License-Identifier: MIT
// `notekit links`.

internal import NoteJSON
internal import NoteKit

/// The links of notes.
enum LinksView: NoteView {
    static let name = "links"
    static let summary = "List the links of a note or of every note of a vault."
    static let discussion = [
        "Every kind is listed: wikilinks, embeds, links and images of Markdown, references, bare "
            + "addresses, and wikilinks in quotes in the frontmatter. The subpath (sub) is the part of the "
            + "target from its # on, the alias is what the link shows. Of a reference the target is that "
            + "of its definition. Escapes are resolved, percent signs stay as they are."
    ]
    static let examples = ["notekit links todo.md", "notekit links --json ~/notes"]

    static func rows(of note: ParsedNote) -> [MarkdownLink] { note.tree.links(in: note.bytes) }
    static func range(of row: MarkdownLink) -> Range<Int> { row.range }

    static func write(_ row: MarkdownLink, of note: ParsedNote, to json: inout JSONWriter) {
        json.field("kind", row.kind.rawValue)
        json.field("target", row.target)
        json.field("sub", row.subpath(in: note.bytes))
        json.field("alias", row.aliasRange.map { note[$0] })
    }

    static func columns(of row: MarkdownLink, in note: ParsedNote) -> [String] {
        let target = Excerpt.line(row.target) + (row.subpath(in: note.bytes).map { Excerpt.line($0) } ?? "")
        return [row.kind.rawValue, target] + (row.aliasRange.map { [note.excerpt($0)] } ?? [])
    }
}
