// SPDX-License-Identifier: MIT
// How an exchange is taken back without destroying what anybody wrote meanwhile.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// Gives the name back to what the exchange displaced, and disposes of our own file.
    ///
    /// Another program may have written into our file, or replaced or removed it, while it had the
    /// note's name. What it left stays: at the name, or beside it as a conflict copy.
    ///
    /// - Returns: The paths of conflict copies that had to be made.
    /// - Throws: `FileError` of the operation `.settle` when the disk does not let the names be seen or
    ///   exchanged; nothing was removed then.
    func putBack(
        _ publication: borrowing Publication, _ save: Save, _ location: borrowing NoteLocation
    ) throws(FileError) -> [NotePath] {
        defer { _ = makeNamesDurable(location, through: publication.file) }
        var present = FileFacts()
        let directory = location.directory.number
        let looked = location.name.withCString {
            calls.statx(directory, $0, cn_AT_SYMLINK_NOFOLLOW, &present)
        }
        guard looked == 0 || looked == -ENOENT else {
            throw FileError(.settle, location.path, call: "statx", answer: Int(looked))
        }
        if looked == 0, present.identity == publication.identity {
            switch rename(publication.hidden, location.name, location, cn_RENAME_EXCHANGE) {
            case 0:
                // Else a crash could undo the exchange and keep the removal: theirs would be gone. What
                // is not durable stays under the hidden name, and `recover` looks at it.
                guard makeNamesDurable(location, through: publication.file) else { return [] }
                return try disposeOrKeep(publication.hidden, ifOnly: save.new, location)
            case -ENOENT: break
            case let result: throw FileError(.settle, location.path, call: "renameat2", answer: Int(result))
            }
        }
        // Ours is gone from the name: the other program was the last to write. The displaced file was
        // written by somebody too, unless it is the base.
        return try disposeOrKeep(publication.hidden, ifOnly: save.base, location)
    }

    /// Removes a hidden file that provably holds nothing but `known`; makes anything else visible.
    func disposeOrKeep(
        _ hidden: NotePath, ifOnly known: [UInt8], _ location: borrowing NoteLocation
    ) throws(FileError) -> [NotePath] {
        let number = calls.openQuietly(location.directory.number, hidden)
        if number == -ENOENT { return [] }
        guard number >= 0 else { return [try makeConflictCopy(of: hidden, location)] }
        let file = OpenFile(owning: number, calls: calls)
        switch try dispose(file, ifOnly: known, location.path, remove: { removeName(hidden, location) }) {
        case .gone: return []
        case .goneUnderAWaitingWriter:
            let late = try readLateWrite(file, location)
            return late == known ? [] : [try createBeside(location, late)]
        case .foreign, .inUse: return [try makeConflictCopy(of: hidden, location)]
        }
    }

    /// Lets a hidden file become a conflict copy beside the note, whoever may still be writing it.
    func makeConflictCopy(
        of hidden: NotePath, _ location: borrowing NoteLocation
    ) throws(FileError) -> NotePath {
        var moment = calls.wallClock().seconds
        for _ in 0..<1000 {
            let name = ConflictCopyName.name(for: location.name, at: moment)
            switch moveToFreeName(hidden, name, location) {
            case 0: return location.folder.appending(name)
            case -EEXIST: moment += 1
            case let result: throw FileError(.save, location.path, call: "renameat2", answer: Int(result))
            }
        }
        throw FileError(.save, location.path, call: "renameat2", code: .exists)
    }

    /// Renames unless the new name is taken (`RENAME_NOREPLACE`), by two calls where that is unknown.
    func moveToFreeName(_ from: NotePath, _ to: NotePath, _ location: borrowing NoteLocation) -> Int32 {
        let result = rename(from, to, location, cn_RENAME_NOREPLACE)
        guard result == -EINVAL || result == -ENOSYS || result == -EOPNOTSUPP else { return result }
        let directory = location.directory.number
        let linked = from.withCString { from in
            to.withCString { calls.linkat(directory, from, directory, $0) }
        }
        return linked == 0 ? removeName(from, location) : linked
    }

    /// Deals with a writer that had found the old file before the exchange and got in after its name went.
    ///
    /// What it wrote is put at the note's name; if that is not possible any more, beside it.
    func rescueLateWrite(
        _ late: [UInt8], _ publication: borrowing Publication, _ save: Save,
        _ method: SaveReceipt.Method, _ location: borrowing NoteLocation
    ) throws(FileError) -> SaveOutcome {
        if late == save.base { return .saved(receipt(publication, .proven, method, location)) }
        do throws(FileError) {
            let restored = try replace(location, with: late, base: save.new)
            guard case .conflict = restored else {
                return .conflict(SaveConflict(reason: .changed, kept: []))
            }
        } catch {
            // Whatever the reason: these bytes are nowhere else, so they are put beside the note.
        }
        let kept = try createBeside(location, late)
        return .conflict(SaveConflict(reason: .changed, kept: [kept]))
    }

    /// What a nameless file holds once its last writer let go, or a bounded wait is over.
    ///
    /// The wait does not depend on `patience`: the writer is known to be there, and its bytes have no
    /// other place.
    func readLateWrite(
        _ file: borrowing OpenFile, _ location: borrowing NoteLocation
    ) throws(FileError) -> [UInt8] {
        let deadline = calls.monotonicTime() &+ max(patience, 2_000_000_000)
        var wait = Backoff()
        while calls.monotonicTime() < deadline, isBeingWritten(file) {
            calls.pause(nanoseconds: wait.next())
        }
        let size = try facts(of: file, location.path, .settle).size
        return try readAll(file, expecting: size, location.path, .settle)
    }

    /// Puts bytes that are nowhere else under a free name beside the note, or in the state folder.
    private func createBeside(
        _ location: borrowing NoteLocation, _ bytes: [UInt8]
    ) throws(FileError) -> NotePath {
        var moment = calls.wallClock().seconds
        while true {
            let name = ConflictCopyName.name(for: location.name, at: moment)
            do throws(FileError) {
                let beside = try NoteLocation(name, beside: location, for: .create, calls: calls)
                if case .saved = try create(at: beside, with: bytes) { return beside.path }
            } catch {
                return try keep(bytes, of: location.path, because: .theirs)
            }
            moment += 1
        }
    }
}
