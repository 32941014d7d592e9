// SPDX-License-Identifier: MIT
// The sides of the conflict of one note as they are now, wherever they are known.

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
    /// Names both sides, byte for byte.
    let token: ConflictToken

    /// Finds the conflict of a note: with the daemon where it has the vault open, else in the journal that a killed
    /// process left, else in the store. Of one that is only remembered, theirs is what the note holds now.
    ///
    /// - Parameters:
    ///   - note: The real path of the note.
    ///   - place: Where the daemon has it; nil where its vault is not open there.
    /// - Returns: nil where the note is in none.
    static func find(of note: NotePath, _ daemon: Daemon?, _ place: Daemon.Place?) throws -> ConflictSides? {
        if let daemon, let place {
            let shown: Service.ConflictShow.Answer
            do throws(DaemonFailure) {
                shown = try daemon.answer(
                    to: Service.ConflictShow(vault: place.vault, path: place.path), within: .seconds(30))
            } catch {
                guard error.word == "no-conflict" else { throw error }
                return nil
            }
            return try ConflictSides(shown)
        }
        let found = try UnopenedNote(at: note, options: ConflictEnding.options)
        if let left = found.conflict { return ConflictSides(left.base, left.mine, left.theirs) }
        guard let stored = try RememberedConflict.find(of: note)?.conflict else { return nil }
        return ConflictSides(stored.base, stored.mine, found.heldBytes)
    }

    private init(_ base: [UInt8]?, _ mine: [UInt8]?, _ theirs: [UInt8]?) {
        (self.base, self.mine, self.theirs) = (Self.shown(base), Self.shown(mine), Self.shown(theirs))
        isDeletion = theirs == nil
        token = ConflictToken(mine: mine, theirs: theirs)
    }

    /// - Throws: `Refusal` for a daemon that names the sides as nobody else does.
    private init(_ shown: Service.ConflictShow.Answer) throws(Refusal) {
        guard let token = ConflictToken(shown.token) else {
            throw Refusal(.usage, "other", "notekitd named the sides of the conflict by what is no token.")
        }
        (base, mine, theirs) = (shown.base, shown.mine, shown.theirs)
        isDeletion = shown.isDeletion
        self.token = token
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
