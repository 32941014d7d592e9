// SPDX-License-Identifier: MIT
// How an edit is applied to a note again, and so undone.

extension NoteText {
    /// Applies an edit, or the inverse of one, to the text that it was made for.
    ///
    /// The file then holds exactly the bytes that it held before the edit, or after it.
    ///
    /// - Parameter edit: The edit, or `inverse` of the last edit to undo it.
    /// - Throws: `NoteTextError` with code `.doesNotFit` when the bytes to be taken out are not there,
    ///   or when the neighbours are others than the edit was made between; the note is then unchanged.
    public mutating func apply(_ edit: NoteEdit) throws(NoteTextError) {
        self = try applying(edit)
    }

    /// Applies edits one after the other, all or none.
    ///
    /// - Parameter edits: The edits in order; `edits.inverse` to undo them.
    /// - Throws: As `apply(_:)` for one edit; the note is then unchanged.
    public mutating func apply(_ edits: some Sequence<NoteEdit>) throws(NoteTextError) {
        var result = self
        for edit in edits { result = try result.applying(edit) }
        self = result
    }

    private func applying(_ edit: NoteEdit) throws(NoteTextError) -> NoteText {
        let misfit = NoteTextError(
            .doesNotFit, at: edit.range.lowerBound, "The edit was made on another text.")
        var removed = edit.removed[...]
        var inserted = edit.inserted[...]
        var start = edit.fileOffset - markCount
        var result = self
        if edit.fileOffset == 0 {
            // Here, and only here, an edit may bring a mark or take it away.
            if hasByteOrderMark {
                guard removed.starts(with: NoteText.mark) else { throw misfit }
                removed = removed.dropFirst(NoteText.mark.count)
                start = 0
            }
            result.hasByteOrderMark = inserted.starts(with: NoteText.mark)
            if result.hasByteOrderMark { inserted = inserted.dropFirst(NoteText.mark.count) }
        }
        guard start >= 0, start + removed.count <= root.summary.bytes,
            root.shownCount(before: start) == edit.range.lowerBound,
            root.bytes(in: start..<start + removed.count)[...] == removed
        else { throw misfit }
        result.root.replace(start..<start + removed.count, with: Array(inserted), shape)
        // Between other neighbours a line ending might have been made or lost, at either end.
        guard result.root.shownCount(before: start) == edit.range.lowerBound,
            result.count == count - edit.range.count + edit.insertedCount,
            result.hasByteOrderMark || !result.startsWithMarkCharacter
        else { throw misfit }
        return result
    }
}
