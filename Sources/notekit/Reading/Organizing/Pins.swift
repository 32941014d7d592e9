// SPDX-License-Identifier: MIT
// Which notes of a folder are pinned, as far as anybody remembers.

internal import Glibc
internal import NoteKit
internal import NoteLibrary
internal import NoteStore

/// The pins of the vault that a folder is, or lies in.
enum Pins {
    /// The pinned notes as paths below a folder. Where nothing is remembered, nothing is made for it, and a
    /// store that cannot be used is told and pins nothing.
    ///
    /// - Parameter notes: The notes of the folder, among which one is found that another program has renamed.
    static func of(_ folder: NotePath, among notes: [NotePath]) -> [NotePath] {
        let stateFolder = StateFolder.standard.appending(NotePath("vaults"))
        guard stateFolder.withCString({ access($0, F_OK) }) == 0 else { return [] }
        do {
            // The path of a note right in the folder tells which vault that is, and where the folder is in it.
            let place = try NotePlace(of: folder.appending(NotePath("note.md")))
            let prefix = Array(place.path.bytes.dropLast("note.md".utf8.count))
            let own = try Program.stores.store(of: place.vault)
                .pinnedNotes(among: notes.map { NotePath(bytes: prefix + $0.bytes) })
                .filter { $0.bytes.starts(with: prefix) }
                .map { NotePath(bytes: Array($0.bytes.dropFirst(prefix.count))) }
            return try own + (place.isInVault ? [] : pins(below: place.vault, among: notes))
        } catch {
            StandardError.write("notekit: no note is shown as pinned: \(error)\n")
            return []
        }
    }

    /// The pinned notes in folders below one that is in no vault: each folder is remembered by itself there.
    private static func pins(below top: NotePath, among notes: [NotePath]) throws -> [NotePath] {
        try VaultStore.vaults(below: top).flatMap { folder -> [NotePath] in
            guard try !NotePlace(of: folder.appending(NotePath("note.md"))).isInVault else { return [] }
            let prefix = folder.bytes.dropFirst(top.appending(NotePath("")).bytes.count) + [UInt8(ascii: "/")]
            let inFolder = notes.filter { $0.bytes.starts(with: prefix) }
                .map { NotePath(bytes: Array($0.bytes.dropFirst(prefix.count))) }
            return try Program.stores.store(of: folder).pinnedNotes(among: inFolder)
                .map { NotePath(bytes: prefix + $0.bytes) }
        }
    }
}
