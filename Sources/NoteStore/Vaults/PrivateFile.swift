// SPDX-License-Identifier: MIT
// Small files for this user alone, read and replaced whole.

internal import Glibc
internal import NoteFiles

/// Reads and replaces files below the state folder.
enum PrivateFile {
    /// The bytes of a file; nil where there is none, or something else.
    ///
    /// System calls: `open(2)`, `pread(2)`.
    static func bytes(of path: NotePath) throws(StoreError) -> [UInt8]? {
        let file = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        if file < 0, errno == ENOENT || errno == ENOTDIR || errno == ELOOP { return nil }
        guard file >= 0 else { throw StoreError(path, call: "open", systemError: errno) }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw StoreError(path, call: "fstat", systemError: errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { return nil }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(facts.st_size)) { buffer, count in
            while count < buffer.count {
                let read = pread(file, buffer.baseAddress?.advanced(by: count), buffer.count - count, count)
                if read < 0, errno == EINTR { continue }
                if read < 0 { failure = errno }
                guard read > 0 else { break }
                count += read
            }
        }
        guard failure == 0 else { throw StoreError(path, call: "pread", systemError: failure) }
        return bytes
    }

    /// Puts bytes in place of a file. One process at a time, which a lock sees to.
    ///
    /// Durable when this returns. After a crash before that: the old file or the new.
    ///
    /// System calls: `open(2)`, `write(2)`, `fsync(2)`, `rename(2)`.
    static func replace(_ path: NotePath, with bytes: [UInt8]) throws(StoreError) {
        let new = NotePath(bytes: path.bytes + Array(".new".utf8))
        // What was left half done, or lies in the way and would keep a writer waiting.
        remove(new)
        let file = new.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard file >= 0 else { throw StoreError(path, call: "open", systemError: errno) }
        var rest = bytes[...]
        var failure: Int32 = 0
        while !rest.isEmpty, failure == 0 {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { failure = errno }
        }
        if failure == 0, fsync(file) != 0 { failure = errno }
        if close(file) != 0, failure == 0 { failure = errno }
        guard failure == 0 else { throw StoreError(path, call: "write", systemError: failure) }
        try rename(new, to: path)
    }

    /// Gives a file another name in its folder, durably.
    ///
    /// System calls: `rename(2)`, `fsync(2)`.
    static func rename(_ old: NotePath, to new: NotePath) throws(StoreError) {
        let answer = old.withCString { old in new.withCString { Glibc.rename(old, $0) } }
        guard answer == 0 else { throw StoreError(new, call: "rename", systemError: errno) }
        try PrivateFolder.sync(new.folder)
    }

    /// Refuses what is no ordinary file of this user: a pipe would keep its reader waiting for ever, a link leads
    /// elsewhere. What is not there is fine.
    ///
    /// System calls: `lstat(2)`.
    static func demandOrdinary(_ path: NotePath) throws(StoreError) {
        var facts = stat()
        guard path.withCString({ lstat($0, &facts) }) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw StoreError(path, call: "lstat", systemError: errno)
        }
        let kind: String? =
            switch facts.st_mode & S_IFMT {
            case S_IFREG: nil
            case S_IFDIR: "a folder"
            case S_IFLNK: "a symbolic link"
            case S_IFIFO: "a pipe"
            case S_IFSOCK: "a socket"
            default: "a device"
            }
        if let kind { throw StoreError(.other, path, "\(kind) is in its place, which is left alone") }
        // The superuser may work for anybody.
        guard facts.st_uid == geteuid() || geteuid() == 0 else {
            throw StoreError(.notPermitted, path, "it belongs to another user")
        }
    }

    /// How many bytes a file has; nil where there is none.
    static func size(of path: NotePath) -> Int? {
        var facts = stat()
        return path.withCString { stat($0, &facts) } == 0 ? Int(facts.st_size) : nil
    }

    /// Takes a file away that nobody needs; where it stays, it does no harm.
    static func remove(_ path: NotePath) { _ = path.withCString { unlink($0) } }
}
