// SPDX-License-Identifier: MIT
// Folders for this user alone.

internal import Glibc
internal import NoteFiles

/// Makes and lists folders below the state folder.
enum PrivateFolder {
    /// Makes a folder, and those above it, where they are not there; only this user may enter (0700). Their
    /// names are durable when this returns.
    ///
    /// System calls: `mkdir(2)`, `fsync(2)`.
    static func make(_ folder: NotePath) throws(StoreError) {
        var answer = folder.withCString { mkdir($0, 0o700) }
        if answer != 0, errno == ENOENT, folder.folder != folder {
            try make(folder.folder)
            answer = folder.withCString { mkdir($0, 0o700) }
        }
        if answer == 0 { return try sync(folder.folder) }
        guard errno == EEXIST else {
            let error = StoreError(folder, call: "mkdir", systemError: errno)
            // What cannot be made is not what somebody asked for and is missing, as a vault may be.
            throw error.code == .missing ? error.filed(as: .other) : error
        }
    }

    /// Makes the names in a folder durable.
    ///
    /// System calls: `open(2)`, `fsync(2)`.
    static func sync(_ folder: NotePath) throws(StoreError) {
        let file = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard file >= 0 else { throw StoreError(folder, call: "open", systemError: errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw StoreError(folder, call: "fsync", systemError: errno) }
    }

    /// The names in a folder, those that begin with a dot left out; none where there is no folder.
    ///
    /// System calls: `opendir(3)`, `readdir(3)`.
    static func names(in folder: NotePath) throws(StoreError) -> [NotePath] {
        guard let stream = folder.withCString({ opendir($0) }) else {
            if errno == ENOENT { return [] }
            throw StoreError(folder, call: "opendir", systemError: errno)
        }
        defer { closedir(stream) }
        var names: [NotePath] = []
        while let entry = readdir(stream) {
            // SAFETY: the name ends in a zero and stays until the next call.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
                    Array(UnsafeBufferPointer(start: start, count: strnlen(UnsafeRawPointer(start), 255)))
                }
            }
            if name.first != UInt8(ascii: ".") { names.append(NotePath(bytes: name)) }
        }
        return names.sorted()
    }

    /// Whether a name is a symbolic link.
    static func isLink(_ path: NotePath) throws(StoreError) -> Bool { try target(of: path) != nil }

    /// What a symbolic link says; nil for what is none.
    ///
    /// System calls: `readlink(2)`.
    static func target(of path: NotePath) throws(StoreError) -> NotePath? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = path.withCString { path in
            buffer.withUnsafeMutableBytes { raw in
                raw.withMemoryRebound(to: CChar.self) { buffer in
                    buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? 0
                }
            }
        }
        if count > 0 { return NotePath(bytes: Array(buffer.prefix(count))) }
        guard errno == EINVAL || errno == ENOENT || count == 0 else {
            throw StoreError(path, call: "readlink", systemError: errno)
        }
        return nil
    }

    /// Makes a symbolic link beside a folder, in place of one that was there. It only saves looking further:
    /// where it cannot be made, nothing is lost.
    ///
    /// System calls: `unlink(2)` of a link, `symlink(2)`.
    static func link(_ path: NotePath, to name: NotePath) {
        // A folder is not unlinked: it answers EISDIR, and stays.
        _ = path.withCString { unlink($0) }
        _ = name.withCString { name in path.withCString { symlink(name, $0) } }
    }
}
