// SPDX-License-Identifier: MIT
// The three promises, looked after at each step.

@testable import NoteKit

extension SessionModel {
    /// Has the machine take an event that cannot be refused.
    mutating func handle(_ event: SessionEvent) throws(Violation) {
        let before = machine.text
        let effects: [SessionEffect]
        do throws(SessionError) {
            effects = try machine.handle(event, at: now)
        } catch {
            throw Violation("refused: \(error)")
        }
        try take(effects, of: event, before)
    }

    /// Carries out what the machine wants, and checks all that must hold then.
    mutating func take(
        _ effects: [SessionEffect], of event: SessionEvent, _ before: NoteText
    ) throws(Violation) {
        let (hadSource, wasTouched) = (source, isTouched)
        learn(from: event)
        trail.add(
            "\(now) \(SessionWords.event(event)): \(SessionWords.effects(effects))\n    -> "
                + "\(SessionWords.state(machine)), \(machine.status.name), \(machine.savedRevision) of "
                + "\(machine.revision); file \(SessionWords.text(disk.files[machine.path]))")
        var isWriting = false
        for effect in effects {
            switch effect {
            case .tell(.change(let change, _)): try follow(change)
            case .journal(let step):
                if case .tick = event, step == .discard { counts.add("rested") }
                try ModelJournal.take(step, &journal)
            case .end: isOver = true
            case .choiceEnded(nil): try checkChoice(before)
            case .choiceEnded: chosen = nil
            case .tell, .putEnded: break
            case .read, .write, .putAside:
                try require(order == nil && answer == nil, "two pieces of work at a time")
                order = ModelOrder(effect, at: machine.path)
                if case .write = effect { isWriting = true }
                if case .putAside = effect {
                    try require(chosen?.theirs == known, "a choice is taken up on what it was not made on")
                }
            }
        }
        if past[machine.revision] == nil {
            past[machine.revision] = text
            past[machine.revision - 16] = nil
        }
        try require(text.shown == machine.text.utf8, "the text is not what the changes come to")
        if !event.isOfClient, machine.text != before {
            try checkReplacing(before.bytes, hadSource, event, wasTouched)
        }
        try checkOrigin(event)
        if isWriting { try checkWriting() }
        try checkJournal()
        try checkStatus(event)
        if let wake = machine.wakesAt { try require(wake > now, "an alarm would ring at once, for ever") }
        if case .opened = event {
            if let left, left.isUnsaved {
                try require(machine.text == left.mine, "edits of a killed process did not come back")
            }
            (recovered, left) = (nil, nil)
        }
        if case .conflict(let found) = machine.phase { theirs = found } else { theirs = nil }
        if !machine.isDirty { isTouched = false }
    }

    // MARK: What is known

    private mutating func learn(from event: SessionEvent) {
        switch event {
        case .opened(let found, let recovered):
            known = .file(found.bytes)
            readFailed = false
            source = found.bytes
            if let recovered, let left, found.bytes != recovered.mine {
                counts.add("recovered")
                isTouched = true
                let isKnown =
                    found.bytes ?? [] == recovered.base
                    || !recovered.edits.isEmpty && found.bytes.map(left.isKnown) == true
                if !isKnown { source = recovered.base }
            }
            let start = source.flatMap { FoundNote($0).readable }?.utf8 ?? []
            foreign.formUnion(nextName..<nextName + start.count)
            _ = text.replace(0..<0, with: start, names: &nextName)
        case .found(let found):
            readFailed = false
            guard found != .absent || isAbsenceBelieved else { break }
            absentUntil = nil
            known = .file(found.bytes)
            if let unsettled, found.bytes == unsettled { source = unsettled }
            unsettled = nil
        case .notRead:
            readFailed = true
            absentUntil = nil
        case .written(.saved), .written(.unchanged):
            writeFailed = false
            unsettled = nil
            known = .file(written)
            source = written
            counts.add("saved")
        case .written(.conflict):
            counts.add("met another")
            writeFailed = true
        case .notWritten(let error):
            writeFailed = true
            if error.operation == .settle {
                known = .nothing
                unsettled = written
            }
        default: break
        }
    }

    private var isAbsenceBelieved: Bool {
        mutating get {
            if source == nil || known == .file(nil) { return true }
            if let absentUntil, now >= absentUntil { return true }
            absentUntil = absentUntil ?? now + machine.timing.absence
            return false
        }
    }

    /// Has the plain text follow a change that was told.
    private mutating func follow(_ change: NoteChange) throws(Violation) {
        try require(
            change.range.lowerBound >= 0 && change.range.upperBound <= text.shown.count,
            "a change was told that is not in the text")
        let first = nextName
        let old = text.replace(change.range, with: change.utf8, names: &nextName)
        changes.append(change)
        removed.append(old)
        if change.isOutside {
            foreign.formUnion(first..<nextName)
            counts.add("shown")
        } else {
            takenOut.insert(old.bytes)
        }
    }

    // MARK: Nobody chooses on what they have not seen

