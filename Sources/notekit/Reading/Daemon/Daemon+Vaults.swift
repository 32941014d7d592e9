// SPDX-License-Identifier: MIT
// Which of the daemon's vaults a note is in.

internal import NoteKit
internal import NoteProtocol

extension Daemon {
    /// A note as the daemon names it.
    struct Place {
        let vault: String
        let path: String
    }

    /// Where a note is for the daemon: in the innermost of its open vaults that holds it; nil where none does.
    ///
    /// - Parameter file: The real path of the note.
    /// - Throws: `DaemonFailure`.
    func place(of file: NotePath) throws(DaemonFailure) -> Place? {
        let vaults = try answer(to: Service.VaultList()).vaults
        let places = vaults.compactMap { vault -> (vault: String, path: NotePath)? in
            guard let folder = NotePath(shown: vault.path), let path = file.below(folder) else { return nil }
            return (vault.vault, path)
        }
        return places.min { $0.path.bytes.count < $1.path.bytes.count }.map {
            Place(vault: $0.vault, path: $0.path.description)
        }
    }
}
