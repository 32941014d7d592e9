// SPDX-License-Identifier: MIT
// How a whole text is put in the place of another in one step: on the disk first, and only then on the screen.

/// A whole text that is to take the place of what a note holds.
struct Put: Hashable, Sendable {
    /// What is to be written.
    let text: NoteText
    /// What the file holds, as whoever made the text was told.
    let base: FoundNote
    /// The revision that was shown then.
    let revision: Int
    let client: SessionClient
}

/// What came of it.
enum PutOutcome: Sendable {
    case written(Put, isUnchanged: Bool)
    /// Everything is as it was.
    case refused(SessionError)
}

extension SessionMachine {
    /// Takes an order to put a text in the place of another. It waits for the work before it.
    mutating func put(_ put: Put) throws(SessionError) {
        try requireOpen()
        precondition(self.put == nil, "one text is put at a time")
        self.put = put
    }

    /// Orders the write, if nothing has changed since the text was made; nothing is shown before it is there.
    mutating func write(_ put: Put) {
        self.put = nil
        guard phase == .open, !isDirty, base == put.base, revision == put.revision else {
            return refuse(
                phase == .open
                    ? SessionError(.staleRevision, "'\(path)' was changed meanwhile. Nothing was written.")
                    : SessionError(.conflict, "'\(path)' was changed elsewhere. Nothing was written."))
        }
        work = .putting(put)
        effects.append(.write(put.text, base: put.base))
    }

    mutating func puttingEnded(_ put: Put, _ outcome: SaveOutcome, at now: Duration) {
        work = nil
        switch outcome {
        case .saved:
            hasSaved = true
            isWritten(put, isUnchanged: false, at: now)
        case .unchanged: isWritten(put, isUnchanged: true, at: now)
        case .conflict(let conflict):
            if !conflict.kept.isEmpty { effects.append(.tell(.keptBeside(conflict.kept))) }
            mustLook = true
            refuse(
                conflict.reason == .openForWriting
                    ? SessionError(.notWritten, "\(busy)", cause: busy)
                    : SessionError(.staleRevision, "'\(path)' was changed meanwhile. Nothing was written."))
        }
    }

    mutating func puttingFailed(_ error: FileError) {
        work = nil
        // Whether the new text or the old one is there, the disk has to be asked.
        if error.operation == .settle { mustLook = true }
        refuse(SessionError(.notWritten, error.description, cause: error))
    }

    private mutating func isWritten(_ put: Put, isUnchanged: Bool, at now: Duration) {
        let found = FoundNote.text(put.text)
        if revision == put.revision {
            base = found
            journal(.discard)
            let edits = text.become(put.text)
            if !edits.isEmpty {
                undoLog.add(edits, at: now)
                note(edits, isOutside: false, by: put.client)
            }
            savedRevision = revision
            isAtPeace()
        } else {
            // What was typed while it was written stands on the text before: a conflict, as with any other writer.
            take(found, at: now)
        }
        effects.append(.putEnded(.written(put, isUnchanged: isUnchanged)))
    }

    private mutating func refuse(_ error: SessionError) { effects.append(.putEnded(.refused(error))) }
}
