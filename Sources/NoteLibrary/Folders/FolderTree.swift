// SPDX-License-Identifier: MIT
// The folders of a vault as people see them: grouped by parent, in order, with what is in them counted.

public import NoteKit

/// The folders of a vault in the order in which a tree shows them, grouped by parent in one pass.
///
/// A value of one look at the vault. Paths are in the vault, `.` for its top, which is no folder of the tree.
/// Hidden folders are none. A folder is followed by those in it; those that lie in the same one are ordered by
/// name without regard to case, then byte by byte.
public struct FolderTree: Sendable {
    /// One folder.
    public struct Folder: Hashable, Sendable, Identifiable {
        /// Its path in the vault.
        public let path: NotePath
        /// How many folders it lies in; zero right below the top.
        public let depth: Int
        /// How many notes lie in it.
        public fileprivate(set) var noteCount = 0
        /// How many notes lie in it and in all folders below it.
        public fileprivate(set) var totalCount = 0

        /// The path, which no other folder has.
        public var id: NotePath { path }
        /// Its own name.
        public var name: NotePath { path.name }
        /// Its name and those of the folders that it lies in, as `Work › 2026`.
        public var displayPath: String { FolderHierarchy.displayPath(of: path) }
    }

    /// Every folder, each before those in it.
    public let folders: [Folder]
    /// How many notes lie in no folder, right at the top.
    public let unfiledCount: Int

    private let places: [NotePath: Int]
    /// The place behind the last folder below each.
    private let ends: [Int]

    /// Looks at the folders of a vault. Writes nothing.
    ///
    /// System calls: those of `FolderScan`.
    ///
    /// - Throws: `LibraryError` when the vault cannot be listed.
    public init(of vault: NotePath) throws(LibraryError) {
        do throws(FileError) {
            self.init(of: try FolderScan(of: vault, matching: { NotesFolder.isNote(NotePath($0)) }))
        } catch {
            throw LibraryError(error)
        }
    }

    /// The folders of a scan whose files are notes.
    public init(of scan: FolderScan) {
        self.init(folders: scan.folders.lazy.map(\.path), notes: scan.indices.lazy.map { scan.path(at: $0) })
    }

    /// Groups folders and counts notes.
    ///
    /// - Parameters:
    ///   - folders: Paths in any order; one that lies in a folder that is not among them brings that along.
    ///   - notes: Paths of notes in any order.
    public init(folders: some Sequence<NotePath>, notes: some Sequence<NotePath>) {
        var children: [NotePath: [NotePath]] = [:]
        var known: Set<NotePath> = [.top]
        for folder in folders {
            var folder = folder
            while known.insert(folder).inserted {
                children[folder.folder, default: []].append(folder)
                folder = folder.folder
            }
        }
        var ordered: [Folder] = []
        var waiting = Self.ordered(children[.top] ?? []).map { Folder(path: $0, depth: 0) }
        while let folder = waiting.popLast() {
            ordered.append(folder)
            for child in Self.ordered(children[folder.path] ?? []) {
                waiting.append(Folder(path: child, depth: folder.depth + 1))
            }
        }
        let places = Dictionary(uniqueKeysWithValues: ordered.indices.map { (ordered[$0].path, $0) })
        var unfiled = 0
        for note in notes {
            if let place = places[note.folder] {
                ordered[place].noteCount += 1
            } else if note.folder == .top {
                unfiled += 1
            }
        }
        var ends = [Int](repeating: 0, count: ordered.count)
        // From the end on, each folder is complete before the one that it lies in.
        for place in ordered.indices.reversed() {
            ordered[place].totalCount += ordered[place].noteCount
            ends[place] = max(ends[place], place + 1)
            guard let parent = places[ordered[place].path.folder] else { continue }
            ordered[parent].totalCount += ordered[place].totalCount
            ends[parent] = max(ends[parent], ends[place])
        }
        self.folders = ordered
        self.places = places
        self.ends = ends
        unfiledCount = unfiled
    }

    /// The last one first, as a stack wants them.
    private static func ordered(_ folders: [NotePath]) -> [NotePath] {
        folders.map { (folded: $0.name.folded, path: $0) }
            .sorted { ($1.folded, $1.path) < ($0.folded, $0.path) }
            .map(\.path)
    }

    /// A folder by its path; nil where there is none.
    public subscript(path: NotePath) -> Folder? { places[path].map { folders[$0] } }

    /// The folders right in a folder, in order.
    public func children(of folder: NotePath) -> [Folder] {
        var found: [Folder] = []
        let start = folder == .top ? 0 : places[folder].map { $0 + 1 } ?? folders.count
        var place = start
        let end = folder == .top ? folders.count : places[folder].map { ends[$0] } ?? place
        while place < end {
            found.append(folders[place])
            place = ends[place]
        }
        return found
    }

    /// All folders below a folder, in order.
    public func descendants(of folder: NotePath) -> ArraySlice<Folder> {
        if folder == .top { return folders[...] }
        guard let place = places[folder] else { return [] }
        return folders[(place + 1)..<ends[place]]
    }

    /// Where a folder may be moved: not into itself, not below itself, and not where it lies already.
    public func destinations(for folder: NotePath) -> [NotePath] {
        ([.top] + folders.map(\.path)).filter {
            $0 != folder.folder && FolderHierarchy.isLegal(moving: folder, into: $0)
        }
    }
}

extension NotePath {
    fileprivate init(_ name: UnsafeRawBufferPointer) { self.init(bytes: Array(name)) }
}
