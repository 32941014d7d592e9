// SPDX-License-Identifier: MIT
// The ways out of a conflict: what is put aside first, and what then becomes of the note.

extension SessionMachine {
    /// Orders that what a choice drops be kept elsewhere.
    mutating func putAside() {
        guard let choice, case .conflict(let theirs) = phase else {
            // The conflict went away while the choice waited.
            self.choice = nil
            return
        }
        var order = PutAside()
        switch choice {
        case .mine: order.theirs = theirs.bytes
        case .theirs: order.mine = text.bytes
        case .both: order.beside = theirs.bytes
        case .merged: (order.mine, order.theirs) = (text.bytes, theirs.bytes)
        }
        self.choice = nil
        work = .puttingAside(choice, revision: revision)
        effects.append(.putAside(order))
    }

    mutating func putAsideEnded(at now: Duration) {
        guard case .puttingAside(let choice, let revision) = work, case .conflict(let theirs) = phase else {
            return
        }
        work = nil
        switch choice {
        case .mine, .both: writeOver(theirs, edits: [], at: now)
        case .theirs, .merged:
            guard revision == self.revision else {
                // What was typed meanwhile is not safe yet.
                self.choice = choice
                return
            }
            phase = .open
            if case .merged(let merged) = choice {
                let edits = text.become(proposed(merged, theirs))
                writeOver(theirs, edits: edits, at: now)
            } else {
                succeed()
                show(theirs)
            }
        }
        undoLog.clear()
        effects.append(.tell(.conflict))
    }

    /// Has the text written over theirs.
    private mutating func writeOver(_ theirs: FoundNote, edits: [NoteEdit], at now: Duration) {
        phase = .open
        base = theirs
        if !edits.isEmpty { note(edits, isOutside: false, by: nil) }
        savedRevision = theirs.holds(text) ? revision : -1
        succeed()
        wanted = isDirty ? revision : nil
        var before = theirs.readable ?? NoteText()
        journal(.restart(base: theirs, before.become(text)))
    }

    mutating func puttingAsideFailed(_ error: FileError) {
        guard case .puttingAside = work else { return }
        work = nil
        failure = error
    }

    /// A merged text with the line endings and the mark of the proposed merge.
    private func proposed(_ merged: String, _ theirs: FoundNote) -> NoteText {
        var result = merge(with: theirs).flatMap { FoundNote($0.bytes).readable } ?? text
        result.setText(merged)
        return result
    }

    /// The merge that is proposed for a conflict; nil where their side is no text.
    func merge(with theirs: FoundNote) -> ThreeWayMerge? {
        guard let theirs = theirs.readable else { return nil }
        return ThreeWayMerge(base: base.bytes ?? [], mine: text.bytes, theirs: theirs.bytes)
    }
}