    /// A conflict was ended by a choice: on the sides that were seen, and what came after it is in the note.
    private mutating func checkChoice(_ mine: NoteText) throws(Violation) {
        guard let chosen else { throw Violation("a choice is carried out that nobody made") }
        self.chosen = nil
        counts.add("carried out")
        try require(chosen.theirs == known, "a choice is carried out on theirs that it was not made on")
        switch chosen.what {
        case .mine, .both: break
        case .theirs, .merged:
            try require(chosen.mine == mine.bytes, "a choice dropped what was typed after it")
        }
    }

    // MARK: Nothing is lost

    /// What clients had typed is in the file, or safe, when something else is shown.
    private func checkReplacing(
        _ old: [UInt8], _ hadSource: [UInt8]?, _ event: SessionEvent, _ wasDirty: Bool
    ) throws(Violation) {
        if case .opened = event { return }
        try require(
            !wasDirty || old == hadSource || disk.holdsAside(old),
            "unsaved text was replaced on the screen and is nowhere else")
    }

    /// Keeps account of what the text came from.
    private mutating func checkOrigin(_ event: SessionEvent) throws(Violation) {
        guard case .file(let file) = known else { return }
        // Where it was closed with that, the choice was refused, and the file is as it was.
        if case .putAside = event, let theirs, !machine.isInConflict, machine.phase != .closed {
            counts.add("put aside")
            // Nothing unsaved: theirs is shown. Else it is to be overwritten.
            if machine.isDirty, let bytes = theirs.bytes {
                try require(disk.holdsAside(bytes), "their text was dropped and is nowhere else")
            }
            source = theirs.bytes
        }
        if file == machine.text.bytes, machine.phase == .open { source = file }
        guard !machine.isDirty, machine.phase == .open else {
            if case .unreadable = machine.phase { source = file }
            return
        }
        if let file {
            try require(file == machine.text.bytes, "nothing unsaved, and another text in the file")
        } else {
            // It was shown and then deleted, or deletion was chosen.
            try require(
                !isTouched || machine.text.bytes == source || machine.text.isEmpty,
                "unsaved text counts as saved")
        }
        source = file
    }

    /// What was overwritten was what the text came from, or is safe.
    mutating func checkOverwriting() throws(Violation) {
        defer { disk.forgetWhatWasWritten() }
        if let old = disk.overwritten {
            counts.add("overwrote")
            try require(
                old == source || disk.holdsAside(old), "another program's text was overwritten: \(old)")
        }
        if disk.hasCreated {
            counts.add("created")
            try require(source == nil, "a deleted note came back without anybody asking")
        }
    }

    private mutating func checkJournal() throws(Violation) {
        switch machine.phase {
        case .loading, .unreadable: return
        case .open, .conflict, .closed: break
        }
        if machine.isDirty {
            try require(journal?.mine == machine.text, "unsaved edits are not in the journal")
        } else if let journal {
            try require(!journal.isUnsaved, "the journal would bring back what is saved")
        }
    }

    // MARK: Nothing changes that nobody changed

    private mutating func checkWriting() throws(Violation) {
        guard case .write(let path, let bytes, let base)? = order else { return }
        written = bytes
        try require(isTouched, "a write was ordered though nobody changed anything")
        try require(bytes == machine.text.bytes && path == machine.path, "another text is to be written")
        try require(machine.phase == .open, "a write was ordered in a conflict")
        try require(base.bytes == source, "a write was ordered over what the text does not come from")
    }

    // MARK: The status is true

    private func checkStatus(_ event: SessionEvent) throws(Violation) {
        switch machine.phase {
        case .conflict(let theirs):
            try require(machine.isDirty, "a conflict with nothing unsaved")
            try require(known == .file(theirs.bytes), "a conflict with what is not known to be there")
            try require(theirs.bytes != source, "a conflict with what the text comes from")
            if case .found(let found) = event, found == theirs {
                try require(!theirs.holds(machine.text), "a conflict with the very text of the session")
            }
        case .open:
            guard case .file(let file) = known, machine.isDirty else { break }
            try require(
                file == source || file == machine.text.bytes,
                "the file is another and it is no conflict")
        case .unreadable(let reason):
            guard case .file(let file?) = known else { throw Violation("nothing unreadable is there") }
            try require(FoundNote(file) == .unreadable(file, reason), "what is there can be read")
        case .loading: break
        case .closed: return
        }
        switch machine.status {
        case .saved, .ready:
            try require(known == .file(machine.text.bytes), "said to be saved, and is not")
        case .missing: try require(known == .file(nil), "said to be missing, and is there")
        case .failed: try require(readFailed || writeFailed, "said to have failed, and nothing did")
        case .editing: try require(machine.isDirty && !readFailed, "said to be edited, and is not")
        case .loading: try require(machine.phase == .loading, "said to be loading, and is open")
        case .changedElsewhere, .unreadable: break
        }
    }
}

extension SessionMachine {
    fileprivate var isInConflict: Bool { if case .conflict = phase { true } else { false } }
}

extension SessionEvent {
    var isOfClient: Bool {
        switch self {
        case .edit, .edits, .setText, .undo, .redo, .save, .resolve, .close: true
        default: false
        }
    }
}
