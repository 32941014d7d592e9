// SPDX-License-Identifier: MIT
// Which vault a note is in, for those who are only told the note.

internal import Glibc
public import NoteFiles

/// A note as a path in its vault.
public struct NotePlace: Hashable, Sendable {
    /// The vault: the nearest folder above the note that holds a folder `.obsidian`, else the note's own
    /// folder. A real path: no symbolic link is on the way.
    public let vault: NotePath
    /// The note's path below the vault.
    public let path: NotePath
    /// Whether `vault` holds a folder `.obsidian`, and is not just the folder of the note.
    public let isInVault: Bool

    /// Finds the vault of a note. The note need not be there, its folder must.
    ///
    /// System calls: those of `realpath(3)`, and `stat(2)` in each folder above the note.
    ///
    /// - Throws: `FileError` when the note's folder is not there or cannot be entered.
    public init(of note: NotePath) throws(FileError) {
        guard let resolved = note.folder.withCString({ realpath($0, nil) }) else {
            throw FileError(.find, note, call: "realpath", answer: -Int(errno))
        }
        defer { free(resolved) }
        let folder = NotePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
        var vault = folder
        var path = note.name
        while !Self.isVault(vault) {
            guard vault != vault.folder else {
                self.vault = folder
                self.path = note.name
                isInVault = false
                return
            }
            path = vault.name.appending(path)
            vault = vault.folder
        }
        self.vault = vault
        self.path = path
        isInVault = true
    }

    /// Finds the vault that a note is or was in. Its folder need not be there any more: the vault is then that of the
    /// nearest folder above which is.
    ///
    /// System calls: as for a note that is there, for each folder that is gone once more.
    ///
    /// - Throws: `FileError` when a folder above the note cannot be entered.
    public init(remembered note: NotePath) throws(FileError) {
        do throws(FileError) {
            try self.init(of: note)
        } catch {
            let folder = note.folder
            guard error.code == .missing, folder.folder != folder else { throw error }
            let place = try NotePlace(remembered: folder)
            self.init(place.vault, place.path.appending(note.name), isInVault: place.isInVault)
        }
    }

    private init(_ vault: NotePath, _ path: NotePath, isInVault: Bool) {
        self.vault = vault
        self.path = path
        self.isInVault = isInVault
    }

    private static func isVault(_ folder: NotePath) -> Bool {
        var facts = stat()
        return folder.appending(NotePath(".obsidian")).withCString { stat($0, &facts) } == 0
            && facts.st_mode & S_IFMT == S_IFDIR
    }
}
