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

    /// The notes of a vault whose edits a killed process journalled, below it.
    static func unsavedNotes(
        in vault: NotePath, _ stateFolder: NotePath, _ log: ServiceLog
    ) -> [NotePath] {
        do throws(FileError) {
            // The journals are locked until this returns: a session finds them only then.
            let found = try JournalFolder(of: NoteDisk(stateFolder: stateFolder)).allOrphans()
            let notes = found.journals.filter(\.hasUnsavedEdits).compactMap { $0.note.relative(to: vault) }
            return Set(notes).sorted()
        } catch {
            log.warning("Unsaved edits of killed processes were not looked for: \(error)")
            return []
        }
    }
}
