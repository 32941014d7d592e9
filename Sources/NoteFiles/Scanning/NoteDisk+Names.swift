// SPDX-License-Identifier: MIT
// The names in one folder.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// The names in a folder that fulfil a condition, in byte order. Without `.` and `..`.
    package func names(
        in folder: NotePath, where condition: (NotePath) -> Bool
    ) throws(FileError) -> [NotePath] {
        try names(at: folder, in: cn_AT_FDCWD, folder, where: condition)
    }

    /// The same of the folder of a location, wherever its path leads by now.
    func names(
        beside location: borrowing NoteLocation, where condition: (NotePath) -> Bool
    ) throws(FileError) -> [NotePath] {
        try names(at: NotePath("."), in: location.directory.number, location.folder, where: condition)
    }

    private func names(
        at path: NotePath, in start: Int32, _ folder: NotePath, where condition: (NotePath) -> Bool
    ) throws(FileError) -> [NotePath] {
        let number = path.withCString {
            let flags = O_RDONLY | cn_O_DIRECTORY | cn_O_CLOEXEC
            let quietly = calls.openat(start, $0, flags | cn_O_NOATIME, 0)
            return quietly == -EPERM ? calls.openat(start, $0, flags, 0) : quietly
        }
        guard number >= 0 else { throw FileError(.list, folder, call: "openat", answer: Int(number)) }
        return try names(in: OpenFile(owning: number, calls: calls), folder, where: condition)
    }

    /// The same of an open folder, whose names were not asked for through this descriptor before.
    package func names(
        in directory: borrowing OpenFile, _ folder: NotePath,
        where condition: (NotePath) -> Bool = { _ in true }
    ) throws(FileError) -> [NotePath] {
        let number = directory.number
        var names: [NotePath] = []
        var buffer = [UInt8](repeating: 0, count: 32 * 1024)
        while true {
            let count = buffer.withUnsafeMutableBytes { calls.getdents64(number, $0) }
            if count == -Int(EINTR) { continue }
            guard count >= 0 else { throw FileError(.list, folder, call: "getdents64", answer: count) }
            guard count > 0 else { return names.sorted() }
            buffer.withUnsafeBytes { raw in
                DirectoryRecords.forEach(in: UnsafeRawBufferPointer(rebasing: raw[..<count])) { name in
                    let path = NotePath(bytes: Array(name))
                    if condition(path) { names.append(path) }
                }
            }
        }
    }
}

/// The records that `getdents64(2)` writes: inode (8 bytes), offset (8), length (2), type (1), name.
enum DirectoryRecords {
    static func forEach(in records: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var at = 0
        while at + 19 <= records.count {
            let length = Int(records.loadUnaligned(fromByteOffset: at + 16, as: UInt16.self))
            guard length >= 19, at + length <= records.count else { return }
            let field = records[at + 19..<at + length]
            let name = UnsafeRawBufferPointer(rebasing: field.prefix { $0 != 0 })
            if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { body(name) }
            at += length
        }
    }
}
