// SPDX-License-Identifier: MIT
// What a session has written to the journal of unsaved edits.

extension SessionMachine {
    /// Has edits written to the journal that are in the text already.
    mutating func journal(append edits: [NoteEdit]) {
        var edits = edits
        if journalSize == nil, base.readable == nil {
            // What is shown of a note that is gone is in no file: the journal gets all of it.
            var before = NoteText()
            edits = before.become(text)
        }
        var size = journalSize ?? JournalSize()
        size.add(edits)
        journalSize = size
        effects.append(.journal(.append(edits, base: base)))
    }

    /// Has the journal brought up to date, if it has begun.
    mutating func journal(_ step: JournalStep) {
        guard journalSize != nil else { return }
        switch step {
        case .append: preconditionFailure("edits are counted where they are made")
        case .saved: break
        case .restart(_, let edits):
            var size = JournalSize()
            size.add(edits)
            journalSize = size
        case .discard: journalSize = nil
        }
        effects.append(.journal(step))
    }
}

extension SessionMachine.JournalSize {
    mutating func add(_ edits: [NoteEdit]) {
        count += edits.count
        // So many bytes an edit takes besides its text.
        for edit in edits { bytes += edit.removed.count + edit.inserted.count + 64 }
    }
}
