// SPDX-License-Identifier: MIT
// `notekit tasks`.

internal import NoteJSON
internal import NoteKit

/// The tasks of notes.
enum TasksView: NoteView {
    static let name = "tasks"
    static let summary = "List the tasks of a note or of every note of a vault."
    static let discussion = [
        "A task is a list item that begins with one character in brackets: a blank while it is open, an x "
            + "or any other once it is not. The text is what is written behind the box, the range goes "
            + "from the list sign to the end of that text; tasks nested in it have rows of their own, and "
            + "depth tells in how many list items a task is nested."
    ]
    static let examples = ["notekit tasks todo.md", "notekit tasks --json ~/notes"]

    static func rows(of note: ParsedNote) -> [MarkdownTask] { note.tree.tasks(in: note.bytes) }

    static func range(of row: MarkdownTask) -> Range<Int> {
        row.range.lowerBound..<max(row.box.upperBound, row.text.upperBound)
    }

    static func write(_ row: MarkdownTask, of note: ParsedNote, to json: inout JSONWriter) {
        json.field("status", String(row.status))
        json.field("text", note[row.text])
        json.field("depth", row.depth)
    }

    static func columns(of row: MarkdownTask, in note: ParsedNote) -> [String] {
        let indent = String(repeating: "  ", count: min(row.depth, 20))
        return ["\(indent)[\(Excerpt.line(String(row.status)))] \(note.excerpt(row.text))"]
    }
}
