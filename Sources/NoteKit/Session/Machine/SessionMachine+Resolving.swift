// SPDX-License-Identifier: MIT
// The ways out of a conflict: on which sides one is taken, what is put aside first, and what then becomes of the note.

extension SessionMachine {
    mutating func resolve(_ what: ConflictChoice, of token: ConflictToken?) throws(SessionError) {
        try requireOpen()
        guard case .conflict(let theirs) = phase else {
            throw SessionError(.noConflict, "There is no conflict to resolve.")
        }
        if let token, token != ConflictToken(mine: text.bytes, theirs: theirs.bytes) {
            throw .unseen(path)
        }
        if choice != nil || isPuttingAside {
            throw SessionError(
                .conflict, "The conflict of '\(path)' is being ended by somebody else. Nothing was chosen.")
        }
        choice = Choice(what: what, revision: revision)
        choiceFailure = nil
    }

    /// Orders that what a choice drops be kept elsewhere.
    mutating func putAside(_ theirs: FoundNote, for choice: Choice) {
        guard isStill(choice) else { return refuseChoice() }
        self.choice = nil
        var order = PutAside()
        switch choice.what {
        case .mine: order.theirs = theirs.bytes
        case .theirs: order.mine = text.bytes
        case .both: order.beside = theirs.bytes
        case .merged: (order.mine, order.theirs) = (text.bytes, theirs.bytes)
        }
        work = .puttingAside(choice)
        effects.append(.putAside(order))
    }

    mutating func putAsideEnded() {
        guard case .puttingAside(let choice) = work, case .conflict(let theirs) = phase else { return }
        work = nil
        guard isStill(choice) else { return end(choice: .unseen(path)) }
        switch choice.what {
        case .mine, .both: writeOver(theirs)
        case .theirs:
            // Where they have no text, nothing is their text.
            if theirs.readable == nil { become(NoteText()) }
            show(theirs)
            // What these steps were made in was put away, as with a merged text.
            undoLog.clear()
        case .merged(let merged):
            become(merged, with: theirs)
            writeOver(theirs)
            undoLog.clear()
        }
        effects.append(.tell(.conflict))
        end(choice: nil)
    }

    mutating func puttingAsideFailed(_ error: FileError) {
        guard isPuttingAside else { return }
        work = nil
        choiceFailure = error
        end(
            choice: SessionError(
                .notWritten,
                "The conflict of '\(path)' stands: what the choice drops could not be kept first. \(error)",
                cause: error))
    }

    /// Gives up a choice that waits, since its conflict is another by now, or none.
    mutating func refuseChoice() {
        guard choice != nil else { return }
        choice = nil
        if case .conflict = phase { return end(choice: .unseen(path)) }
        end(
            choice: SessionError(
                .noConflict, "The conflict of '\(path)' was over before. Nothing was chosen."))
    }

    private mutating func end(choice error: SessionError?) { effects.append(.choiceEnded(error)) }

    private var isPuttingAside: Bool { if case .puttingAside = work { true } else { false } }

    /// Whether a choice drops nothing that came after it. What is typed on where mine is written is written too.
    private func isStill(_ choice: Choice) -> Bool {
        switch choice.what {
        case .mine, .both: true
        case .theirs, .merged: choice.revision == revision
        }
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
