// SPDX-License-Identifier: MIT
// What a plan for folders has to see of a vault.

internal import CNoteLinux
internal import Glibc
package import NoteKit

/// Looks at the names of a vault.
package protocol FolderSight {
    /// The names in a folder, hidden ones too.
    func allNames(in folder: NotePath) throws(LibraryError) -> [NotePath]
    /// What sort of thing is at a path, a link not followed; nil where nothing is.
    func kind(of path: NotePath) throws(LibraryError) -> FileFacts.Kind?
    /// Whether a symbolic link says where it leads from the place that it is at.
    func isRelativeLink(_ path: NotePath) throws(LibraryError) -> Bool
}

extension VaultFolders: FolderSight {
    func allNames(in folder: NotePath) throws(LibraryError) -> [NotePath] {
        try allNames(in: self.folder(folder))
    }

    func kind(of path: NotePath) throws(LibraryError) -> FileFacts.Kind? { try facts(of: path)?.kind }

    func isRelativeLink(_ path: NotePath) throws(LibraryError) -> Bool {
        let directory = try folder(path.folder).file.number
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { raw in
            path.name.withCString { calls.readlinkat(directory, $0, raw) }
        }
        guard count >= 0 else {
            throw LibraryError(systemError: Int32(-count), path, "The link '\(path)' was not read")
        }
        return buffer.first != UInt8(ascii: "/")
    }
}
