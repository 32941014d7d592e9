// SPDX-License-Identifier: MIT
// What a session makes of what it finds on the disk.

extension SessionMachine {
    /// Takes the first reading of the file.
    mutating func open(_ found: FoundNote, _ recovered: RecoveredEdits?, at now: Duration) {
        work = nil
        succeed()
        if case .unreadable(_, let reason) = found {
            base = found
            phase = .unreadable(reason)
            return
        }
        base = found
        if case .text(let found) = found { text = found }
        phase = .open
        guard let recovered, let mine = FoundNote(recovered.mine).readable, mine != text else { return }
        if found.bytes ?? [] != recovered.base {
            let theirs = found
            base = FoundNote(recovered.base)
            text = base.readable ?? NoteText()
            phase = .conflict(theirs: theirs)
        }
        let edits = text.become(mine)
        undoLog.add(edits, at: now)
        changed(edits, by: nil, at: now)
        effects.append(.tell(.recovered))
        if case .conflict = phase { effects.append(.tell(.conflict)) }
    }

    /// Takes what a look at the file found.
    mutating func take(_ found: FoundNote, at now: Duration) {
        work = nil
        if isReadingFailed { succeed() }
        if found == .absent, base != .absent, phase != .conflict(theirs: .absent), !isBelieved(at: now) {
            return
        }
        absenceAt = nil
        switch phase {
        case .loading: open(found, nil, at: now)
        case .unreadable:
            if case .unreadable(_, let reason) = found {
                base = found
                phase = .unreadable(reason)
            } else {
                phase = .open
                show(found)
            }
        case .open: compare(found)
        case .conflict(let theirs):
            if found == base {
                // They took their change back.
                phase = .open
                effects.append(.tell(.conflict))
            } else if found.holds(text) {
                agree()
            } else if found != theirs {
                phase = .conflict(theirs: found)
                effects.append(.tell(.conflict))
            }
        case .closed: break
        }
    }

    /// Whether a file that is not there counts as deleted: only when it was gone before as well.
    private mutating func isBelieved(at now: Duration) -> Bool {
        guard phase != .loading else { return true }
        if let absenceAt, now >= absenceAt { return true }
        absenceAt = absenceAt ?? now + timing.absence
        return false
    }

    private mutating func compare(_ found: FoundNote) {
        if found == base { return }
        if !isDirty || base.holds(text) {
            show(found)
        } else if found.holds(text) {
            agree()
        } else {
            phase = .conflict(theirs: found)
            wanted = nil
            effects.append(.tell(.conflict))
        }
    }

    /// Somebody wrote what the text holds.
    private mutating func agree() {
        base = .text(text)
        phase = .open
        isSaved(revision, afterEdits: journalCount)
    }

    /// Takes over what the file holds, with nothing unsaved.
    mutating func show(_ found: FoundNote) {
        base = found
        hasSaved = false
        journal(.discard)
        switch found {
        case .absent: break
        case .unreadable(_, let reason): phase = .unreadable(reason)
        case .text(let theirs):
            let edits = text.become(theirs)
            undoLog.move(past: edits)
            if !edits.isEmpty { note(edits, isOutside: true, by: nil) }
        }
        savedRevision = revision
        forgetTimes()
    }

    mutating func forgetTimes() {
        firstUnsaved = nil
        lastEdit = nil
    }

    mutating func readingFailed(_ error: FileError, at now: Duration) {
        work = nil
        absenceAt = nil
        fail(error, at: now)
    }
}

extension FoundNote {
    /// The text, where it is one.
    var readable: NoteText? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}
