// SPDX-License-Identifier: MIT
// `notekit regions`.

internal import NoteJSON
internal import NoteMarkdown

/// The regions of a note.
enum RegionsView: NoteView {
    static let name = "regions"
    static let summary = "List the regions that Live Preview shows of a note."
    static let discussion = [
        "A region is the smallest span of whole lines that parses by itself into exactly the blocks that the "
            + "whole note has there. One after the other they are the body: from the end of byte order mark and "
            + "frontmatter to the end of the file; an empty body is one empty region. Blank lines belong to the "
            + "region above them. ID names a region while a program follows the edits of a note; here it counts "
            + "from 0. START and END count bytes of the file."
    ]
    static let examples = ["notekit regions todo.md", "notekit regions --json todo.md"]
    static let isVaultWide = false

    static func rows(of note: ParsedNote) -> MarkdownSourceMap {
        MarkdownSourceMap(note.tree, of: note.bytes)
    }
    static func range(of row: MarkdownRegion) -> Range<Int> { row.range }

    static func write(_ row: MarkdownRegion, of note: ParsedNote, to json: inout JSONWriter) {
        json.field("id", row.id)
    }

    static func columns(of row: MarkdownRegion, in note: ParsedNote) -> [String] {
        ["\(row.id)", "\(row.range.lowerBound)..\(row.range.upperBound)", note.excerpt(row.range)]
    }
}
