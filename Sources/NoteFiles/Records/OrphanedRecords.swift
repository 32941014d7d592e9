// SPDX-License-Identifier: MIT
// Files of records whose owner has died: found, locked, read, removed.

internal import CNoteLinux
internal import Glibc

/// A file of records that nobody writes any more. It is ours as long as this value lives: no other
/// process finds it.
package final class OrphanedRecords: Sendable {
    /// Where it is.
    package let path: NotePath
    /// Every byte, whole or not.
    package let bytes: [UInt8]
    private let file: OpenFile
    private let disk: NoteDisk

    fileprivate init(_ path: NotePath, _ bytes: [UInt8], _ file: consuming OpenFile, _ disk: NoteDisk) {
        self.path = path
        self.bytes = bytes
        self.file = file
        self.disk = disk
    }

    /// Takes the file away, durably.
    ///
    /// - Throws: `FileError` when it is still there, or is not certain to be gone after a power cut.
    package func remove(about subject: NotePath) throws(FileError) {
        try disk.removeRecordsByName(path, about: subject)
        try disk.makeRemovalDurable(of: path, file, about: subject)
    }

    /// Gives the file another ending, by which it is not found again, and answers where it is now.
    package func setAside(ending: String) throws(FileError) -> NotePath {
        let location = try NoteLocation(of: path, for: .recover, calls: disk.calls)
        let name = NotePath(bytes: location.name.bytes + ending.utf8)
        let result = disk.rename(location.name, name, location, 0)
        guard result == 0 else { throw FileError(.recover, path, call: "renameat2", answer: Int(result)) }
        _ = disk.makeNamesDurable(location, through: file)
        return path.folder.appending(name)
    }
}

extension NoteDisk {
    /// What became of looking at one file.
    package enum FoundRecords: Sendable {
        case orphaned(OrphanedRecords)
        /// It cannot be read, or where it is there are no locks to tell whether its owner lives.
        case inaccessible(NotePath, FileError)
    }

    /// The files in a folder of ours whose names fulfil a condition and that nobody has locked, by name.
    /// Drafts that a crash left there are removed.
    ///
    /// System calls: `getdents64(2)`, `openat(2)`, `flock(2)`, `pread(2)`, `unlinkat(2)`.
    ///
    /// - Throws: `FileError` when the folder cannot be listed; that it is not there is no error.
    package func orphanedRecords(
        in folder: NotePath, where condition: (NotePath) -> Bool
    ) throws(FileError) -> [FoundRecords] {
        let found: [NotePath]
        do throws(FileError) {
            found = try names(in: folder) { condition($0) || HiddenName.isDraft($0) }
        } catch {
            if error.code == .missing { return [] }
            throw error
        }
        if found.contains(where: HiddenName.isDraft) { removeDrafts(in: folder) }
        var records: [FoundRecords] = []
        for name in found where !HiddenName.isDraft(name) {
            let path = folder.appending(name)
            do throws(FileError) {
                if let orphan = try orphanedRecords(at: path) { records.append(.orphaned(orphan)) }
            } catch {
                records.append(.inaccessible(path, error))
            }
        }
        return records
    }

    /// What a file of records holds at present, whoever writes it; nil when it is gone.
    ///
    /// It takes no lock, so that nobody who looks for what was left misses the file meanwhile. What its owner is
    /// writing at the moment may be there in part.
    ///
    /// System calls: `openat(2)`, `pread(2)`.
    ///
    /// - Throws: `FileError` when it cannot be read.
    package func records(at path: NotePath) throws(FileError) -> [UInt8]? {
        guard let file = try openRecords(at: path, O_RDONLY) else { return nil }
        return try readAll(file, expecting: facts(of: file, path, .recover).size, path, .recover)
    }

    /// Nil when it is gone.
    private func openRecords(at path: NotePath, _ access: Int32) throws(FileError) -> OpenFile? {
        let location = try NoteLocation(of: path, for: .recover, calls: calls)
        let directory = location.directory.number
        let flags = access | O_NONBLOCK | cn_O_NOFOLLOW | cn_O_CLOEXEC
        let number = location.name.withCString { calls.openat(directory, $0, flags, 0) }
        if number == -ENOENT { return nil }
        guard number >= 0 else { throw FileError(.recover, path, call: "openat", answer: Int(number)) }
        return OpenFile(owning: number, calls: calls)
    }

    /// Nil when its owner lives, or it is gone.
    private func orphanedRecords(at path: NotePath) throws(FileError) -> OrphanedRecords? {
        while true {
            guard let file = try openRecords(at: path, O_RDWR) else { return nil }
            var lock: Int32
            repeat { lock = calls.lockExclusively(file.number) } while lock == -EINTR
            if lock == -EWOULDBLOCK { return nil }
            guard lock == 0 else { throw FileError(.recover, path, call: "flock", answer: Int(lock)) }
            let facts = try facts(of: file, path, .recover)
            // Between the opening and the lock its owner put another in its place, or took it away.
            if facts.links == 0 { continue }
            guard facts.kind == .file else {
                throw FileError(.recover, path, call: "openat", code: .notAFile)
            }
            let bytes = try readAll(file, expecting: facts.size, path, .recover)
            return OrphanedRecords(path, bytes, file, self)
        }
    }
}
