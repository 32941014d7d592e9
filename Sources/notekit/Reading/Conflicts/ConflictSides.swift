// SPDX-License-Identifier: MIT
// The sides of the conflict of one note, wherever they are known.

internal import NoteKit
internal import NoteProtocol
internal import NoteStore

/// The texts of a conflict as an editor shows them: no byte order mark, lines that end in one line feed.
struct ConflictSides {
    /// What both sides started from; nil where the note was new.
    let base: String?
    /// What was typed here.
    let mine: String?
    /// What another program wrote; nil where it deleted the note, or wrote no text.
    let theirs: String?
    let isDeletion: Bool

    /// Finds the conflict of a note: with the daemon where it has the vault open, else in the store.
    ///
    /// - Parameter note: The real path of the note.
    /// - Returns: nil where the note is in none.
    static func find(of note: NotePath, _ daemon: Daemon?) throws -> ConflictSides? {
        if let daemon, let place = try daemon.place(of: note) {
            do throws(DaemonFailure) {
                let shown = try daemon.answer(
                    to: Service.ConflictShow(vault: place.vault, path: place.path), within: .seconds(30))
                return ConflictSides(
                    base: shown.base, mine: shown.mine, theirs: shown.theirs, isDeletion: shown.isDeletion)
            } catch {
                guard error.word == "no-conflict" else { throw error }
                return nil
            }
        }
        guard let stored = try RememberedConflict.find(of: note)?.conflict else { return nil }
        return ConflictSides(
            base: shown(stored.base), mine: shown(stored.mine), theirs: shown(stored.theirs),
            isDeletion: stored.theirs == nil)
    }

    private static func shown(_ bytes: [UInt8]?) -> String? {
        guard let bytes else { return nil }
        do throws(UnreadableText) {
            return try NoteText(bytes: bytes).text
        } catch {
            return nil
        }
    }
}

/// A conflict in the store of a vault.
struct RememberedConflict {
    let conflict: StoredConflict
    let store: VaultStore

    /// Finds the one of a note: in the store of its vault, or of a folder above that a daemon had open as a vault.
    ///
    /// - Parameter note: The real path of the note.
    static func find(of note: NotePath) throws -> RememberedConflict? {
        var folder = note.folder
        while true {
            if let path = note.below(folder), try VaultStore.isKnown(folder) {
                let store = try Program.stores.store(of: folder)
                if let conflict = try store.conflicts().first(where: { $0.note == path }) {
                    return RememberedConflict(conflict: conflict, store: store)
                }
            }
            guard folder != folder.folder else { return nil }
            folder = folder.folder
        }
    }
}
