// SPDX-License-Identifier: MIT
// Which file a path means, so that two spellings of it are one session.

/// A file as sessions tell it from others: by its folder and its name in it, symbolic links followed, and
/// where it has several hard links by its inode as well.
struct SessionPlace: Hashable, Sendable {
    /// The real path from the root.
    let path: NotePath
    private let folder: Mark
    private let name: NotePath
    /// The file, where it has several names.
    private let file: Mark?

    /// A folder or file; the number of one that is gone is given again, but not the moment it was made.
    private struct Mark: Hashable {
        let identity: FileFacts.Identity
        let born: FileTime?

        init(_ facts: FileFacts) {
            identity = facts.identity
            born = facts.born
        }
    }

    /// Finds the file behind a path; it need not be there, its folder must.
    ///
    /// - Throws: `FileError` when the folder is not there or cannot be entered.
    init(of path: NotePath, calls: any FileCalls) throws(FileError) {
        let location = try NoteLocation(of: path.fromRoot(for: .find), for: .find, calls: calls)
        let disk = NoteDisk(stateFolder: NotePath(""), calls: calls)
        folder = Mark(try disk.facts(of: location.directory, path, .find))
        name = location.name
        var facts = FileFacts()
        let found = location.name.withCString { calls.statx(location.directory.number, $0, 0, &facts) }
        file = found == 0 && facts.links > 1 ? Mark(facts) : nil
        let place = try NotePlace(of: location.realPath)
        self.path = place.vault.appending(place.path)
    }

    /// Whether both are the same file.
    func isSame(as other: SessionPlace) -> Bool {
        folder == other.folder && name == other.name || file != nil && file == other.file
    }
}
