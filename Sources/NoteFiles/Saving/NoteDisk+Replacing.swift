// SPDX-License-Identifier: MIT
// The order of steps by which a note's old bytes give way to new ones.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// Puts new bytes in place of the bytes that the caller read.
    ///
    /// Compare-and-swap against programs that know nothing of us. The new bytes are prepared in a file
    /// that nobody sees, with the old file's mode, owner, group, access list and extended attributes,
    /// and made durable. Then the two names are exchanged, and what came out is compared with `base`
    /// while a lease proves that no program has it open for writing. Is it not `base`, the names are
    /// exchanged back and the outcome is a conflict. A program that has the note open for writing is
    /// waited for up to `patience`. A symbolic link stays a link, its target is replaced. A note with
    /// several hard links, or whose owner or directory does not allow a new file, is rewritten in place
    /// behind a durable undo copy in `stateFolder`.
    ///
    /// A file system without exchange gets a rename after a second comparison; the receipt says so.
    /// If the note holds `new` already, nothing is written and no time moves.
    ///
    /// After a crash: the path holds the old bytes or the new ones, whole, once `recover` has run.
    /// After `.saved` with `durable`: the new ones. What another program wrote meanwhile is at the
    /// path, or beside it under a name that `SaveConflict.kept` gives.
    ///
    /// System calls: `openat(2)` with `O_TMPFILE`, `linkat(2)`, `renameat2(2)` with `RENAME_EXCHANGE`,
    /// `fcntl(2)` with `F_SETLEASE`, `fsync(2)`, `unlinkat(2)`.
    ///
    /// - Parameters:
    ///   - path: Any path; symbolic links are followed.
    ///   - new: The bytes to store, byte order mark and line endings included.
    ///   - base: The bytes that `new` was made from, as they were read.
    ///   - inPlace: Whether to keep the inode (for a program that watches it) at the price of readers
    ///     that may see half of the new text.
    /// - Throws: `FileError`: `.noSpace`, `.overQuota`, `.tooLarge`, `.readOnlyFileSystem`,
    ///   `.notPermitted` (a note marked read-only too), `.inputOutput`, `.missing` when the folder is
    ///   gone. The old bytes are untouched in each case.
    public func replace(
        _ path: NotePath, with new: [UInt8], base: [UInt8], inPlace: Bool = false
    ) throws(FileError) -> SaveOutcome {
        let location = try NoteLocation(of: path, for: .save, calls: calls)
        return try replace(location, with: new, base: base, inPlace: inPlace)
    }

    /// The same of a note below a folder, out of which no symbolic link is followed.
    ///
    /// - Throws: `FileError` as above, and with code `.leadsOutside`; nothing was changed then.
    package func replace(
        _ path: NotePath, below root: NoteRoot, with new: [UInt8], base: [UInt8]
    ) throws(FileError) -> SaveOutcome {
        try replace(try NoteLocation(of: path, below: root, for: .save), with: new, base: base)
    }

    /// Refuses a note that `replace(_:below:with:base:)` would refuse whatever its text is. Writes nothing.
    ///
    /// System calls: `openat(2)`, `statx(2)`, `faccessat(2)`.
    ///
    /// - Returns: Which file it is, and where that lies, symbolic links followed.
    /// - Throws: `FileError` with code `.leadsOutside`, `.notPermitted`, and as `read(_:)` does.
    package func replaceable(
        _ path: NotePath, below root: NoteRoot
    ) throws(FileError) -> (facts: FileFacts, realPath: NotePath) {
        let location = try NoteLocation(of: path, below: root, for: .save)
        var facts = FileFacts()
        let answer = location.name.withCString {
            calls.statx(location.directory.number, $0, cn_AT_SYMLINK_NOFOLLOW, &facts)
        }
        guard answer == 0 else { throw FileError(.save, location.path, call: "statx", answer: Int(answer)) }
        try requireWritable(location)
        return (facts, location.realPath)
    }

    /// The same at a location that is known.
    ///
    /// - Parameter mayRewrite: Whether the bytes of the old file may change where they are. Without that a file
    ///   with several hard links is a conflict, and one whose owner cannot be kept is `.notPermitted`.
    func replace(
        _ location: borrowing NoteLocation, with new: [UInt8], base: [UInt8], inPlace: Bool = false,
        mayRewrite: Bool = true
    ) throws(FileError) -> SaveOutcome {
        if new == base { return .unchanged }
        let save = Save(
            new: new, base: base, mayRewrite: mayRewrite, deadline: calls.monotonicTime() &+ patience)
        var wait = Backoff()
        var named = false
        var inPlace = inPlace
        while true {
            switch try attempt(save, location, named: named, inPlace: inPlace) {
            case .over(let outcome): return outcome
            case .againWithNamedFile: named = true
            case .notPossible: inPlace = true
            case .again:
                guard calls.monotonicTime() < save.deadline else {
                    return .conflict(SaveConflict(reason: .openForWriting, kept: []))
                }
                calls.pause(nanoseconds: wait.next())
            }
        }
    }

    /// What one save wants.
    struct Save {
        let new: [UInt8]
        let base: [UInt8]
        /// Whether the old file may be rewritten where it is.
        let mayRewrite: Bool
        /// The monotonic time at which waiting for other programs ends.
        let deadline: UInt64
    }

    /// What came of one attempt.
    enum Attempt {
        case over(SaveOutcome)
        /// Another program was in the way and left the bytes as they were.
        case again
        /// The unnamed file could not be given a name.
        case againWithNamedFile
        /// The directory or the file does not allow a new file at the name: rewrite in place.
        case notPossible
    }

    private func attempt(
        _ save: Save, _ location: borrowing NoteLocation, named: Bool, inPlace: Bool
    ) throws(FileError) -> Attempt {
        let number = calls.openQuietly(location.directory.number, location.name)
        if number == -ENOENT { return .over(.conflict(SaveConflict(reason: .missing, kept: []))) }
        // A symbolic link was put at the name since it was resolved: not the note that was read.
        if number == -ELOOP { return .over(.conflict(SaveConflict(reason: .changed, kept: []))) }
        guard number >= 0 else { throw FileError(.save, location.path, call: "openat", answer: Int(number)) }
        let old = OpenFile(owning: number, calls: calls)
        let facts = try facts(of: old, location.path, .save)
        guard facts.kind == .file else {
            throw FileError(.save, location.path, call: "openat", code: .notAFile)
        }
        try requireWritable(location)
        switch try compareSettled(old, with: save, location.path) {
        case .changed: return .over(.conflict(SaveConflict(reason: .changed, kept: [])))
        case .isNewAlready: return .over(.unchanged)
        case .openForWriting: return .over(.conflict(SaveConflict(reason: .openForWriting, kept: [])))
        case .isBase: break
        }
        if !save.mayRewrite, facts.links > 1 {
            return .over(.conflict(SaveConflict(reason: .changed, kept: [])))
        }
        if inPlace || facts.links > 1 || isAppendOnly(location.directory) {
            guard save.mayRewrite else {
                throw FileError(.save, location.path, call: "openat", code: .notPermitted)
            }
            // The write lease wants to be the only one who has the file open.
            _ = old.close()
            return try rewriteInPlace(save, facts.identity, location)
        }
        switch try prepare(save.new, inPlaceOf: old, facts, location, named: named) {
        case .notPossible: return .notPossible
        case .ready(let prepared): return try publish(prepared, save, old, facts, location)
        }
    }

    /// Whether a directory takes names and never gives one up (`chattr +a`): the hidden name would stay.
    private func isAppendOnly(_ directory: borrowing OpenFile) -> Bool {
        max(0, calls.inodeFlags(directory.number)) & 0x20 != 0
    }

    /// Refuses a note that this user could not write to either way.
    private func requireWritable(_ location: borrowing NoteLocation) throws(FileError) {
        let directory = location.directory.number
        let result = location.name.withCString { calls.faccessat(directory, $0, W_OK) }
        // A kernel without faccessat2(2) leaves the question to the later steps.
        guard result != 0, result != -ENOSYS, result != -EINVAL, result != -ENOENT else { return }
        let isMarked = result == -EACCES || result == -EPERM
        throw FileError(
            .save, location.path, call: "faccessat", code: .init(systemError: -result),
            systemError: -result, because: isMarked ? "the file is read-only for this user" : nil)
    }

    /// How the bytes at the path compare with what a save expects.
    enum Comparison {
        case isBase, isNewAlready, changed, openForWriting
    }

    /// Compares once no program has the file open for writing, or patience is over.
    private func compareSettled(
        _ file: borrowing OpenFile, with save: Save, _ path: NotePath
    ) throws(FileError) -> Comparison {
        var wait = Backoff()
        while true {
            switch FileLease.take(.read, on: file, calls: calls) {
            case .held(let lease):
                let comparison = try compare(file, with: save, path)
                lease.release()
                return comparison
            case .unavailable:
                return try compare(file, with: save, path)
            case .refused:
                guard calls.monotonicTime() < save.deadline else { return .openForWriting }
                calls.pause(nanoseconds: wait.next())
            }
        }
    }

    private func compare(
        _ file: borrowing OpenFile, with save: Save, _ path: NotePath
    ) throws(FileError) -> Comparison {
        let size = try facts(of: file, path, .save).size
        guard size == save.base.count || size == save.new.count else { return .changed }
        let bytes = try readAll(file, expecting: size, path, .save)
        if bytes == save.base { return .isBase }
        return bytes == save.new ? .isNewAlready : .changed
    }
}
