// SPDX-License-Identifier: MIT
// A change of a note that brought, moved or took a placement.

internal import NoteMarkdown
internal import NoteSyntax

/// A change that is proved, and the note after it.
struct PlacedChange {
    /// In the order of the file, not overlapping.
    let changes: [FileChange]
    /// The bytes of the file after it.
    let file: [UInt8]
    /// Where the marker is in them; nil where it is gone.
    let marker: Int?

    init(_ changes: [FileChange], of file: [UInt8], marker: Int?) {
        self.changes = changes
        self.file = FileChange.applying(changes, to: file)
        self.marker = marker
    }

    /// The same as edits, in the order in which to apply them: the last of the file first.
    func edits(of note: PlacedLines) -> [NoteEdit] {
        changes.reversed().filter { !$0.range.isEmpty || !$0.bytes.isEmpty }
            .map { $0.edit(of: note.file, mark: note.mark) }
    }
}
