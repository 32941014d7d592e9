// SPDX-License-Identifier: MIT
// Which name in which directory a path really means, links followed and the directory pinned.

internal import CNoteLinux
internal import Glibc

/// The directory that really holds a note, open, and the note's name in it.
///
/// Every later call is relative to the open directory, so nothing that happens to the path
/// meanwhile (a folder renamed, a link put in its place) can lead a save astray.
package struct NoteLocation: ~Copyable {
    /// The directory, open for reading, or as a mere place (`O_PATH`) when it cannot be read.
    package let directory: OpenFile
    /// Whether `directory` can be listed and synced.
    package let directoryIsReadable: Bool
    /// The name in the directory. Never a symbolic link at the time of looking, where links were followed.
    package let name: NotePath
    /// The path as the caller gave it, for messages.
    package let path: NotePath
    /// The path of the directory, with the links followed that `path` ended in.
    package let folder: NotePath

    /// The path of the file itself.
    package var realPath: NotePath { folder.appending(name) }

    /// Follows symbolic links at the end of `path` until a name that is none.
    ///
    /// A dangling link leads to the place where its target would be. Without `followingLinks` the name is the
    /// path's own, be it a link or not. Reads nothing, writes nothing.
    ///
    /// System calls: `openat(2)`, `readlinkat(2)`.
    ///
    /// - Throws: `FileError` with code `.missing` when a folder on the way is gone, `.linkLoop` after
    ///   40 links, `.notAFile` when the path cannot name a file, as one that ends in a slash.
    package init(
        of path: NotePath, for operation: FileError.Operation, followingLinks: Bool = true,
        calls: any FileCalls
    ) throws(FileError) {
        var place = try Self.open(path.folder, in: cn_AT_FDCWD, path, operation, calls)
        var name = Self.lastName(of: path)
        var folder = path.folder
        // The kernel's own limit for links in one path, see path_resolution(7).
        for _ in 0..<40 {
            guard Self.canNameAFile(name) else {
                throw FileError(operation, path, call: "openat", code: .notAFile)
            }
            let target =
                followingLinks
                ? try Self.target(of: name, in: place.file.number, path, operation, calls) : nil
            guard let target else {
                directory = place.file
                directoryIsReadable = place.isReadable
                self.name = name
                self.path = path
                self.folder = folder
                return
            }
            place = try Self.open(target.folder, in: place.file.number, path, operation, calls)
            folder = target.isAbsolute ? target.folder : folder.appending(target.folder)
            name = Self.lastName(of: target)
        }
        throw FileError(operation, path, call: "readlinkat", code: .linkLoop)
    }

    /// The same of a path below a folder, out of which it does not lead.
    ///
    /// System calls: `openat(2)` with `O_NOFOLLOW` for each name, `readlinkat(2)`; `statx(2)` where a link leads
    /// up or begins at the root.
    ///
    /// - Throws: `FileError` as above, and with code `.leadsOutside` where a symbolic link leads out of the folder.
    package init(
        of path: NotePath, below root: NoteRoot, for operation: FileError.Operation
    ) throws(FileError) {
        let shown = root.path.appending(path)
        guard Self.canNameAFile(Self.lastName(of: path)) else {
            throw FileError(operation, shown, call: "openat", code: .notAFile)
        }
        var walk = RootedWalk(path, below: root, for: operation)
        guard let name = try walk.goToLastName() else {
            throw FileError(operation, shown, call: "openat", code: .notAFile)
        }
        let place = try walk.open()
        directory = place.file
        directoryIsReadable = place.isReadable
        self.name = name
        self.path = shown
        folder = walk.folder
    }

    /// A folder itself, under the name `.`.
    init(ofFolder folder: NotePath, for operation: FileError.Operation, calls: any FileCalls)
        throws(FileError)
    {
        let place = try Self.open(folder, in: cn_AT_FDCWD, folder, operation, calls)
        directory = place.file
        directoryIsReadable = place.isReadable
        name = NotePath(".")
        path = folder
        self.folder = folder
    }

    /// The same of a folder below another one, out of which it does not lead.
    init(
        ofFolder folder: NotePath, below root: NoteRoot, for operation: FileError.Operation
    ) throws(FileError) {
        var walk = RootedWalk(folder, below: root, for: operation)
        try walk.goToEnd()
        let place = try walk.open()
        directory = place.file
        directoryIsReadable = place.isReadable
        name = NotePath(".")
        path = root.path.appending(folder)
        self.folder = walk.folder
    }

    /// Another name in the directory of a location that is known; a link is not followed.
    init(
        _ name: NotePath, beside location: borrowing NoteLocation, for operation: FileError.Operation,
        calls: any FileCalls
    ) throws(FileError) {
        let path = location.folder.appending(name)
        let place = try Self.open(
            NotePath("."), in: location.directory.number, path, operation, calls)
        directory = place.file
        directoryIsReadable = place.isReadable
        self.name = name
        self.path = path
        folder = location.folder
    }

    /// What a path names in its folder; nothing where a slash at its end asks for a folder.
    private static func lastName(of path: NotePath) -> NotePath {
        path.bytes.last == UInt8(ascii: "/") ? NotePath("") : path.name
    }

    private static func canNameAFile(_ name: NotePath) -> Bool {
        !name.bytes.isEmpty && name != NotePath(".") && name != NotePath("..")
    }

    /// A directory, open.
    struct Place: ~Copyable {
        let file: OpenFile
        let isReadable: Bool
    }

    static func open(
        _ folder: NotePath, in start: Int32, _ shown: NotePath, _ operation: FileError.Operation,
        _ calls: any FileCalls
    ) throws(FileError) -> Place {
        let flags = cn_O_DIRECTORY | cn_O_CLOEXEC
        let result = folder.withCString { calls.openat(start, $0, O_RDONLY | flags, 0) }
        if result >= 0 { return Place(file: OpenFile(owning: result, calls: calls), isReadable: true) }
        if result == -EACCES {
            let place = folder.withCString { calls.openat(start, $0, cn_O_PATH | flags, 0) }
            if place >= 0 { return Place(file: OpenFile(owning: place, calls: calls), isReadable: false) }
        }
        throw FileError(operation, shown, call: "openat", answer: Int(result))
    }

    /// What a symbolic link says; nil where the name is none, or there is nothing.
    static func target(
        of name: NotePath, in directory: Int32, _ shown: NotePath,
        _ operation: FileError.Operation, _ calls: any FileCalls
    ) throws(FileError) -> NotePath? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { raw in
            name.withCString { calls.readlinkat(directory, $0, raw) }
        }
        switch count {
        case 1...: return NotePath(bytes: Array(buffer.prefix(count)))
        // EINVAL: the name is no link.
        case -Int(EINVAL), -Int(ENOENT), 0: return nil
        default: throw FileError(operation, shown, call: "readlinkat", answer: count)
        }
    }
}

extension NotePath {
    /// The path from the root, for a record that is read by another process.
    ///
    /// - Throws: `FileError` when the working directory has no path any more.
    package func fromRoot(for operation: FileError.Operation) throws(FileError) -> NotePath {
        if isAbsolute { return self }
        guard let folder = getcwd(nil, 0) else {
            throw FileError(operation, self, call: "getcwd", answer: -Int(errno))
        }
        defer { free(folder) }
        let start = NotePath(bytes: Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder))))
        // The kernel says `(unreachable)` of a folder outside of this process's root.
        guard start.isAbsolute else { throw FileError(operation, self, call: "getcwd", code: .missing) }
        return start.appending(self)
    }
}
