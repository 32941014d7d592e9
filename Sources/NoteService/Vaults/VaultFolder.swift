// SPDX-License-Identifier: MIT
// What is looked at when a vault is opened, besides its notes.

internal import NoteKit
internal import NoteStore

/// Work on a vault as a whole. It blocks on the disk.
enum VaultFolder {
    /// The real path of a folder; nil for what is none.
    static func real(_ path: NotePath) -> NotePath? {
        guard let real = VaultPlace.realPath(of: path) else { return nil }
        return VaultPlace.facts(of: real)?.kind == .directory ? real : nil
    }

    /// Ends what a killed save left half done.
    static func cleanUp(_ vault: NotePath, _ stateFolder: NotePath, _ log: ServiceLog) {
        do throws(FileError) {
            let traces = try NoteDisk(stateFolder: stateFolder).recover(vault)
            if !traces.isEmpty {
                log.notice("\(traces.count) traces of a crash were dealt with in '\(vault)'.")
            }
        } catch {
            log.warning("What a crash may have left in '\(vault)' was not looked for: \(error)")
        }
    }

    /// The notes below a vault that have unsaved edits in a journal.
    static func unsavedNotes(
        in vault: NotePath, _ stateFolder: NotePath, _ log: ServiceLog
    ) -> [NotePath] {
        let disk = NoteDisk(stateFolder: stateFolder)
        do throws(FileError) {
            let found = try JournalFolder(of: disk).unsavedNotes()
            for problem in found.problems { log.warning("Unsaved edits may be missing: \(problem)") }
            return try notes(of: found, in: vault, on: disk, log).compactMap { $0.relative(to: vault) }
                .sorted()
        } catch {
            log.warning("Unsaved edits of killed processes were not looked for: \(error)")
            return []
        }
    }

    /// Where the notes are now: in a folder that got another name since, they are looked for by the folder.
    private static func notes(
        of found: UnsavedNotes, in vault: NotePath, on disk: NoteDisk, _ log: ServiceLog
    ) throws(FileError) -> Set<NotePath> {
        // Those that are where they were are most, and those of a living program among them.
        let strays = found.keys.filter { note, keys in
            JournalKey(of: note, on: disk).map { !keys.contains($0) } ?? true
        }
        guard !strays.isEmpty else { return found.notes }
        var notes = found.notes
        for folder in try FolderScan(of: vault, matching: { _ in false }).folders {
            for (note, keys) in strays where keys.contains(JournalKey(of: note.name, in: folder.facts)) {
                let place = folder.path == NotePath(".") ? vault : vault.appending(folder.path)
                let path = place.appending(note.name)
                log.notice(
                    "Unsaved edits of '\(note)' are those of '\(path)': a folder was renamed or moved.")
                notes.remove(note)
                notes.insert(path)
            }
        }
        return notes
    }

    /// Makes versions of what a killed process left unsaved of a note whose folder is gone: as a note it cannot be
    /// opened, and no list would have its text.
    ///
    /// - Returns: False where nothing was kept; the journals stay then.
    static func keepEdits(
        of note: NotePath, _ keeper: StoreVersionKeeper, _ stateFolder: NotePath, _ log: ServiceLog
    ) -> Bool {
        let disk = NoteDisk(stateFolder: stateFolder)
        do throws(FileError) {
            let journals = try JournalFolder(of: disk).orphans(of: note, key: nil).journals
            for journal in journals where journal.hasUnsavedEdits {
                try keeper.keep(
                    NoteVersion(of: note, journal.mine, because: .recovered, at: disk.calls.wallClock()))
                try journal.discard()
                log.warning(
                    "The folder of '\(note)' is gone. What was unsaved of the note is a version of it now.")
            }
            return journals.contains(where: \.hasUnsavedEdits)
        } catch {
            log.warning(
                "What was unsaved of '\(note)' could not be made a version, and stays in its journal: \(error)"
            )
            return false
        }
    }
}
