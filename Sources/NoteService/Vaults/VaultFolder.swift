// SPDX-License-Identifier: MIT
// What is looked at when a vault is opened, besides its notes.

internal import NoteKit

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
        do throws(FileError) {
            let found = try JournalFolder(of: NoteDisk(stateFolder: stateFolder)).unsavedNotes()
            for problem in found.problems { log.warning("Unsaved edits may be missing: \(problem)") }
            return found.notes.compactMap { $0.relative(to: vault) }.sorted()
        } catch {
            log.warning("Unsaved edits of killed processes were not looked for: \(error)")
            return []
        }
    }
}
