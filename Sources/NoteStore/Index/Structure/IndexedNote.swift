// SPDX-License-Identifier: MIT
// What the index tells of a note.

public import NoteFiles

/// A note as the index knows it.
public struct IndexedNote: Hashable, Sendable, Identifiable {
    /// The path in the vault.
    public let path: NotePath
    /// The name of the file without its ending.
    public let title: String
    /// Other names of it, from its front matter.
    public let aliases: [String]
    /// Its tags without their signs: those of the front matter, then those of the text, each once.
    public let tags: [String]
    /// When its text last changed.
    public let modified: FileTime
    /// When it was made: as recorded by an earlier save, else as the file system remembers.
    public let created: FileTime?
    /// Bytes in its file.
    public let size: Int
    /// Whether it is UTF-8. One that is not has no aliases and tags, and is never found by its text.
    public let isReadable: Bool

    /// The path, which no other note has.
    public var id: NotePath { path }
}
