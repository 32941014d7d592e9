// SPDX-License-Identifier: MIT
// How a new file comes to its name in one step, with everything in it.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// What a new file is to be.
    struct NewFile {
        let operation: FileError.Operation
        /// What an error names.
        let subject: NotePath
        /// The permission bits, less the umask.
        var mode: UInt32 = 0o600
        /// Whether the bytes are made durable before the file has its name.
        var isDurable = true
        /// Whether it is locked by the time that anybody can find it.
        var isLocked = false
        /// Whether it takes the place of what has the name.
        var replaces = false

        func failure(_ call: String, _ answer: Int32) -> FileError {
            FileError(operation, subject, call: call, answer: Int(answer))
        }
    }

    /// A file that was made, open for reading and writing.
    enum MadeFile: ~Copyable {
        case made(OpenFile)
        /// The name is taken, and was to be free.
        case nameTaken
    }

    /// Makes a file that has all its bytes before it has its name.
    ///
    /// The name is not made durable. After a crash: what was at the name before, or the whole file when
    /// it `isDurable`. A draft that is left is removed by `recover` and `removeDrafts(in:)`.
    ///
    /// System calls: `openat(2)` with `O_TMPFILE`, `flock(2)`, `fsync(2)`, `linkat(2)`, `renameat2(2)`.
    ///
    /// - Throws: `FileError`; nothing was changed.
    func make(
        _ new: NewFile, holding bytes: [UInt8], at location: borrowing NoteLocation
    ) throws(FileError) -> MadeFile {
        var named = false
        while true {
            let prepared: PreparedFile
            switch try prepareEmpty(location, mode: new.mode, named: named, new.operation) {
            case .notPossible:
                throw FileError(new.operation, new.subject, call: "openat", code: .notPermitted)
            case .ready(let empty): prepared = empty
            }
            if new.isLocked, calls.lockExclusively(prepared.file.number) == -EWOULDBLOCK {
                // Before the draft was locked somebody took it for a leftover, and removes it.
                discard(prepared, location)
                continue
            }
            do throws(FileError) {
                try write(bytes, to: prepared.file, new.subject, new.operation)
                if new.isDurable { try makeDurable(prepared.file, new.subject, new.operation) }
            } catch {
                discard(prepared, location)
                throw error
            }
            let result = giveName(prepared, new, location)
            if result == 0 { return .made(prepared.file) }
            discard(prepared, location)
            switch result {
            case -EEXIST where !new.replaces: return .nameTaken
            case -ENOENT, -EOPNOTSUPP, -EINVAL, -ENOSYS, -EXDEV:
                if named { throw new.failure("linkat", result) }
                named = true
            default: throw new.failure("linkat", result)
            }
        }
    }

    private func giveName(
        _ prepared: borrowing PreparedFile, _ new: NewFile, _ location: borrowing NoteLocation
    ) -> Int32 {
        switch (prepared.draft, new.replaces) {
        case (let draft?, true): return rename(draft, location.name, location, 0)
        case (let draft?, false): return moveToFreeName(draft, location.name, location)
        case (nil, false): return link(prepared.file, location.name, location)
        case (nil, true):
            // A file without a name cannot be renamed over another.
            let draft = HiddenName.draft(calls.uniqueNumber())
            let linked = link(prepared.file, draft, location)
            guard linked == 0 else { return linked }
            let renamed = rename(draft, location.name, location, 0)
            if renamed != 0 { _ = removeName(draft, location) }
            return renamed
        }
    }

    private func link(
        _ file: borrowing OpenFile, _ name: NotePath, _ location: borrowing NoteLocation
    ) -> Int32 {
        let (file, directory) = (file.number, location.directory.number)
        return name.withCString { calls.linkOpenFile(file, directory, $0) }
    }
}
