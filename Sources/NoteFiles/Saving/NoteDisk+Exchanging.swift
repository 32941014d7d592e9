// SPDX-License-Identifier: MIT
// Exchange, prove, dispose: how a prepared file takes the note's name.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// A prepared file on its way to the note's name.
    struct Publication: ~Copyable {
        /// The file, open for reading only: our own descriptor must not be the writer in the way when
        /// the file has to be disposed of again.
        let file: OpenFile
        let identity: FileFacts.Identity
        let hidden: NotePath
        /// Properties of the old file that it could not be given.
        let lost: [String]
    }

    /// Gives the prepared file its hidden name and exchanges it with the note.
    func publish(
        _ prepared: consuming PreparedFile, _ save: Save, _ old: borrowing OpenFile,
        _ facts: FileFacts, _ location: borrowing NoteLocation
    ) throws(FileError) -> Attempt {
        let hidden = HiddenName(
            note: location.name, base: SHA256Digest(of: save.base), new: SHA256Digest(of: save.new),
            number: calls.uniqueNumber()
        ).path
        let number = openAgain(prepared, location)
        guard number >= 0 else {
            discard(prepared, location)
            // No procfs: a file with a name is opened by that.
            if number == -ENOENT, prepared.draft == nil { return .againWithNamedFile }
            throw FileError(.save, location.path, call: "openat", answer: Int(number))
        }
        let file = OpenFile(owning: number, calls: calls)
        // Locked before it has the name that `recover` looks for, so that it leaves both alone in another
        // process. Where there are no locks it still removes only what it can prove, and this save fails
        // cleanly.
        _ = calls.lockExclusively(file.number)
        _ = calls.lockExclusively(old.number)
        let identity = try self.facts(of: file, location.path, .save).identity
        let named = giveName(hidden, to: prepared, location)
        guard named == 0 else {
            discard(prepared, location)
            switch named {
            case -EACCES, -EPERM: return .notPossible
            case -EEXIST: return .again
            case -ENOENT, -EOPNOTSUPP, -EINVAL, -ENOSYS, -EXDEV:
                // A file that has a name already would fail in the same way for ever.
                if prepared.draft == nil { return .againWithNamedFile }
            default: break
            }
            let call = prepared.draft == nil ? "linkat" : "renameat2"
            throw FileError(.save, location.path, call: call, answer: Int(named))
        }
        let publication = Publication(
            file: file, identity: identity, hidden: hidden, lost: prepared.close())
        let exchanged = rename(hidden, location.name, location, cn_RENAME_EXCHANGE)
        switch exchanged {
        case 0: return try prove(publication, save, old, facts, location)
        case -EINVAL, -ENOSYS, -EOPNOTSUPP: return try renameOver(publication, save, old, facts, location)
        default: break
        }
        // A file system on a network may answer with an error and have done it all the same. So the name
        // is looked at: what is not ours came out by an exchange.
        var found = FileFacts()
        let looked = hidden.withCString {
            calls.statx(location.directory.number, $0, cn_AT_SYMLINK_NOFOLLOW, &found)
        }
        if looked == 0, found.identity != identity {
            return try prove(publication, save, old, facts, location)
        }
        // Where even looking fails the file stays, and `recover` finds it.
        if looked == 0 { _ = removeName(hidden, location) }
        switch exchanged {
        case -ENOENT: return .over(.conflict(SaveConflict(reason: .missing, kept: [])))
        // A sticky directory, a mount point on the file itself.
        case -EACCES, -EPERM, -EBUSY: return .notPossible
        default: throw FileError(.save, location.path, call: "renameat2", answer: Int(exchanged))
        }
    }

    /// Opens a prepared file a second time, for reading only.
    private func openAgain(_ prepared: borrowing PreparedFile, _ location: borrowing NoteLocation) -> Int32 {
        if let draft = prepared.draft { return calls.openQuietly(location.directory.number, draft) }
        return NotePath("/proc/self/fd/\(prepared.file.number)").withCString {
            calls.openat(cn_AT_FDCWD, $0, O_RDONLY | cn_O_CLOEXEC, 0)
        }
    }

    private func giveName(
        _ hidden: NotePath, to prepared: borrowing PreparedFile, _ location: borrowing NoteLocation
    ) -> Int32 {
        if let draft = prepared.draft { return rename(draft, hidden, location, 0) }
        let file = prepared.file.number
        let directory = location.directory.number
        return hidden.withCString { calls.linkOpenFile(file, directory, $0) }
    }

    /// Looks at what came out under the hidden name, and either lets it go or puts it back.
    private func prove(
        _ publication: borrowing Publication, _ save: Save, _ old: borrowing OpenFile,
        _ facts: FileFacts, _ location: borrowing NoteLocation
    ) throws(FileError) -> Attempt {
        let number = calls.openQuietly(location.directory.number, publication.hidden)
        if number == -ENOENT {
            // Somebody cleaned up for us. What we opened at the start is most likely what it was.
            let disposal = try dispose(old, ifOnly: save.base, location.path, where: facts.describesSameFile)
            { 0 }
            return try settle(disposal, publication, save, old, facts, location, atMost: .unverified)
        }
        guard number >= 0 else {
            let kept = try putBack(publication, save, location)
            // A link or a device was put at the name meanwhile; anything else is a failure to look.
            guard number == -ELOOP || number == -ENXIO else {
                throw FileError(.save, location.path, call: "openat", answer: Int(number))
            }
            return .over(.conflict(SaveConflict(reason: .changed, kept: kept)))
        }
        let displaced = OpenFile(owning: number, calls: calls)
        let disposal: Disposal
        do throws(FileError) {
            disposal = try dispose(
                displaced, ifOnly: save.base, location.path, where: facts.describesSameFile
            ) { removeName(publication.hidden, location) }
        } catch {
            _ = try putBack(publication, save, location)
            throw error
        }
        return try settle(disposal, publication, save, displaced, facts, location, atMost: .proven)
    }

    /// Turns what became of the displaced file into what came of the attempt.
    private func settle(
        _ disposal: Disposal, _ publication: borrowing Publication, _ save: Save,
        _ displaced: borrowing OpenFile, _ facts: FileFacts, _ location: borrowing NoteLocation,
        atMost best: SaveReceipt.Proof
    ) throws(FileError) -> Attempt {
        switch disposal {
        case .gone(let proof):
            let receipt = receipt(
                publication, best == .unverified ? best : proof, .exchanged, location)
            // A second look after the sync: a writer that the scheduler stopped inside open(2), between
            // finding the file and opening it, comes after any lease.
            guard isWritten(displaced, since: facts) else { return .over(.saved(receipt)) }
            let late = try readLateWrite(displaced, location)
            return .over(try rescueLateWrite(late, publication, save, .exchanged, location))
        case .goneUnderAWaitingWriter:
            let late = try readLateWrite(displaced, location)
            return .over(try rescueLateWrite(late, publication, save, .exchanged, location))
        case .foreign:
            let kept = try putBack(publication, save, location)
            return .over(.conflict(SaveConflict(reason: .changed, kept: kept)))
        case .inUse:
            let kept = try putBack(publication, save, location)
            guard kept.isEmpty else { return .over(.conflict(SaveConflict(reason: .changed, kept: kept))) }
            return .again
        }
    }

    private func isWritten(_ file: borrowing OpenFile, since facts: FileFacts) -> Bool {
        var present = FileFacts()
        let looked = calls.statx(file.number, "", cn_AT_EMPTY_PATH, &present)
        return looked != 0 || present.modified != facts.modified || isBeingWritten(file)
    }

    func receipt(
        _ publication: borrowing Publication, _ proof: SaveReceipt.Proof, _ method: SaveReceipt.Method,
        _ location: borrowing NoteLocation
    ) -> SaveReceipt {
        let durable = makeNamesDurable(location, through: publication.file)
        return SaveReceipt(
            proof: proof, method: method, durable: durable, lost: publication.lost)
    }

    /// `renameat2(2)` within the note's directory, taken up again when a signal interrupted it.
    func rename(
        _ from: NotePath, _ to: NotePath, _ location: borrowing NoteLocation, _ flags: UInt32
    ) -> Int32 {
        let directory = location.directory.number
        return from.withCString { from in
            to.withCString { to in
                var result: Int32
                repeat {
                    result = calls.renameat2(directory, from, directory, to, flags)
                } while result == -EINTR
                return result
            }
        }
    }
}
