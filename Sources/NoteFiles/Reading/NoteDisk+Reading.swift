// SPDX-License-Identifier: MIT
// How a note is read whole, while others may be writing it.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// Reads a note.
    ///
    /// Changes nothing on disk; the access time stays where this user owns the file. A reading
    /// during which the file moved is taken again. A note that another program is just rewriting
    /// (changed within the last second and still open for writing) is waited for, so that a
    /// truncated moment is not taken for the note; after `patience` it is read as it stands.
    ///
    /// System calls: `openat(2)`, `statx(2)`, `pread(2)`, `fcntl(2)` with `F_SETLEASE`.
    ///
    /// - Parameter path: Any path; symbolic links are followed.
    /// - Throws: `FileError` with code `.missing`, `.notAFile`, `.notPermitted`, `.linkLoop`,
    ///   `.inputOutput`, `.tooLarge` above 4 GB, or `.busy` when the file moved during every reading
    ///   within `patience`.
    public func read(_ path: NotePath) throws(FileError) -> NoteSnapshot {
        try read(try NoteLocation(of: path, for: .read, calls: calls))
    }

    /// Reads a note below a folder, out of which no symbolic link is followed.
    ///
    /// - Throws: `FileError` as `read(_:)` does, and with code `.leadsOutside`.
    package func read(_ path: NotePath, below root: NoteRoot) throws(FileError) -> NoteSnapshot {
        try read(try NoteLocation(of: path, below: root, for: .read))
    }

    private func read(_ location: borrowing NoteLocation) throws(FileError) -> NoteSnapshot {
        let file = try openForReading(location, .read)
        let (bytes, facts) = try readSettled(file, location.path, .read)
        let created = recordedCreation(of: file) ?? facts.born
        return NoteSnapshot(bytes: bytes, facts: facts, created: created)
    }

    /// When the text of a note was last changed, as its file tells; nil where that cannot be told.
    ///
    /// System calls: `statx(2)`.
    package func modified(_ path: NotePath) -> FileTime? {
        var facts = FileFacts()
        return path.withCString { calls.statx(cn_AT_FDCWD, $0, 0, &facts) } == 0 ? facts.modified : nil
    }

    /// Opens the file at a location without touching its access time where that is permitted.
    package func openForReading(
        _ location: borrowing NoteLocation, _ operation: FileError.Operation
    ) throws(FileError) -> OpenFile {
        let file = calls.openQuietly(location.directory.number, location.name)
        guard file >= 0 else {
            throw FileError(operation, location.path, call: "openat", answer: Int(file))
        }
        let opened = OpenFile(owning: file, calls: calls)
        let facts = try self.facts(of: opened, location.path, operation)
        guard facts.kind == .file else {
            throw FileError(operation, location.path, call: "openat", code: .notAFile)
        }
        return opened
    }

    /// The facts of an open file.
    package func facts(
        of file: borrowing OpenFile, _ path: NotePath, _ operation: FileError.Operation
    ) throws(FileError) -> FileFacts {
        var facts = FileFacts()
        let result = calls.statx(file.number, "", cn_AT_EMPTY_PATH, &facts)
        guard result == 0 else { throw FileError(operation, path, call: "statx", answer: Int(result)) }
        return facts
    }

    /// Reads until a reading is whole: nothing moved during it, and no program that wrote within the
    /// last second still holds the file.
    package func readSettled(
        _ file: borrowing OpenFile, _ path: NotePath, _ operation: FileError.Operation
    ) throws(FileError) -> ([UInt8], FileFacts) {
        let start = calls.monotonicTime()
        var wait = Backoff()
        while true {
            let before = try facts(of: file, path, operation)
            let bytes = try readAll(file, expecting: before.size, path, operation)
            let after = try facts(of: file, path, operation)
            let isWhole = before.looksUnchanged(from: after) && bytes.count == after.size
            let isOutOfPatience = calls.monotonicTime() &- start >= patience
            if isWhole {
                let recent = after.modified.seconds >= calls.wallClock().seconds - 1
                if !recent || isOutOfPatience || !isBeingWritten(file) { return (bytes, after) }
            } else if isOutOfPatience {
                throw FileError(
                    operation, path, call: "pread", code: .busy,
                    because: "another program keeps writing it")
            }
            calls.pause(nanoseconds: wait.next())
        }
    }

    /// A file of more bytes, which may be nothing but holes, is not read into memory: what the offsets of a
    /// syntax tree can count, just below 4 GB.
    package static let largestNote = Int(UInt32.max) - 1

    /// Every byte of a file from its start, as one reading finds them.
    ///
    /// - Throws: `FileError`; with code `.tooLarge` for a file of more than `largestNote` bytes.
    package func readAll(
        _ file: borrowing OpenFile, expecting size: Int, _ path: NotePath,
        _ operation: FileError.Operation
    ) throws(FileError) -> [UInt8] {
        var failure = 0
        guard size <= Self.largestNote else { throw tooLarge(path, operation) }
        var capacity = size + 1
        while true {
            var isFull = false
            let number = file.number
            let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                count = 0
                while count < buffer.count {
                    let rest = UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                    let got = calls.pread(number, rest, count)
                    if got == -Int(EINTR) { continue }
                    if got < 0 { failure = got }
                    if got <= 0 { return }
                    count += got
                }
                isFull = true
            }
            guard failure == 0 else { throw FileError(operation, path, call: "pread", answer: failure) }
            // A file that grew past its size is read again into more room.
            if !isFull { return bytes }
            guard capacity <= Self.largestNote else { throw tooLarge(path, operation) }
            capacity *= 2
        }
    }

    private func tooLarge(_ path: NotePath, _ operation: FileError.Operation) -> FileError {
        FileError(operation, path, call: "statx", code: .tooLarge, because: "it is larger than 4 GB")
    }

    /// Whether another program has the file open for writing. Where the file system or the owner
    /// allows no lease the answer is no.
    package func isBeingWritten(_ file: borrowing OpenFile) -> Bool {
        switch FileLease.take(.read, on: file, calls: calls) {
        case .held(let lease):
            lease.release()
            return false
        case .refused: return true
        case .unavailable: return false
        }
    }

    /// The creation date that an earlier save recorded, see `CreationDate`.
    package func recordedCreation(of file: borrowing OpenFile) -> FileTime? {
        CreationDate.read(from: file, calls: calls)
    }
}

extension FileCalls {
    /// `openat(2)` for reading without following a link, without waiting for a pipe, and without
    /// moving the access time where the file is ours (`O_NOATIME`, else refused with `EPERM`).
    package func openQuietly(_ directory: Int32, _ name: NotePath) -> Int32 {
        let flags = O_RDONLY | O_NONBLOCK | cn_O_NOFOLLOW | cn_O_CLOEXEC
        return name.withCString { name in
            var result: Int32
            repeat { result = openat(directory, name, flags | cn_O_NOATIME, 0) } while result == -EINTR
            if result == -EPERM { result = openat(directory, name, flags, 0) }
            // Somebody holds a write lease, as a file server does, and has been asked to give it back.
            var wait = Backoff()
            let start = monotonicTime()
            while result == -EWOULDBLOCK, monotonicTime() &- start < 2_000_000_000 {
                pause(nanoseconds: wait.next())
                result = openat(directory, name, flags, 0)
            }
            return result
        }
    }
}
