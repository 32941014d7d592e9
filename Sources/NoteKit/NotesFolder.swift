// SPDX-License-Identifier: MIT
// A folder of notes as a list: newest first, refreshed when asked, remembered between launches.

public import NoteFiles

/// A folder of Markdown notes, a vault.
///
/// A value of its last look at the disk: `entries` stay as they were until `refresh()` looks again.
/// A note is a file whose name ends in `.md`, in any case, and does not start with a dot; nothing in
/// a hidden folder is one. Symbolic links are followed; each real folder is listed once.
///
/// ```swift
/// var folder = NotesFolder(remembering: StateFolder.standard, key: "vault")
/// try folder.choose(NotePath("/home/ada/notes"))
/// for entry in folder.entries { print(entry.title, entry.path) }
/// ```
public struct NotesFolder: Sendable {
    /// The vault; nil while none was chosen.
    public private(set) var path: NotePath?
    /// The notes as of the last look, in the order of `sorting`.
    public private(set) var entries: [Entry] = []
    /// What was found at the last look and is not listed, and why.
    public private(set) var skipped: [FolderScan.Skipped] = []
    /// The order of `entries`. Setting it sorts again without looking at the disk.
    public var sorting: Sorting

    /// The order of a list of notes.
    public enum Sorting: String, Hashable, Sendable, CaseIterable {
        /// Last changed first; where that is equal, by path.
        case modified
        /// Last made first; where that is equal or unknown, by path.
        case created
        /// By path, byte by byte.
        case name
    }

    /// One note of the list.
    public struct Entry: Hashable, Sendable {
        /// The path below the vault.
        public let path: NotePath
        /// The facts of the file; where the name is a symbolic link, of the file it leads to.
        public let facts: FileFacts
        /// When the note was made: as recorded by an earlier save, else as the file system remembers.
        public let created: FileTime?

        /// Bytes in the file.
        public var size: Int { facts.size }
        /// When the content last changed.
        public var modified: FileTime { facts.modified }
        /// The file's name without `.md`, for the screen.
        public var title: String { "" }
    }

    /// Lists the notes of a vault. Writes nothing.
    ///
    /// - Parameters:
    ///   - path: A folder, or a link to one.
    ///   - sorting: The order of `entries`.
    /// - Throws: `FileError` when `path` is no folder or cannot be opened.
    public init(_ path: NotePath, sorting: Sorting = .modified) throws(FileError) {
        self.path = path
        self.sorting = sorting
    }

    /// The vault that was last chosen under a key. Looks for no notes until `refresh()`.
    ///
    /// The choice is kept in a small file below `stateFolder`, one for each key. A missing or damaged
    /// one is the same as no choice.
    ///
    /// - Parameters:
    ///   - stateFolder: Usually `StateFolder.standard`; never inside the vault.
    ///   - key: The name under which this program remembers its vault.
    public init(remembering stateFolder: NotePath = StateFolder.standard, key: String) {
        sorting = .modified
    }

    /// Makes `path` the vault, looks at it, and remembers it where this folder remembers.
    ///
    /// - Throws: `FileError` when `path` is no folder or cannot be opened: the old choice stays then;
    ///   or when the choice could not be kept: the list is the new one then.
    public mutating func choose(_ path: NotePath) throws(FileError) {}

    /// Looks at the disk again. Does nothing while no vault was chosen.
    ///
    /// - Throws: `FileError` when the vault is gone or cannot be opened; the list stays as it was.
    public mutating func refresh() throws(FileError) {}
}
