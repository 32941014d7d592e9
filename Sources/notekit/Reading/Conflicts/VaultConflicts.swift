// SPDX-License-Identifier: MIT
// Which notes of a vault are in conflict, as the store and the daemon know it.

internal import NoteJSON
internal import NoteKit
internal import NoteProtocol
internal import NoteStore

/// The conflicts of a vault.
struct VaultConflicts {
    /// A note in conflict.
    struct Row {
        /// The note below the vault.
        let path: NotePath
        /// When it was seen; nil where nobody remembers.
        let since: FileTime?
        /// Whether the daemon has the note open.
        let isOpen: Bool
        /// Whether the other side has deleted the note.
        let isDeletion: Bool
    }

    /// By path.
    let rows: [Row]

    /// Looks for them: in the store, and with the daemon where it has the vault open.
    ///
    /// Nothing is made where nothing is remembered.
    ///
    /// - Parameter vault: The real path.
    init(of vault: NotePath, _ daemon: Daemon?) throws {
        var open: [NotePath: Bool] = [:]
        if let daemon {
            let known = try daemon.answer(to: Service.VaultList()).vaults.first {
                NotePath(shown: $0.path) == vault
            }
            if let known {
                for conflict in try daemon.answer(to: Service.ConflictList(vault: known.vault)).conflicts
                where conflict.isOpen { open[NotePath(shown: conflict.path) ?? vault] = conflict.isDeletion }
            }
        }
        let stored = try VaultStore.isKnown(vault) ? Program.stores.store(of: vault).conflicts() : []
        let since = Dictionary(stored.map { ($0.note, $0.since) }) { _, last in last }
        let closed = stored.filter { open[$0.note] == nil }.map {
            Row(path: $0.note, since: $0.since, isOpen: false, isDeletion: $0.theirs == nil)
        }
        rows =
            (closed
            + open.map { Row(path: $0.key, since: since[$0.key], isOpen: true, isDeletion: $0.value) })
            .sorted { $0.path < $1.path }
    }

    /// Writes them as an array.
    func write(to json: inout JSONWriter) {
        json.array(rows) { json, row in
            json.object { json in
                json.field("path", row.path.description)
                json.field("since", row.since.map { Timestamp.exact($0) })
                json.field("isOpen", row.isOpen)
                json.field("isDeletion", row.isDeletion)
            }
        }
    }
}
