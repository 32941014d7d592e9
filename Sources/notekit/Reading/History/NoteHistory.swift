// SPDX-License-Identifier: MIT
// The history of the note that a command names.

internal import NoteKit
internal import NoteStore

/// A note's versions, found by any path of the note.
struct NoteHistory {
    let store: VaultStore
    private let note: NotePath
    private let typed: NotePath

    /// Finds the vault and what is remembered of it.
    init(of note: NotePath) throws {
        let (vault, path) = try Self.place(of: note)
        store = try Program.stores.store(of: vault)
        self.note = path
        typed = note
    }

    func versions() throws(StoreError) -> [StoredVersion] { try store.versions(of: note) }
    func bytes(of version: StoredVersion) throws(StoreError) -> [UInt8] { try store.bytes(of: version) }

    /// The version that is named.
    func version(_ id: String) throws -> StoredVersion {
        guard let version = try versions().first(where: { $0.id == id }) else {
            throw UnknownVersion(id: id, note: typed)
        }
        return version
    }

    /// Where a note is, or was when its folder is gone too.
    private static func place(of note: NotePath) throws(FileError) -> (vault: NotePath, path: NotePath) {
        do throws(FileError) {
            let place = try NotePlace(of: note)
            return (place.vault, place.path)
        } catch {
            let folder = note.folder
            guard error.code == .missing, folder.folder != folder else { throw error }
            let (vault, path) = try place(of: folder)
            return (vault, path.appending(note.name))
        }
    }
}

/// No version has this name.
struct UnknownVersion: Error, CustomStringConvertible {
    let id: String
    let note: NotePath
    var description: String { "'\(NotePath(id))' is no version of '\(note)'. Nothing was changed." }
}
