// SPDX-License-Identifier: MIT
// A file of records that only grows, and whose owner is alive as long as it is locked.

internal import CNoteLinux
internal import Glibc

/// A file of records that is being written.
///
/// It appears under its name with its first records in it, and locked (`flock(2)`), so that no other
/// process takes it for one whose owner has died. What is appended is in the file when `append` returns,
/// and outlives this process; it outlives a power cut once `sync.makeDurable()` has returned.
package struct RecordFile: ~Copyable {
    private let disk: NoteDisk
    private let magic: [UInt8]
    /// What an error names: the note.
    private let subject: NotePath
    /// Where the file is.
    package private(set) var path: NotePath
    /// Makes durable what is in the file, from any thread.
    package private(set) var sync: RecordSync
    private var chain: RecordChain
    /// What is not in the file yet because a write failed. It goes in front of whatever is appended next.
    private var pending: [UInt8] = []
    private var position: Int

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - path: Its name, which must be free, in a folder of the state folder, which is made.
    ///   - magic: The first line, by which a reader knows what the records are.
    ///   - records: The first records: after kill -9 the file has all of them, or is not there.
    ///   - subject: What an error names.
    package init(
        _ path: NotePath, magic: [UInt8], records: [Record], about subject: NotePath, on disk: NoteDisk
    ) throws(FileError) {
        var chain = RecordChain(magic: magic)
        var bytes = magic
        for record in records { chain.append(record, to: &bytes) }
        let new = NoteDisk.NewFile(operation: .journal, subject: subject, isDurable: false, isLocked: true)
        let file = try disk.makeRecords(new, bytes, at: path)
        self.disk = disk
        self.magic = magic
        self.subject = subject
        self.path = path
        self.chain = chain
        position = bytes.count
        sync = RecordSync(file, at: path, about: subject, on: disk)
    }

    /// How many bytes there are, those that are not in the file yet counted.
    package var byteCount: Int { position + pending.count }

    /// Whether a write failed and something is not in the file yet.
    package var hasPending: Bool { !pending.isEmpty }

    /// Appends records in one `pwrite(2)`.
    ///
    /// - Throws: `FileError` when not all of it is in the file. A reader then finds the records before, and
    ///   the next call goes on where this one stopped, an empty one too.
    package mutating func append(_ records: [Record]) throws(FileError) {
        for record in records { chain.append(record, to: &pending) }
        let number = sync.file.number
        let calls = disk.calls
        var failure = 0
        var done = 0
        pending.withUnsafeBytes { bytes in
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let put = calls.pwrite(number, rest, position + done)
                if put == -Int(EINTR) { continue }
                // No progress and no error: see write(2), a full device may answer so.
                guard put > 0 else { failure = put < 0 ? put : -Int(ENOSPC); return }
                done += put
            }
        }
        // Half a record is no harm: its other half goes right behind it.
        position += done
        pending.removeFirst(done)
        guard failure == 0 else { throw FileError(.journal, subject, call: "pwrite", answer: failure) }
    }

    /// Puts a file of new records in place of this one, in one step.
    ///
    /// After a crash: the old records, whole, or the new ones, whole; the new ones for certain after the
    /// next `sync.makeDurable()`.
    ///
    /// - Throws: `FileError`; the old file is then still there and can be appended to.
    package mutating func restart(with records: [Record]) throws(FileError) {
        var chain = RecordChain(magic: magic)
        var bytes = magic
        for record in records { chain.append(record, to: &bytes) }
        // Durable first: else a power cut could keep the rename and lose the bytes.
        let new = NoteDisk.NewFile(operation: .journal, subject: subject, isLocked: true, replaces: true)
        let file = try disk.makeRecords(new, bytes, at: path)
        sync = RecordSync(file, at: path, about: subject, on: disk)
        self.chain = chain
        pending = []
        position = bytes.count
    }

    /// Gives the file another name in its folder, which must be free.
    package mutating func rename(to name: NotePath) throws(FileError) {
        let location = try disk.placeOfRecords(path, about: subject)
        let result = disk.moveToFreeName(location.name, name, location)
        guard result == 0 else { throw FileError(.journal, subject, call: "renameat2", answer: Int(result)) }
        path = path.folder.appending(name)
        sync.isNow(at: path)
    }

    /// Lets go of the file: from now on it is one whose owner has died, whoever else still has it open.
    package consuming func leave() { disk.calls.unlock(sync.file.number) }

    /// Takes the file away. After a power cut it may be there again, until the answer was made durable.
    ///
    /// - Throws: `FileError` when it is still there.
    package consuming func remove() throws(FileError) -> RemovedRecords {
        try disk.removeRecordsByName(path, about: subject)
        return RemovedRecords(path: path, file: sync, subject: subject, disk: disk)
    }
}

extension NoteDisk {
    /// Makes a file of records, its folder included.
    fileprivate func makeRecords(
        _ new: NewFile, _ bytes: [UInt8], at path: NotePath
    ) throws(FileError) -> OpenFile {
        do throws(FileError) {
            try makeFolder(path.folder)
            let location = try NoteLocation(of: path, for: .journal, calls: calls)
            if case .made(let file) = try make(new, holding: bytes, at: location) { return file }
        } catch {
            throw error.during(.journal, of: new.subject)
        }
        throw FileError(.journal, new.subject, call: "linkat", code: .exists)
    }

    /// The place of a file of records. An error names what the records are about.
    fileprivate func placeOfRecords(
        _ path: NotePath, about subject: NotePath
    ) throws(FileError) -> NoteLocation {
        do throws(FileError) {
            return try NoteLocation(of: path, for: .journal, calls: calls)
        } catch {
            throw error.during(.journal, of: subject)
        }
    }

    /// Takes the name of a file of records away.
    func removeRecordsByName(_ path: NotePath, about subject: NotePath) throws(FileError) {
        let location = try placeOfRecords(path, about: subject)
        let result = removeName(location.name, location)
        guard result == 0 || result == -ENOENT else {
            throw FileError(.journal, subject, call: "unlinkat", answer: Int(result))
        }
    }

    /// Makes durable that the name of a file of records is gone.
    func makeRemovalDurable(
        of path: NotePath, _ file: borrowing OpenFile, about subject: NotePath
    ) throws(FileError) {
        let location = try placeOfRecords(path, about: subject)
        guard makeNamesDurable(location, through: file) else {
            throw FileError(.journal, subject, call: "fsync", code: .inputOutput)
        }
    }
}
