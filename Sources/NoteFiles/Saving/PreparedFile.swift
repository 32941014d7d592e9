// SPDX-License-Identifier: MIT
// The new bytes on the disk, whole and durable, before the note is touched.

internal import CNoteLinux
internal import Glibc

/// A new file beside a note that nobody looks at yet: bytes, properties and `fsync(2)` done.
struct PreparedFile: ~Copyable {
    /// The file, open for reading and writing.
    let file: OpenFile
    /// The name it has for want of unnamed files; nil for an unnamed file.
    let draft: NotePath?
    /// Properties of the old file that it could not be given.
    var lost: [String] = []

    init(file: consuming OpenFile, draft: NotePath?) {
        self.file = file
        self.draft = draft
    }

    /// Closes the file, whose bytes are durable, and answers what it could not be given.
    consuming func close() -> [String] {
        let lost = lost
        // Nothing is left to be written, so nothing can be told by the answer.
        _ = file.close()
        return lost
    }
}

extension NoteDisk {
    /// Why there is no prepared file, when nothing failed for good.
    enum Preparation: ~Copyable {
        case ready(PreparedFile)
        /// The directory takes no new file, or the owner cannot be given: rewrite in place.
        case notPossible
    }

    /// Makes a file in the note's directory, unnamed where the file system can (`O_TMPFILE`).
    ///
    /// After a crash an unnamed file is gone by itself; a draft is removed by `recover`.
    func prepareEmpty(
        _ location: borrowing NoteLocation, mode: UInt32, named: Bool, _ operation: FileError.Operation
    ) throws(FileError) -> Preparation {
        let directory = location.directory.number
        if !named {
            let file = calls.openat(directory, ".", cn_O_TMPFILE | O_RDWR | cn_O_CLOEXEC, mode)
            if file >= 0 {
                return .ready(PreparedFile(file: OpenFile(owning: file, calls: calls), draft: nil))
            }
            switch file {
            case -EACCES, -EPERM: return .notPossible
            // The file system or the kernel knows no unnamed files, see open(2).
            case -EOPNOTSUPP, -EISDIR, -ENOENT, -EINVAL, -ENOSYS: break
            default: throw FileError(operation, location.path, call: "openat", answer: Int(file))
            }
        }
        let draft = HiddenName.draft(calls.uniqueNumber())
        let flags = O_RDWR | O_CREAT | O_EXCL | cn_O_NOFOLLOW | cn_O_CLOEXEC
        let file = draft.withCString { calls.openat(directory, $0, flags, mode) }
        switch file {
        case 0...: return .ready(PreparedFile(file: OpenFile(owning: file, calls: calls), draft: draft))
        case -EACCES, -EPERM: return .notPossible
        default: throw FileError(operation, location.path, call: "openat", answer: Int(file))
        }
    }

    /// Makes the replacement of `old`: its properties, the new bytes, made durable.
    func prepare(
        _ new: [UInt8], inPlaceOf old: borrowing OpenFile, _ facts: FileFacts,
        _ location: borrowing NoteLocation, named: Bool
    ) throws(FileError) -> Preparation {
        // For this user alone until it has the permissions of the old file.
        switch try prepareEmpty(location, mode: 0o600, named: named, .save) {
        case .notPossible: return .notPossible
        case .ready(var prepared):
            do throws(FileError) {
                let properties = FileProperties(of: old, facts, calls: calls)
                properties.giveFlags(to: prepared.file)
                try write(new, to: prepared.file, location.path, .save)
                guard let lost = properties.give(to: prepared.file) else {
                    discard(prepared, location)
                    return .notPossible
                }
                prepared.lost = lost
                try makeDurable(prepared.file, location.path, .save)
            } catch {
                // A file whose fsync failed may look clean afterwards: it is thrown away, not synced again.
                discard(prepared, location)
                throw error
            }
            return .ready(prepared)
        }
    }

    /// Writes all bytes, however many calls it takes.
    func write(
        _ bytes: [UInt8], from start: Int = 0, to file: borrowing OpenFile, _ path: NotePath,
        _ operation: FileError.Operation
    ) throws(FileError) {
        let number = file.number
        let failure = bytes.withUnsafeBytes { raw in
            var at = start
            while at < raw.count {
                let put = calls.pwrite(number, UnsafeRawBufferPointer(rebasing: raw[at...]), at)
                if put == -Int(EINTR) { continue }
                if put < 0 { return put }
                // No progress and no error: see write(2), a full device may answer so.
                if put == 0 { return -Int(ENOSPC) }
                at += put
            }
            return 0
        }
        guard failure == 0 else { throw FileError(operation, path, call: "pwrite", answer: failure) }
    }

    /// `fsync(2)`, taken up again only when a signal interrupted it.
    func makeDurable(
        _ file: borrowing OpenFile, _ path: NotePath, _ operation: FileError.Operation
    ) throws(FileError) {
        var result: Int32
        repeat { result = calls.fsync(file.number) } while result == -EINTR
        guard result == 0 else { throw FileError(operation, path, call: "fsync", answer: Int(result)) }
    }

    /// Makes the names in the note's directory durable; false when the disk did not confirm it.
    func makeNamesDurable(_ location: borrowing NoteLocation, through file: borrowing OpenFile) -> Bool {
        var result: Int32
        repeat {
            // A directory that cannot be read cannot be synced alone; the whole file system can.
            result =
                location.directoryIsReadable
                ? calls.fsync(location.directory.number) : calls.syncfs(file.number)
        } while result == -EINTR
        return result == 0
    }

    /// Gives up a prepared file. A draft that cannot be removed is removed by `recover`.
    func discard(_ prepared: borrowing PreparedFile, _ location: borrowing NoteLocation) {
        if let draft = prepared.draft { _ = removeName(draft, location) }
    }

    /// `unlinkat(2)`, taken up again when a signal interrupted it.
    func removeName(_ name: NotePath, _ location: borrowing NoteLocation) -> Int32 {
        let directory = location.directory.number
        return name.withCString { name in
            var result: Int32
            repeat { result = calls.unlinkat(directory, name) } while result == -EINTR
            return result
        }
    }
}
