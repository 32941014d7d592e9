// SPDX-License-Identifier: MIT
// The ways out of a conflict: what is put aside first, and what then becomes of the note.

extension SessionMachine {
    mutating func resolve(_ choice: ConflictChoice) throws(SessionError) {
        try requireOpen()
        guard case .conflict = phase else {
            throw SessionError(.noConflict, "There is no conflict to resolve.")
        }
        self.choice = choice
        choiceFailure = nil
    }

    /// Orders that what a choice drops be kept elsewhere.
    mutating func putAside(_ theirs: FoundNote, for choice: ConflictChoice) {
        self.choice = nil
        var order = PutAside()
        switch choice {
        case .mine: order.theirs = theirs.bytes
        case .theirs: order.mine = text.bytes
        case .both: order.beside = theirs.bytes
        case .merged: (order.mine, order.theirs) = (text.bytes, theirs.bytes)
        }
        work = .puttingAside(choice, revision: revision)
        effects.append(.putAside(order))
    }

    mutating func putAsideEnded() {
        guard case .puttingAside(let choice, let revision) = work, case .conflict(let theirs) = phase else {
            return
        }
        work = nil
        switch choice {
        case .mine, .both: writeOver(theirs)
        case .theirs, .merged:
            guard revision == self.revision else {
                // What was typed meanwhile is not safe yet.
                self.choice = self.choice ?? choice
                return
            }
            if case .merged(let merged) = choice {
                become(merged, with: theirs)
                writeOver(theirs)
            } else {
                // Where they have no text, nothing is their text.
                if theirs.readable == nil { become(NoteText()) }
                show(theirs)
            }
            // What these steps were made in was put away.
            undoLog.clear()
        }
        // Another that came meanwhile was about this conflict, not the next.
        self.choice = nil
        effects.append(.tell(.conflict))
    }

    mutating func puttingAsideFailed(_ error: FileError) {
        guard case .puttingAside = work else { return }
        work = nil
        choiceFailure = error
    }

    /// Has the text written over theirs.
    private mutating func writeOver(_ theirs: FoundNote) {
        phase = .open
        base = theirs
        savedRevision = theirs.holds(text) ? revision : -1
        isAtPeace()
        wanted = isDirty ? revision : nil
        var before = theirs.readable ?? NoteText()
        journal(.restart(base: theirs, before.become(text)))
    }

    /// Takes over a merged text, with the line endings and the mark of the proposed merge.
    private mutating func become(_ merged: String, with theirs: FoundNote) {
        var result = merge(with: theirs).flatMap { FoundNote($0.bytes).readable } ?? text
        result.setText(merged)
        let edits = text.become(result)
        if !edits.isEmpty { note(edits, isOutside: false, by: nil) }
    }

    /// The merge that is proposed for a conflict; nil where their side is no text.
    func merge(with theirs: FoundNote) -> ThreeWayMerge? {
        guard let theirs = theirs.readable else { return nil }
        return ThreeWayMerge(base: base.bytes ?? [], mine: text.bytes, theirs: theirs.bytes)
    }
}
