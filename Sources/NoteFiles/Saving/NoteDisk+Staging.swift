// SPDX-License-Identifier: MIT
// How a copy of a file is made that is whole, and that nobody sees yet.

internal import CNoteLinux
internal import Glibc

/// A whole copy of a file, on its way to a name. An unnamed one is gone when this is.
package final class StagedFile: Sendable {
    /// The facts of the file that was copied.
    package let source: FileFacts
    private let copy: PreparedFile

    init(_ copy: consuming PreparedFile, of source: FileFacts) {
        self.copy = copy
        self.source = source
    }

    /// The copy's descriptor: open for reading and writing, and locked, so that nobody takes it for a leftover.
    package var number: Int32 { copy.file.number }
    /// The hidden name that it has for want of unnamed files; nil for an unnamed file.
    package var hidden: NotePath? { copy.draft }
}

extension NoteDisk {
    /// Copies a file into an open folder, under no name where the file system can, else under a hidden one.
    ///
    /// The copy shares the blocks of the source where the file system can. A source that changes meanwhile is
    /// copied again, and one that another program is just writing is waited for, as in `read(_:)`; after
    /// `patience` it is copied as it stands. Mode 0666 less the umask, with the time of the last change of the
    /// source. Durable are the bytes, not the hidden name.
    ///
    /// After a crash an unnamed copy is gone by itself; a named one is removed by `clearStaged`.
    ///
    /// System calls: `openat(2)` with `O_TMPFILE`, `statx(2)`, `ioctl_ficlone(2)`, `pread(2)`, `pwrite(2)`,
    /// `ftruncate(2)`, `utimensat(2)`, `fsync(2)`.
    ///
    /// - Parameters:
    ///   - path: Any path; symbolic links are followed.
    ///   - folder: An open folder of the file system that the copy is to stay in.
    /// - Throws: `FileError` as `read(_:)` does for the source, but for its size; `.noSpace` and the like for the
    ///   copy. Nothing is left.
    package func stage(_ path: NotePath, in folder: Int32) throws(FileError) -> StagedFile {
        let location = try NoteLocation(of: path, for: .read, calls: calls)
        let source = try openForReading(location, .read)
        let copy = try makeStaged(in: folder, path)
        let facts: FileFacts
        do throws(FileError) {
            facts = try copySettled(source, to: copy.file, path)
            // A copy with the time of the copying will do.
            _ = calls.setModified(copy.file.number, facts.modified)
            try makeDurable(copy.file, path, .create)
        } catch {
            if let hidden = copy.draft { removeStaged(hidden, in: folder) }
            throw error
        }
        return StagedFile(copy, of: facts)
    }

    /// The same of bytes.
    ///
    /// - Parameter path: What an error names.
    package func stage(
        _ bytes: [UInt8], in folder: Int32, about path: NotePath
    ) throws(FileError) -> StagedFile {
        let copy = try makeStaged(in: folder, path)
        let facts: FileFacts
        do throws(FileError) {
            try write(bytes, to: copy.file, path, .create)
            try makeDurable(copy.file, path, .create)
            facts = try self.facts(of: copy.file, path, .create)
        } catch {
            if let hidden = copy.draft { removeStaged(hidden, in: folder) }
            throw error
        }
        return StagedFile(copy, of: facts)
    }

    private func makeStaged(in folder: Int32, _ path: NotePath) throws(FileError) -> PreparedFile {
        let unnamed = calls.openat(folder, ".", cn_O_TMPFILE | O_RDWR | cn_O_CLOEXEC, 0o666)
        if unnamed >= 0 {
            // So that it is no leftover once it is given a hidden name.
            _ = calls.lockExclusively(unnamed)
            return PreparedFile(file: OpenFile(owning: unnamed, calls: calls), draft: nil)
        }
        guard [-EOPNOTSUPP, -EISDIR, -ENOENT, -EINVAL, -ENOSYS].contains(unnamed) else {
            throw FileError(.create, path, call: "openat", answer: Int(unnamed))
        }
        while true {
            let name = HiddenName.staged(calls.uniqueNumber())
            let flags = O_RDWR | O_CREAT | O_EXCL | cn_O_NOFOLLOW | cn_O_CLOEXEC
            let number = name.withCString { calls.openat(folder, $0, flags, 0o666) }
            guard number >= 0 else { throw FileError(.create, path, call: "openat", answer: Int(number)) }
            let file = OpenFile(owning: number, calls: calls)
            _ = calls.lockExclusively(number)
            // Before it was locked somebody may have taken it for a leftover.
            if try facts(of: file, path, .create).links > 0 { return PreparedFile(file: file, draft: name) }
        }
    }

