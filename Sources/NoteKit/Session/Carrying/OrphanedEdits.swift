// SPDX-License-Identifier: MIT
// What killed processes left unsaved of a note, and how it gets into a living session.

/// The journals that killed processes left of one note.
struct OrphanedEdits: Sendable {
    /// The edits that are offered; nil where nothing was unsaved.
    let edits: RecoveredEdits?
    /// What of the journals could not be looked at, as a sentence.
    let problem: String?
    private let journals: [OrphanedJournal]
    private let offered: OrphanedJournal?

    /// Looks for journals. Blocks on the disk.
    ///
    /// - Parameters:
    ///   - key: The note's key.
    ///   - bytes: What the file of the note holds; nil where there is none, or it was not read.
    init(of note: NotePath, key: JournalKey?, holding bytes: [UInt8]?, in folder: JournalFolder) {
        do throws(FileError) {
            let found = try folder.orphans(of: note, key: key)
            let unsaved = found.journals.filter(\.hasUnsavedEdits)
            // Of several, which takes two killed processes, the last one is offered.
            offered = unsaved.max { $0.began < $1.began }
            edits = offered.map { RecoveredEdits(base: $0.base(given: bytes ?? []), mine: $0.mine) }
            journals = found.journals
            problem =
                found.problems.isEmpty
                ? nil
                : "\(found.problems.count) journals of '\(note)' cannot be read; they stay where they are."
        } catch {
            (edits, journals, offered) = (nil, [], nil)
            problem = error.description
        }
    }

    /// Removes the journals, once what they held is safe elsewhere. Blocks on the disk.
    ///
    /// - Parameters:
    ///   - sync: The journal of the session that took the edits; nil where it needs none.
    ///   - disk: Who keeps the edits that were not offered.
    func settle(after sync: RecordSync?, keeping disk: SessionDisk, of path: NotePath) {
        do throws(FileError) {
            try sync?.makeDurable()
            for journal in journals {
                if journal.hasUnsavedEdits, journal.file != offered?.file {
                    try disk.keep(journal.mine, of: path, .recovered)
                }
                try journal.discard()
            }
        } catch {
            // They stay, and are offered again; nothing is lost by that.
        }
    }
}
