// SPDX-License-Identifier: MIT
// A scan as the collection of its files, and its folders beside them.

extension FolderScan: RandomAccessCollection {
    /// One file of a scan.
    public struct File: Hashable, Sendable {
        /// The path below the root.
        public let path: NotePath
        /// The facts; of what a link leads to, where the name is a symbolic link.
        public let facts: FileFacts
        /// Whether the name is a symbolic link.
        public let isLink: Bool
    }

    /// One folder of a scan.
    public struct Folder: Hashable, Sendable {
        /// The path below the root; `.` for the root itself.
        public let path: NotePath
        /// The facts as they were before it was listed.
        public let facts: FileFacts
        /// Whether it was reached through a symbolic link.
        public let isLink: Bool
        /// A digest of the set of names in it, hidden ones included.
        package let listing: UInt64
    }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of files.
    public var endIndex: Int { tree.places.count }

    /// A file. Its path is put together anew each time.
    public subscript(index: Int) -> File {
        let file = tree.file(at: index)
        return File(path: path(at: index), facts: file.facts, isLink: file.isLink)
    }

    /// The folders that were listed, ordered by path. Put together anew each time.
    public var folders: [Folder] {
        tree.folders.indices.compactMap { index in
            let folder = tree.folders[index]
            guard folder.content.isListed, let facts = folder.content.facts else { return nil }
            return Folder(
                path: tree.path(ofFolder: Int32(index)), facts: facts, isLink: folder.isLink,
                listing: folder.content.listing)
        }.sorted { $0.path < $1.path }
    }

    /// The symbolic links in real folders, ordered by path.
    package var links: [NotePath] {
        tree.folders.indices.flatMap { index -> [NotePath] in
            let folder = Int32(index)
            guard !tree.folders[index].content.links.isEmpty, !tree.isBelowLink(folder: folder) else {
                return []
            }
            return tree.folders[index].content.names.withUnsafeBufferPointer { names in
                tree.folders[index].content.links.map {
                    tree.path(of: Array(names.name($0.name)), in: folder)
                }
            }
        }.sorted()
    }

    /// The facts of the root before it was listed; nil where it could not be listed.
    package var rootFacts: FileFacts? { tree.folders[0].content.facts }

    /// The path of a file below the root.
    package func path(at index: Int) -> NotePath {
        var path: [UInt8] = []
        tree.appendPath(ofFile: index, to: &path)
        return NotePath(bytes: path)
    }

    /// The facts of a file, without its path.
    package func facts(at index: Int) -> FileFacts { tree.file(at: index).facts }

    /// Whether the name of a file is one that was asked for.
    package func isMatch(at index: Int) -> Bool { tree.file(at: index).isMatch }
}
