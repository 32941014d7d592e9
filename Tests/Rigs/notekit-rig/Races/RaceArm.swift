// SPDX-License-Identifier: MIT
// The ways of saving that are set against the outside writers.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles

/// What saves in a race.
enum RaceArm: String, CaseIterable {
    /// `NoteDisk.replace` as it is.
    case notekit
    /// The same, told by the kernel that there are no leases: exchange, compare, swap back. Must lose.
    case withoutLease = "exchange-without-lease"
    /// What programs usually do: look whether the file is still the same, then rename over it. Must lose.
    case checkThenRename = "check-then-rename"

    /// Whether this way of saving is known to lose against that kind of writer. A compare after the
    /// exchange finds every rename, with or without a lease.
    func mustLose(against kind: WriterKind) -> Bool {
        switch self {
        case .notekit: false
        case .withoutLease: kind != .rename
        case .checkThenRename: true
        }
    }
}

/// The careful program of the usual kind: size, times and inode compared right before the rename.
struct CheckThenRename {
    let calls: any FileCalls

    func replace(
        _ note: NotePath, with new: [UInt8], base: [UInt8]
    ) throws(FileError) -> RaceAnswer {
        let folder = try checked(
            "openat", note,
            note.folder.withCString {
                calls.openat(cn_AT_FDCWD, $0, O_RDONLY | cn_O_DIRECTORY | cn_O_CLOEXEC, 0)
            })
        defer { _ = calls.close(folder) }
        let before = try look(folder, note)
        guard try content(folder, note, before.size) == base else { return changed }
        let temporary = NotePath(".careful.tmp")
        let file = try checked(
            "openat", note,
            temporary.withCString {
                calls.openat(folder, $0, O_RDWR | O_CREAT | O_TRUNC | cn_O_CLOEXEC, 0o644)
            })
        defer { _ = calls.close(file) }
        _ = new.withUnsafeBytes { calls.pwrite(file, $0, 0) }
        _ = try checked("fsync", note, calls.fsync(file))
        guard try look(folder, note).looksUnchanged(from: before) else {
            _ = temporary.withCString { calls.unlinkat(folder, $0) }
            return changed
        }
        _ = try checked(
            "renameat2", note,
            temporary.withCString { temporary in
                note.name.withCString { calls.renameat2(folder, temporary, folder, $0, 0) }
            })
        _ = calls.fsync(folder)
        return .saved
    }

    private var changed: RaceAnswer { .conflict(.changed, kept: []) }

    private func checked(_ call: String, _ note: NotePath, _ answer: Int32) throws(FileError) -> Int32 {
        guard answer >= 0 else { throw FileError(.save, note, call: call, answer: Int(answer)) }
        return answer
    }

    private func look(_ folder: Int32, _ note: NotePath) throws(FileError) -> FileFacts {
        var facts = FileFacts()
        _ = try checked("statx", note, note.name.withCString { calls.statx(folder, $0, 0, &facts) })
        return facts
    }

    private func content(_ folder: Int32, _ note: NotePath, _ size: Int) throws(FileError) -> [UInt8] {
        let file = try checked(
            "openat", note,
            note.name.withCString {
                calls.openat(folder, $0, O_RDONLY | cn_O_CLOEXEC, 0)
            })
        defer { _ = calls.close(file) }
        return [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            count = max(0, calls.pread(file, UnsafeMutableRawBufferPointer(buffer), 0))
        }
    }
}
