// SPDX-License-Identifier: MIT
// How clients change the text.

extension SessionMachine {
    mutating func edit(
        _ range: Range<Int>, with utf8: [UInt8], on known: Int?, by client: SessionClient, at now: Duration
    ) throws(SessionError) {
        try requireOpen()
        let place = try rebase(range, from: known)
        var copy = text
        let edit: NoteEdit
        do throws(NoteTextError) {
            edit = try copy.replace(checking: place, with: utf8)
        } catch {
            throw SessionError(.badEdit, "The edit was refused: \(error)")
        }
        guard !edit.isEmpty else { return }
        text = copy
        undoLog.add([edit], at: now)
        changed([edit], by: client, at: now)
    }

    mutating func setText(
        _ utf8: [UInt8], on known: Int?, by client: SessionClient, at now: Duration
    ) throws(SessionError) {
        try requireOpen()
        if let known, known != revision {
            throw SessionError(
                .staleRevision, "The text was made from revision \(known) and the note is at \(revision).")
        }
        var copy = text
        let edits: [NoteEdit]
        do throws(NoteTextError) {
            edits = try copy.setText(utf8: utf8)
        } catch {
            throw SessionError(.badEdit, "The text was refused: \(error)")
        }
        guard !edits.isEmpty else { return }
        text = copy
        undoLog.add(edits, at: now)
        changed(edits, by: client, at: now)
    }

    mutating func undo(by client: SessionClient, at now: Duration) throws(SessionError) {
        try requireOpen()
        guard let edits = undoLog.undo(in: &text) else {
            throw SessionError(.nothingToUndo, "There is nothing to undo.")
        }
        changed(edits, by: client, at: now, toldToAll: true)
    }

    mutating func redo(by client: SessionClient, at now: Duration) throws(SessionError) {
        try requireOpen()
        guard let edits = undoLog.redo(in: &text) else {
            throw SessionError(.nothingToUndo, "There is nothing to do again.")
        }
        changed(edits, by: client, at: now, toldToAll: true)
    }

    private func rebase(_ range: Range<Int>, from known: Int?) throws(SessionError) -> Range<Int> {
        guard let known, known != revision else { return range }
        guard known < revision, let place = log.rebase(range, from: known) else {
            throw SessionError(
                .staleRevision,
                "The edit was made on revision \(known); the note is at \(revision) and differs there.")
        }
        return place
    }

    /// Follows edits of a client that are in the text already.
    mutating func changed(
        _ edits: [NoteEdit], by client: SessionClient?, at now: Duration, toldToAll: Bool = false
    ) {
        firstUnsaved = firstUnsaved ?? now
        lastEdit = now
        journal(append: edits)
        note(edits, isOutside: false, by: toldToAll ? nil : client)
    }

    /// Counts a new revision and tells of the changes that made it.
    mutating func note(_ edits: [NoteEdit], isOutside: Bool, by client: SessionClient?) {
        revision += 1
        log.add(edits, making: revision)
        for edit in edits {
            // What was inserted is still there, moved by the edits of this revision behind it in order.
            let change = NoteChange(
                range: edit.range, utf8: edit.shownInserted, revision: revision, isOutside: isOutside)
            effects.append(.tell(.change(change, by: client)))
        }
    }

    /// Has edits written to the journal.
    mutating func journal(append edits: [NoteEdit]) {
        effects.append(.journal(.append(edits, base: base)))
        journalCount = (journalCount ?? 0) + edits.count
        for edit in edits { journalBytes += edit.removed.count + edit.inserted.count + 64 }
    }

    /// Has the journal brought up to date, if it has begun.
    mutating func journal(_ step: JournalStep) {
        switch step {
        case .append: preconditionFailure("edits are counted where they are made")
        case .saved:
            guard journalCount != nil else { return }
        case .restart(_, let edits):
            journalCount = edits.count
            journalBytes = 0
        case .discard:
            guard journalCount != nil else { return }
            journalCount = nil
            journalBytes = 0
        }
        effects.append(.journal(step))
    }
}

extension NoteEdit {
    /// What was inserted as it is shown: without a mark, each line ending as `\n`.
    var shownInserted: [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(insertedCount)
        var last: UInt8 = 0
        for byte in inserted {
            if byte == 0x0A, last == 0x0D {
                // The second half of a CRLF, which was shown already.
            } else {
                shown.append(byte == 0x0D ? 0x0A : byte)
            }
            last = byte
        }
        return shown
    }
}
