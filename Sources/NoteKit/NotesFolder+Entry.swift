// SPDX-License-Identifier: MIT
// One note of a folder's list, and the orders in which notes are listed.

public import NoteFiles

extension NotesFolder {
    /// One note of the list.
    public struct Entry: Hashable, Sendable, Identifiable {
        /// The path below the vault.
        public let path: NotePath
        /// The facts of the file; where the name is a symbolic link, of the file it leads to.
        public let facts: FileFacts
        /// When the note was made: as recorded by an earlier save, else as the file system remembers.
        public let created: FileTime?

        package init(path: NotePath, facts: FileFacts, created: FileTime?) {
            self.path = path
            self.facts = facts
            self.created = created
        }

        /// The path, which no other entry has.
        public var id: NotePath { path }
        /// Bytes in the file.
        public var size: Int { facts.size }
        /// When the content last changed.
        public var modified: FileTime { facts.modified }
        /// The file's name without `.md`, for the screen.
        public var title: String { NoteName.title(of: path) }
        /// Whether another tool left this note as a second version of another one, by its name.
        public var conflictCopy: ConflictCopy? { ConflictCopy(name: path) }
    }

    /// The order of a list of notes.
    public enum Sorting: String, Hashable, Sendable, CaseIterable {
        /// Last changed first; where that is equal, by path.
        case modified
        /// Last made first, those of unknown age last; where that is equal, by path.
        case created
        /// By path, byte by byte.
        case name

        /// Whether one note comes before another.
        package func precedes(_ one: Entry, _ other: Entry) -> Bool {
            switch self {
            case .modified where one.modified != other.modified: one.modified > other.modified
            case .created where one.created != other.created:
                other.created.map { theirs in one.created.map { $0 > theirs } ?? false } ?? true
            default: one.path < other.path
            }
        }
    }
}
