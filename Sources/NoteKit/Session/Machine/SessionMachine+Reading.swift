// SPDX-License-Identifier: MIT
// What a session makes of what it finds on the disk.

extension SessionMachine {
    /// Ends the look that was ordered; false where none was.
    mutating func endReading() -> Bool {
        guard case .reading = work else { return false }
        work = nil
        return true
    }

    mutating func readingFailed(_ error: FileError, at now: Duration) {
        absenceAt = nil
        readTrouble = Trouble(error, after: readTrouble, at: now, timing)
    }

    /// Takes the first reading of the file.
    mutating func open(_ found: FoundNote, _ recovered: RecoveredEdits?, at now: Duration) {
        guard phase == .loading else { return take(found, at: now) }
        readTrouble = nil
        if let recovered, let mine = FoundNote(recovered.mine).readable, !found.holds(mine) {
            return open(found, mine, of: recovered, at: now)
        }
        base = found
        switch found {
        case .absent: phase = .open
        case .text(let found):
            text = found
            phase = .open
        case .unreadable(_, let reason): phase = .unreadable(reason)
        }
    }

    /// Takes the first reading of a file that a killed process left edits of.
    private mutating func open(
        _ found: FoundNote, _ mine: NoteText, of recovered: RecoveredEdits, at now: Duration
    ) {
        let hasMovedOn = !recovered.isKnown(found)
        base = hasMovedOn ? FoundNote(recovered.base) : found
        phase = hasMovedOn ? .conflict(theirs: found) : .open
        text = base.readable ?? NoteText()
        let edits = text.become(mine)
        undoLog.add(edits, at: now)
        changed(edits, by: nil, at: now)
        effects.append(.tell(.recovered))
        if hasMovedOn { effects.append(.tell(.conflict)) }
    }

    /// Takes what a look at the file found.
    mutating func take(_ found: FoundNote, at now: Duration) {
        guard phase != .loading else { return open(found, nil, at: now) }
        readTrouble = nil
        if found == .absent, !isBelieved(at: now) { return }
        absenceAt = nil
        if let unsettled {
            self.unsettled = nil
            if found.holds(unsettled.text) {
                hasSaved = true
                isSaved(unsettled)
            }
        }
        switch phase {
        case .loading, .closed: break
        case .unreadable: if found != base { show(found) }
        case .open: compare(found)
        case .conflict(let theirs): compare(found, with: theirs)
        }
    }

    /// Whether a file that is not there counts as deleted: only when it was gone before as well.
    private mutating func isBelieved(at now: Duration) -> Bool {
        if base == .absent || phase == .conflict(theirs: .absent) { return true }
        if isAbsenceDue(at: now) { return true }
        absenceAt = absenceAt ?? now + timing.absence
        return false
    }

    private mutating func compare(_ found: FoundNote) {
        if found == base { return }
        if found.holds(text) {
            agree()
        } else if !isDirty || base.holds(text) {
            show(found)
        } else {
            phase = .conflict(theirs: found)
            wanted = nil
            isAtPeace()
            effects.append(.tell(.conflict))
        }
    }

    private mutating func compare(_ found: FoundNote, with theirs: FoundNote) {
        if found == base {
            // They took their change back.
            phase = .open
            isAtPeace()
        } else if found.holds(text) {
            phase = .open
            agree()
        } else if found != theirs {
            phase = .conflict(theirs: found)
        } else {
            return
        }
        // One that waits was made on what is not there any more.
        refuseChoice()
        effects.append(.tell(.conflict))
    }

    /// Somebody wrote what the text holds.
    private mutating func agree() {
        isSaved(Written(text: text, revision: revision, journalCount: journalSize?.count))
    }

    /// Takes over what the file holds, with nothing unsaved.
    mutating func show(_ found: FoundNote) {
        base = found
        phase = .open
        hasSaved = false
        journal(.discard)
        switch found {
        // What was shown stays to be seen, and an edit makes the note again.
        case .absent: break
        case .unreadable(_, let reason): phase = .unreadable(reason)
        case .text(let theirs): become(theirs)
        }
        savedRevision = revision
        isAtPeace()
    }

    /// Shows a text that somebody else wrote.
    mutating func become(_ theirs: NoteText) {
        let edits = text.become(theirs)
        undoLog.move(past: edits)
        if !edits.isEmpty { note(edits, isOutside: true, by: nil) }
    }
}

extension FoundNote {
    /// The text, where it is one.
    var readable: NoteText? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}

extension RecoveredEdits {
    /// Whether a file holds what the edits were made on, or what some of them came to: it was saved then,
    /// and the journal was not told any more.
    fileprivate func isKnown(_ found: FoundNote) -> Bool {
        if found.bytes ?? [] == base { return true }
        guard var text = FoundNote(base).readable else { return false }
        for edit in edits {
            do throws(NoteTextError) {
                try text.apply(edit)
            } catch {
                return false
            }
            if found.holds(text) { return true }
        }
        return false
    }
}
