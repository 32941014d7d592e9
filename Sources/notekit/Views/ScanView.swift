// SPDX-License-Identifier: MIT
// `notekit scan`.

internal import NoteJSON
internal import NoteKit

/// The styled ranges of a note.
enum ScanView: NoteView {
    static let name = "scan"
    static let summary = "List the styled ranges of a note."
    static let discussion = [
        "Ranges stand in document order, outer before inner. The signs of a construct, as ## or [[, are "
            + "ranges of their own, of the kind mark. START and END count bytes of the file, byte order "
            + "mark and carriage returns included. The level of a list sign, a task box or a quote sign "
            + "tells how deep it is nested."
    ]
    static let examples = ["notekit scan todo.md", "notekit scan --json todo.md"]
    static let isVaultWide = false

    private static let names = MarkdownStyle.Kind.allCases.map { "\($0)" }

    static func rows(of note: ParsedNote) -> ContiguousArray<MarkdownStyle> {
        MarkdownStyleScanner().styles(of: note.tree, in: note.bytes).ranges
    }

    static func range(of row: MarkdownStyle) -> Range<Int> { row.range }

    static func write(_ row: MarkdownStyle, of note: ParsedNote, to json: inout JSONWriter) {
        json.field("kind", names[Int(row.kind.rawValue)])
        if row.level > 0 { json.field("level", Int(row.level)) }
    }

    static func columns(of row: MarkdownStyle, in note: ParsedNote) -> [String] {
        [names[Int(row.kind.rawValue)], "\(row.start)..\(row.end)", note.excerpt(row.range)]
    }
}
