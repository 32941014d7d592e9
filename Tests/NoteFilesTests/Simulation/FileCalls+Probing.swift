// SPDX-License-Identifier: MIT
// What a test does to a disk by itself, through the same calls, simulated or real.

import CNoteLinux
import Glibc
import NoteFiles

/// A step of a test's own that the disk refused. The test cannot go on.
struct ProbeFailure: Error, CustomStringConvertible {
    let description: String
}

extension FileCalls {
    /// Every byte of a file; nil when nothing is there.
    func contents(of path: NotePath) throws -> [UInt8]? {
        let file = path.withCString { openat(cn_AT_FDCWD, $0, O_RDONLY | cn_O_NOFOLLOW, 0) }
        if file == -ENOENT { return nil }
        try require(file, "open \(path)")
        defer { _ = close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { pread(file, $0, bytes.count) }
            try require(count, "read \(path)")
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
        }
    }

    /// The facts of what is at a path, links not followed; nil when nothing is.
    func facts(of path: NotePath) throws -> FileFacts? {
        var facts = FileFacts()
        let answer = path.withCString { statx(cn_AT_FDCWD, $0, cn_AT_SYMLINK_NOFOLLOW, &facts) }
        if answer == -ENOENT { return nil }
        try require(answer, "statx \(path)")
        return facts
    }

    /// The names in a folder, sorted, without `.` and `..`.
    func names(in folder: NotePath) throws -> [NotePath] {
        let file = folder.withCString { openat(cn_AT_FDCWD, $0, O_RDONLY | cn_O_DIRECTORY, 0) }
        if file == -ENOENT { return [] }
        try require(file, "open \(folder)")
        defer { _ = close(file) }
        var names: [NotePath] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = buffer.withUnsafeMutableBytes { getdents64(file, $0) }
            try require(count, "getdents64 \(folder)")
            if count == 0 { break }
            var start = 0
            while start < count {
                let length = Int(buffer[start + 16]) | Int(buffer[start + 17]) << 8
                names.append(
                    NotePath(bytes: Array(buffer[(start + 19)..<(start + length)].prefix { $0 != 0 })))
                start += length
            }
        }
        return names.filter { $0 != NotePath(".") && $0 != NotePath("..") }.sorted()
    }

    /// The extended attributes of a file.
    func attributes(of path: NotePath) throws -> [String: [UInt8]] {
        let file = path.withCString { openat(cn_AT_FDCWD, $0, O_RDONLY, 0) }
        try require(file, "open \(path)")
        defer { _ = close(file) }
        var list = [UInt8](repeating: 0, count: 65_536)
        let count = list.withUnsafeMutableBytes { flistxattr(file, $0) }
        try require(count, "flistxattr \(path)")
        var found: [String: [UInt8]] = [:]
        for name in list.prefix(count).split(separator: 0) {
            let name = String(decoding: name, as: UTF8.self)
            var value = [UInt8](repeating: 0, count: 65_536)
            let count = value.withUnsafeMutableBytes { fgetxattr(file, name, $0) }
            try require(count, "fgetxattr \(path) \(name)")
            found[name] = Array(value.prefix(count))
        }
        return found
    }

    /// Makes a file or rewrites it in place, as a careful outside program would: durable.
    func rewrite(_ path: NotePath, with bytes: [UInt8], mode: UInt32 = 0o644) throws {
        let file = path.withCString {
            openat(cn_AT_FDCWD, $0, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK, mode)
        }
        try require(file, "open \(path)")
        defer { _ = close(file) }
        try writeAll(bytes, to: file)
        try require(fsync(file), "fsync \(path)")
        try syncFolder(path.folder)
    }

    /// Writes a file beside the path and renames it over, as a careful outside program would: durable.
    func renameOver(_ path: NotePath, with bytes: [UInt8], through name: String = "outside.tmp") throws {
        let temporary = path.folder.appending(NotePath(name))
        try rewrite(temporary, with: bytes)
        let answer = temporary.withCString { from in
            path.withCString { renameat2(cn_AT_FDCWD, from, cn_AT_FDCWD, $0, 0) }
        }
        try require(answer, "rename \(temporary) to \(path)")
        try syncFolder(path.folder)
    }

    /// Gives a file properties.
    func setProperties(
        of path: NotePath, mode: UInt32, group: UInt32? = nil, attributes: [String: [UInt8]] = [:]
    ) throws {
        let file = path.withCString { openat(cn_AT_FDCWD, $0, O_RDONLY, 0) }
        try require(file, "open \(path)")
        defer { _ = close(file) }
        for (name, value) in attributes {
            try require(value.withUnsafeBytes { fsetxattr(file, name, $0) }, "fsetxattr \(name)")
        }
        if let group { try require(fchown(file, .max, group), "fchown \(path)") }
        try require(fchmod(file, mode), "fchmod \(path)")
    }

    /// Gives a file one more name.
    func link(_ path: NotePath, to name: NotePath) throws {
        let answer = path.withCString { from in
            name.withCString { linkat(cn_AT_FDCWD, from, cn_AT_FDCWD, $0) }
        }
        try require(answer, "link \(path) to \(name)")
    }

    /// Takes a name away, durably.
    func remove(_ path: NotePath) throws {
        try require(path.withCString { unlinkat(cn_AT_FDCWD, $0) }, "unlink \(path)")
        try syncFolder(path.folder)
    }

    /// Makes a folder.
    func makeFolder(_ path: NotePath, mode: UInt32 = 0o755) throws {
        try require(path.withCString { mkdirat(cn_AT_FDCWD, $0, mode) }, "mkdir \(path)")
    }

    /// Writes bytes at the start of an open file.
    func writeAll(_ bytes: [UInt8], to file: Int32) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { pwrite(file, $0, done) }
            try require(count, "write")
            done += count
        }
    }

    /// Syncs a folder.
    func syncFolder(_ path: NotePath) throws {
        let file = path.withCString { openat(cn_AT_FDCWD, $0, O_RDONLY | cn_O_DIRECTORY, 0) }
        try require(file, "open \(path)")
        defer { _ = close(file) }
        try require(fsync(file), "fsync \(path)")
    }

    private func require(_ answer: some SignedInteger, _ what: String) throws {
        guard answer < 0 else { return }
        throw ProbeFailure(description: "\(what): \(String(cString: strerror(Int32(-answer))))")
    }
}
