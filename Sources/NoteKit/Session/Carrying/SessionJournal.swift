// SPDX-License-Identifier: MIT
// The journal of a session: begun with the first unsaved edit, gone when nothing is unsaved.

/// Carries out the steps of the journal that the state machine orders, and remembers what went wrong.
struct SessionJournal: ~Copyable {
    let folder: JournalFolder
    /// By what a journal is found where a folder on the way to the note gets another name.
    var key: JournalKey?
    private var journal: NoteJournal?
    private var isSyncing = false
    /// Whether edits are missing in it.
    private var isIncomplete = false
    /// How many more edits this journal counts than the session does, and from which count of its own on:
    /// once edits that were missing were made up for.
    private var offset = 0
    private var firstCount = 0
    /// Why edits are not journalled at present; nil where they are.
    private(set) var problem: FileError?
    /// A journal that was discarded, until it is taken from here to be made durable.
    private var removed: RemovedRecords?

    init(_ folder: JournalFolder) { self.folder = folder }

    /// Does one step. What fails is remembered as `problem`, and made up for with the next step.
    ///
    /// - Parameters:
    ///   - machine: The session as it is after what the step speaks of.
    mutating func take(_ step: JournalStep, of machine: SessionMachine) {
        do throws(FileError) {
            if isIncomplete, step != .discard {
                try makeUp(for: machine)
            } else if case .saved(let count) = step, count + offset < firstCount {
                // The save began before the edits were made up for, so they stand on an older base.
                try makeUp(for: machine)
            } else {
                try take(step, at: machine.path)
            }
            problem = nil
        } catch {
            problem = error
        }
    }

    private mutating func take(_ step: JournalStep, at note: NotePath) throws(FileError) {
        switch step {
        case .append(let edits, let base):
            try begin(base, of: note)
            // What it cannot write now it writes with the next edits.
            try journal?.append(edits)
        case .saved(let count): try journal?.markSaved(afterEdits: count + offset)
        case .restart(let base, let edits):
            try begin(base, of: note)
            (offset, firstCount) = (0, 0)
            try journal?.restart(base: base.readable?.bytes ?? [], edits: edits)
        case .discard:
            isIncomplete = false
            (offset, firstCount) = (0, 0)
            removed = try journal.take()?.discard()
        }
    }

    /// Begins a journal, if there is none. Where that fails, the edits so far are in no journal.
    private mutating func begin(_ base: FoundNote, of note: NotePath) throws(FileError) {
        guard journal == nil else { return }
        isIncomplete = true
        journal = try NoteJournal(of: note, key: key, base: base.readable?.bytes ?? [], in: folder)
        isIncomplete = false
    }

    /// Writes a journal of everything that is unsaved, since steps of the present one are missing.
    private mutating func makeUp(for machine: SessionMachine) throws(FileError) {
        var text = machine.base.readable ?? NoteText()
        let base = text.bytes
        if journal == nil {
            journal = try NoteJournal(of: machine.path, key: key, base: base, in: folder)
        }
        let edits = text.become(machine.text)
        try journal?.restart(base: base, edits: edits)
        (offset, firstCount) = (edits.count - (machine.journalSize?.count ?? 0), edits.count)
        isIncomplete = false
    }

    /// Tries once more to write a journal of everything that is unsaved.
    mutating func makeUpAgain(for machine: SessionMachine) {
        do throws(FileError) {
            try makeUp(for: machine)
            problem = nil
        } catch {
            problem = error
        }
    }

    /// Follows the note to another path, where it has another key.
    mutating func follow(to note: NotePath, key: JournalKey?) {
        self.key = key
        do throws(FileError) {
            try journal?.follow(to: note, key: key)
        } catch {
            problem = error
        }
    }

    /// What is to be made durable soon; nil where nothing is, or that is under way.
    mutating func needsSync() -> Bool {
        guard !isSyncing, journal != nil else { return false }
        isSyncing = true
        return true
    }

    /// What is to be made durable now; nil where nothing is unsaved any more.
    mutating func beginSync() -> RecordSync? {
        isSyncing = false
        return journal?.sync
    }

    /// Takes how a sync failed: nobody knows what of the file is on the disk.
    ///
    /// - Returns: Whether that matters. Another journal, or none, may have taken the place of that one.
    mutating func failed(_ error: FileError, of sync: RecordSync) -> Bool {
        guard journal?.sync === sync else { return false }
        problem = error
        isIncomplete = true
        return true
    }

    /// A journal that was discarded since the last call.
    mutating func takeRemoved() -> RemovedRecords? { removed.take() }

    /// Lets go of the file, which stays for the next opening where edits are unsaved.
    mutating func leave() { journal.take()?.leave() }
}
