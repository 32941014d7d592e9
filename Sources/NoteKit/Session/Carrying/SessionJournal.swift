// SPDX-License-Identifier: MIT
// The journal of a session: begun with the first unsaved edit, gone when nothing is unsaved.

/// Carries out the steps of the journal that the state machine orders, and remembers what went wrong.
struct SessionJournal: ~Copyable {
    let folder: JournalFolder
    private var journal: NoteJournal?
    private var isSyncing = false
    /// Why edits are not journalled at present; nil where they are.
    private(set) var problem: FileError?

    init(_ folder: JournalFolder) { self.folder = folder }

    /// Does one step. What fails is remembered as `problem`; the edits go in front of the next ones.
    mutating func take(_ step: JournalStep, of note: NotePath) {
        do throws(FileError) {
            switch step {
            case .append(let edits, let base):
                try begin(base, of: note)
                try journal?.append(edits)
            case .saved(let count): try journal?.markSaved(afterEdits: count)
            case .restart(let base, let edits):
                try begin(base, of: note)
                try journal?.restart(base: base.readable?.bytes ?? [], edits: edits)
            case .discard: try journal.take()?.discard()
            }
            problem = nil
        } catch {
            problem = error
        }
    }

    private mutating func begin(_ base: FoundNote, of note: NotePath) throws(FileError) {
        guard journal == nil else { return }
        journal = try NoteJournal(of: note, identity: nil, base: base.readable?.bytes ?? [], in: folder)
    }

    /// Follows the note to another path.
    mutating func follow(to note: NotePath) {
        do throws(FileError) {
            try journal?.follow(to: note)
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

    /// Takes what a sync came to.
    mutating func ended(_ sync: FileError?) { problem = problem ?? sync }

    /// Lets go of the file, which stays for the next opening where edits are unsaved.
    mutating func leave() { journal = nil }
}
