// SPDX-License-Identifier: MIT
// Rewriting a note where it stands, for notes that a rename would harm.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// Rewrites the bytes of the note's own file behind a durable undo copy.
    ///
    /// Keeps inode, hard links, owner, birth time and every property. A write lease keeps every other
    /// program out while the bytes move; a program that has the note open, be it for reading, is waited
    /// for, and then it is a conflict. Where the owner or the file system allows no lease the bytes are
    /// compared before and after, and the receipt says `verified`: what somebody writes between the two
    /// is overwritten where it stood in the way.
    ///
    /// After a crash: `recover` finds the undo copy and restores the old bytes, unless the new ones are
    /// all there.
    /// - Precondition: This process holds no other descriptor of the file: it would refuse the lease.
    func rewriteInPlace(
        _ save: Save, _ identity: FileFacts.Identity, _ location: borrowing NoteLocation
    ) throws(FileError) -> Attempt {
        let number = openForWriting(location)
        if number == -EWOULDBLOCK { return .again }
        guard number >= 0 else { throw FileError(.save, location.path, call: "openat", answer: Int(number)) }
        let file = OpenFile(owning: number, calls: calls)
        let facts = try facts(of: file, location.path, .save)
        guard facts.identity == identity else { return .again }
        let record = UndoRecord(
            path: try location.realPath.fromRoot(for: .save), identity: identity, old: save.base,
            new: save.new)
        let undo = try storeUndo(record, location)
        let attempt: Attempt
        do throws(FileError) {
            attempt = try rewrite(file, facts, record, save, location)
        } catch {
            // Where it could not be taken back the undo copy stays, and `recover` does it.
            if error.operation != .settle { undo.remove(self) }
            throw error
        }
        undo.remove(self)
        return attempt
    }

    /// A failure to write the undo copy is a failure to save the note, and is told so.
    private func storeUndo(
        _ record: UndoRecord, _ location: borrowing NoteLocation
    ) throws(FileError) -> StoredUndoRecord {
        do throws(FileError) {
            return try record.store(self)
        } catch {
            throw FileError(
                .save, location.path, call: error.call, code: error.code, systemError: error.systemError,
                because: "\(error.code.sentence(error.systemError)), for the undo copy in '\(stateFolder)'")
        }
    }

    private func openForWriting(_ location: borrowing NoteLocation) -> Int32 {
        let directory = location.directory.number
        let flags = O_RDWR | O_NONBLOCK | cn_O_NOFOLLOW | cn_O_CLOEXEC
        return location.name.withCString { calls.openat(directory, $0, flags, 0) }
    }

    private func rewrite(
        _ file: borrowing OpenFile, _ before: FileFacts, _ record: UndoRecord, _ save: Save,
        _ location: borrowing NoteLocation
    ) throws(FileError) -> Attempt {
        let isLeased: Bool
        switch takeWriteLease(file, until: save.deadline) {
        case .refused: return conflict(.openForWriting)
        case .held(let lease):
            guard try hasBytes(save.base, file, location) else { return conflict(.changed) }
            // Taken back, if need be, before the lease is: whoever waits for it writes afterwards.
            try orTakeBack(record, file, location) { () throws(FileError) in
                try overwrite(file, with: save.new, over: save.base, location)
            }
            lease.release()
            isLeased = true
        case .unavailable:
            guard try hasBytes(save.base, file, location) else { return conflict(.changed) }
            try orTakeBack(record, file, location) { () throws(FileError) in
                try overwrite(file, with: save.new, over: save.base, location)
            }
            isLeased = false
        }
        return try orTakeBack(record, file, location) { () throws(FileError) in
            // Nothing kept another program out, so what came of it is looked at.
            if !isLeased, let mixed = try foreignMixture(file, save, location) { return mixed }
            let lost = try lostByWriting(file, before, location)
            try makeDurable(file, location.path, .save)
            return .over(
                .saved(
                    SaveReceipt(
                        proof: isLeased ? .proven : .verified, method: .inPlace, durable: true, lost: lost)))
        }
    }

    /// The conflict with a program that wrote at the same moment; nil where the new bytes stand alone.
    ///
    /// What is there now, a mixture or theirs, stays there and is kept besides.
    private func foreignMixture(
        _ file: borrowing OpenFile, _ save: Save, _ location: borrowing NoteLocation
    ) throws(FileError) -> Attempt? {
        let size = try facts(of: file, location.path, .save).size
        let found = try readAll(file, expecting: size, location.path, .save)
        guard found != save.new else { return nil }
        let kept = try keep(found, of: location.path, because: .theirs)
        return .over(.conflict(SaveConflict(reason: .changed, kept: [kept])))
    }

    /// Carries out a step of a rewriting. When it fails the rewriting is taken back first; where that
    /// fails too, the error says so by its operation, `.settle`.
    private func orTakeBack<Result>(
        _ record: UndoRecord, _ file: borrowing OpenFile, _ location: borrowing NoteLocation,
        _ step: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        do throws(FileError) {
            return try step()
        } catch {
            guard restore(record, file, location) else { throw error.asUnsettled }
            throw error
        }
    }

    /// What writing into a file takes from it: the set-id bits where the writer is no superuser, which
    /// are given back, and holes that the new bytes filled.
    private func lostByWriting(
        _ file: borrowing OpenFile, _ before: FileFacts, _ location: borrowing NoteLocation
    ) throws(FileError) -> [String] {
        var lost: [String] = []
        let after = try facts(of: file, location.path, .save)
        if after.permissions != before.permissions, calls.fchmod(file.number, before.permissions) != 0 {
            lost.append("mode")
        }
        // In blocks of 512 bytes; eight of them are what a file system gives out at once.
        let hole = { (facts: FileFacts) in facts.size / 512 - facts.blocks }
        if hole(before) >= 8, hole(after) + 8 <= hole(before) { lost.append("holes") }
        return lost
    }

    private func conflict(_ reason: SaveConflict.Reason) -> Attempt {
        .over(.conflict(SaveConflict(reason: reason, kept: [])))
    }

    /// Asks until readers have gone too, or the deadline has come.
    func takeWriteLease(_ file: borrowing OpenFile, until deadline: UInt64) -> FileLease.Attempt {
        var wait = Backoff()
        while true {
            switch FileLease.take(.write, on: file, calls: calls) {
            case .held(let lease): return .held(lease)
            case .unavailable: return .unavailable
            case .refused: break
            }
            guard calls.monotonicTime() < deadline else { return .refused }
            calls.pause(nanoseconds: wait.next())
        }
    }

    func hasBytes(
        _ bytes: [UInt8], _ file: borrowing OpenFile, _ location: borrowing NoteLocation
    ) throws(FileError) -> Bool {
        let size = try facts(of: file, location.path, .save).size
        guard size == bytes.count else { return false }
        return try readAll(file, expecting: size, location.path, .save) == bytes
    }

    /// Writes from the first byte that differs, then cuts what is too long.
    func overwrite(
        _ file: borrowing OpenFile, with new: [UInt8], over old: [UInt8],
        _ location: borrowing NoteLocation
    ) throws(FileError) {
        let start = zip(new, old).prefix { $0 == $1 }.count
        try write(new, from: start, to: file, location.path, .save)
        guard new.count < old.count else { return }
        var result: Int32
        repeat { result = calls.ftruncate(file.number, new.count) } while result == -EINTR
        guard result == 0 else {
            throw FileError(.save, location.path, call: "ftruncate", answer: Int(result))
        }
    }

    /// Whether the old bytes could be put back after a failed rewriting. Somebody else's are left alone.
    private func restore(
        _ record: UndoRecord, _ file: borrowing OpenFile, _ location: borrowing NoteLocation
    ) -> Bool {
        do throws(FileError) {
            let size = try facts(of: file, location.path, .save).size
            let content = try readAll(file, expecting: size, location.path, .save)
            if content == record.old { return true }
            guard record.couldLeave(content) else { return false }
            try overwrite(file, with: record.old, over: [], location)
            let result = calls.ftruncate(file.number, record.old.count)
            guard result == 0 else { return false }
            try makeDurable(file, location.path, .save)
            return true
        } catch {
            // The undo copy is durable; that is what it is for.
            return false
        }
    }
}