    /// Copies until a copy is whole.
    private func copySettled(
        _ source: borrowing OpenFile, to copy: borrowing OpenFile, _ path: NotePath
    ) throws(FileError) -> FileFacts {
        let start = calls.monotonicTime()
        var wait = Backoff()
        while true {
            let before = try facts(of: source, path, .read)
            let size = try copyBytes(of: source, to: copy, path)
            let after = try facts(of: source, path, .read)
            let isOutOfPatience = calls.monotonicTime() &- start >= patience
            if before.looksUnchanged(from: after), size == after.size {
                let recent = after.modified.seconds >= calls.wallClock().seconds - 1
                if !recent || isOutOfPatience || !isBeingWritten(source) { return after }
            } else if isOutOfPatience {
                throw FileError(
                    .read, path, call: "pread", code: .busy, because: "another program keeps writing it")
            }
            calls.pause(nanoseconds: wait.next())
            let emptied = calls.ftruncate(copy.number, 0)
            guard emptied == 0 else {
                throw FileError(.create, path, call: "ftruncate", answer: Int(emptied))
            }
        }
    }

    /// - Returns: How many bytes there were.
    private func copyBytes(
        of source: borrowing OpenFile, to copy: borrowing OpenFile, _ path: NotePath
    ) throws(FileError) -> Int {
        if calls.clone(copy.number, from: source.number) == 0 {
            return try facts(of: copy, path, .create).size
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while true {
            let got = buffer.withUnsafeMutableBytes { calls.pread(source.number, $0, offset) }
            if got == -Int(EINTR) { continue }
            guard got >= 0 else { throw FileError(.read, path, call: "pread", answer: got) }
            if got == 0 { return offset }
            var put = 0
            while put < got {
                let count = buffer.withUnsafeBytes {
                    calls.pwrite(copy.number, UnsafeRawBufferPointer(rebasing: $0[put..<got]), offset + put)
                }
                if count == -Int(EINTR) { continue }
                // No progress and no error: see write(2), a full device may answer so.
                guard count > 0 else {
                    throw FileError(
                        .create, path, call: "pwrite", answer: count == 0 ? -Int(ENOSPC) : count)
                }
                put += count
            }
            offset += got
        }
    }

    /// Removes the staged copies of a folder that no living process has a hand on.
    ///
    /// - Returns: How many.
    package func clearStaged(in folder: Int32, _ path: NotePath) throws(FileError) -> Int {
        let listed = calls.openat(folder, ".", O_RDONLY | cn_O_DIRECTORY | cn_O_CLOEXEC, 0)
        guard listed >= 0 else { throw FileError(.list, path, call: "openat", answer: Int(listed)) }
        let listing = OpenFile(owning: listed, calls: calls)
        var count = 0
        for name in try names(in: listing, path, where: HiddenName.isStaged) {
            let number = calls.openQuietly(folder, name)
            guard number >= 0 else { continue }
            let file = OpenFile(owning: number, calls: calls)
            guard calls.lockExclusively(file.number) != -EWOULDBLOCK else { continue }
            if removeStaged(name, in: folder) == 0 { count += 1 }
        }
        return count
    }

    /// Removes one staged copy. One that cannot be removed is cleared another time.
    @discardableResult
    package func removeStaged(_ name: NotePath, in folder: Int32) -> Int32 {
        name.withCString { name in
            var answer: Int32
            repeat { answer = calls.unlinkat(folder, name) } while answer == -EINTR
            return answer
        }
    }
}
