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
        var result = self
        try result.carryOut(edit)
        self = result
    }

    /// Applies edits one after the other, all or none.
    ///
    /// - Parameter edits: The edits in order; `edits.inverse` to undo them.
    /// - Throws: As `apply(_:)` for one edit; the note is then unchanged.
    public mutating func apply(_ edits: some Sequence<NoteEdit>) throws(NoteTextError) {
        var result = self
        for edit in edits { try result.carryOut(edit) }
        self = result
    }

    /// Takes back edits that were made one after the other, all or none; the same as
    /// `apply(edits.inverse)` without making the inverse of each.
    ///
    /// - Parameter edits: The edits in the order in which they were made.
    /// - Throws: As `apply(_:)` for one edit; the note is then unchanged.
    package mutating func takeBack(_ edits: [NoteEdit]) throws(NoteTextError) {
        var result = self
        for index in edits.indices.reversed() { try result.carryOut(edits[index], isTakenBack: true) }
        self = result
    }

    /// Applies an edit; where it throws, the text is worth nothing.
    private mutating func carryOut(_ edit: NoteEdit, isTakenBack: Bool = false) throws(NoteTextError) {
        let removed = isTakenBack ? edit.inserted : edit.removed
        let inserted = isTakenBack ? edit.removed : edit.inserted
        let (oldShown, newShown) =
            isTakenBack ? (edit.insertedCount, edit.range.count) : (edit.range.count, edit.insertedCount)
        var start = edit.fileOffset - markCount
        // How much of either is a mark: here, and only here, an edit may bring one or take it away.
        var removedMark = 0
        var insertedMark = 0
        if edit.fileOffset == 0 {
            if hasByteOrderMark {
                guard removed.starts(with: NoteText.mark) else { throw misfit(edit) }
                removedMark = NoteText.mark.count
                start = 0
            }
            hasByteOrderMark = inserted.starts(with: NoteText.mark)
            if hasByteOrderMark { insertedMark = NoteText.mark.count }
        }
        let end = start + removed.count - removedMark
        guard start >= 0, end <= root.summary.bytes, root.shownCount(before: start) == edit.range.lowerBound,
            root.holds(removed, from: removedMark, at: start)
        else { throw misfit(edit) }
        let oldCount = count
        // Between other neighbours a line ending might have been made or lost, at either end. At the
        // front only a carriage return can change its meaning.
        let mayHaveJoined = start > 0 && root.byte(at: start - 1) == 0x0D
        root.replace(
            start..<end, with: insertedMark == 0 ? inserted : Array(inserted[insertedMark...]), shape)
        guard !mayHaveJoined || root.shownCount(before: start) == edit.range.lowerBound,
            count == oldCount - oldShown + newShown,
            hasByteOrderMark || !startsWithMarkCharacter
        else { throw misfit(edit) }
    }

    private func misfit(_ edit: NoteEdit) -> NoteTextError {
        NoteTextError(.doesNotFit, at: edit.range.lowerBound, "The edit was made on another text.")
    }
}

extension RopeNode {
    /// Whether the raw bytes at `offset` are those of an array from `start` on; there are as many.
    fileprivate func holds(_ bytes: [UInt8], from start: Int, at offset: Int) -> Bool {
        var place = start
        var same = true
        forEachChunk(in: offset..<offset + bytes.count - start) { chunk, _ in
            for byte in chunk {
                same = same && byte == bytes[place]
                place += 1
            }
        }
        return same
    }
}
