// SPDX-License-Identifier: MIT
// How one text becomes another to the byte, line endings and mark included.

extension NoteText {
    /// Makes this the other text, and answers the edits that did it, in order.
    ///
    /// They are the smallest edits of what is shown, as `setText(_:)` finds them. Where these do not give
    /// the very bytes of the other file, since a line ending or the mark differs too, it is one edit of
    /// everything.
    package mutating func become(_ other: NoteText) -> [NoteEdit] {
        if self == other { return [] }
        var copy = self
        // What is shown of a text is UTF-8, so that it cannot be refused.
        let edits = copy.setText(other.text)
        let old = self
        self = other
        if copy == other { return edits }
        return [
            NoteEdit(
                range: 0..<old.count, insertedCount: other.count, fileOffset: 0, removed: old.bytes,
                inserted: other.bytes)
        ]
    }
}

extension NoteEdit {
    /// This edit in a text to which others added bytes in front of it.
    package func moved(shown: Int, file: Int) -> NoteEdit {
        NoteEdit(
            range: range.lowerBound + shown..<range.upperBound + shown, insertedCount: insertedCount,
            fileOffset: fileOffset + file, removed: removed, inserted: inserted)
    }

    /// How many shown bytes it adds; negative where it takes some away.
    package var shownGrowth: Int { insertedCount - range.count }

    /// How many bytes it adds to the file; negative where it takes some away.
    package var fileGrowth: Int { inserted.count - removed.count }
}
