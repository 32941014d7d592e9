// SPDX-License-Identifier: MIT
// Which notes are listed, and in which order.

public import NoteKit

/// The notes of a vault, to be listed by scope, search and order.
///
/// A value of one look at the vault; it reads no note. Pinned notes come first, except among the recent ones.
public struct NoteOrganizer: Sendable {
    /// One note of a list.
    public struct Note: Hashable, Sendable, Identifiable {
        /// What the folder's list knows of it.
        public let entry: NotesFolder.Entry
        /// Whether it is pinned.
        public let isPinned: Bool

        /// Makes a note of a list.
        public init(_ entry: NotesFolder.Entry, isPinned: Bool) {
            self.entry = entry
            self.isPinned = isPinned
        }

        /// The path in the vault, which no other note has.
        public var id: NotePath { entry.path }
        /// The same.
        public var path: NotePath { entry.path }
        /// The folder that it lies in; `.` for one that is unfiled.
        public var folder: NotePath { entry.path.folder }
        /// The file's name without `.md`, for the screen.
        public var title: String { entry.title }
    }

    /// Where notes are listed from.
    public enum Scope: Hashable, Sendable {
        /// The whole vault.
        case all
        /// Notes that lie in no folder.
        case unfiled
        /// A folder and all folders below it, as a search in a folder has them. The top is the whole vault.
        case folder(NotePath)

        /// Whether a note is listed.
        public func holds(_ note: NotePath) -> Bool {
            switch self {
            case .all: true
            case .unfiled: note.folder == .top
            case .folder(let folder): note.isBelow(folder)
            }
        }
    }

    /// The notes, by path.
    public let notes: [Note]

    /// Organizes notes that somebody has listed.
    public init(_ notes: [Note]) { self.notes = notes.sorted { $0.path < $1.path } }

    /// Organizes the notes of a folder's list.
    ///
    /// - Parameters:
    ///   - folder: The list.
    ///   - pinned: The notes that are pinned; see `VaultStore.pinnedNotes(among:)`.
    public init(_ folder: NotesFolder, pinned: [NotePath]) {
        let pinned = Set(pinned)
        self.init(folder.entries.map { Note($0, isPinned: pinned.contains($0.path)) })
    }

    /// The text that a query asks for; nil where it is nothing but white space: then all notes are found.
    public static func text(ofQuery query: String) -> String? {
        query.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? nil : query
    }

    /// The notes of a scope, pinned ones first.
    ///
    /// - Parameters:
    ///   - scope: Where from.
    ///   - sorting: The order among the pinned and among the others.
    ///   - found: Whether a note is among those that a search has found; all are without one.
    public func notes(
        in scope: Scope = .all, by sorting: NotesFolder.Sorting = .modified,
        where found: (Note) -> Bool = { _ in true }
    ) -> [Note] {
        notes.filter { scope.holds($0.path) && found($0) }.sorted { one, other in
            one.isPinned == other.isPinned ? sorting.precedes(one.entry, other.entry) : one.isPinned
        }
    }

    /// The notes of a scope that were changed last, pinned or not.
    ///
    /// - Parameters:
    ///   - count: How many at most.
    ///   - scope: Where from.
    ///   - sorting: `.created` for those that were made last.
    ///   - found: Whether a note is among those that a search has found.
    public func recent(
        _ count: Int, in scope: Scope = .all, by sorting: NotesFolder.Sorting = .modified,
        where found: (Note) -> Bool = { _ in true }
    ) -> [Note] {
        let chosen = notes.filter { scope.holds($0.path) && found($0) }
        return Array(chosen.sorted { sorting.precedes($0.entry, $1.entry) }.prefix(max(0, count)))
    }
}
