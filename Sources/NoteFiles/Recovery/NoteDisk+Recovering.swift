// SPDX-License-Identifier: MIT
// What is done about the traces of a save that a crash cut short.

internal import CNoteLinux
internal import Glibc

/// What `NoteDisk.recover` did about one trace of a crash.
public struct RecoveredTrace: Equatable, Sendable {
    /// What was done.
    public enum Action: String, Sendable {
        /// A leftover whose bytes are known was removed.
        case removed
        /// The bytes that a save had displaced without proof are at the note's name again.
        case putBack = "put-back"
        /// Somebody's bytes are now beside the note, under `path`.
        case keptBeside = "kept-beside"
        /// A half-done rewriting in place was taken back.
        case restored
        /// Old bytes that no longer belong at the note's path were put in the state folder, at `path`.
        case keptInStateFolder = "kept-in-state-folder"
        /// Another program is using it. It was left alone.
        case leftAlone = "left-alone"
    }

    /// What was done.
    public let action: Action
    /// The file that it was done to, or that the bytes are in now.
    public let path: NotePath
    /// The note whose save it was; nil where that is not known or does not matter.
    public let note: NotePath?
    /// Why a trace was left alone, when a call failed.
    public let problem: FileError?

    init(_ action: Action, _ path: NotePath, of note: NotePath? = nil, problem: FileError? = nil) {
        self.action = action
        self.path = path
        self.note = note
        self.problem = problem
    }
}

extension NoteDisk {
    /// Cleans up after saves that a crash cut short, in one folder of notes and in the state folder.
    ///
    /// To be called when a folder is opened. Hidden files of ours in `folder` (not below it) are removed
    /// when their bytes are the base or the new text of the save they belong to; bytes of anybody else
    /// go back to the note's name if our text stands there unacknowledged, else beside the note. Half a
    /// rewriting in place is taken back from its undo copy. Files of a save that is running in another
    /// process are left alone. Calling it twice changes nothing more.
    ///
    /// After a crash during it: calling it again ends the same way.
    ///
    /// - Throws: `FileError` when the folder cannot be listed. A trace that cannot be dealt with is left
    ///   alone and reported.
    @discardableResult
    public func recover(_ folder: NotePath) throws(FileError) -> [RecoveredTrace] {
        try takeBackRewritings() + recoverLeftovers(NoteLocation(ofFolder: folder, for: .list, calls: calls))
    }

    /// The same of a folder below another one, out of which no symbolic link is followed.
    ///
    /// - Throws: `FileError` as `recover(_:)` does, and with code `.leadsOutside`.
    package func recover(
        _ folder: NotePath, below root: NoteRoot
    ) throws(FileError) -> [RecoveredTrace] {
        try takeBackRewritings() + recoverLeftovers(NoteLocation(ofFolder: folder, below: root, for: .list))
    }

    private func recoverLeftovers(_ folder: borrowing NoteLocation) throws(FileError) -> [RecoveredTrace] {
        var traces: [RecoveredTrace] = []
        for name in try names(beside: folder, where: HiddenName.isOurs) {
            do throws(FileError) {
                traces.append(
                    try recoverLeftover(
                        NoteLocation(name, beside: folder, for: .recover, calls: calls)))
            } catch {
                traces.append(
                    RecoveredTrace(.leftAlone, folder.folder.appending(name), problem: error))
            }
        }
        return traces
    }

    /// Cleans up in the folder that a note really lies in, symbolic links followed.
    ///
    /// To be called before a note is opened by itself. See `recover(_:)`.
    ///
    /// - Throws: `FileError` when that folder cannot be found or listed.
    @discardableResult
    public func recover(beside note: NotePath) throws(FileError) -> [RecoveredTrace] {
        try recover(NoteLocation(of: note, for: .recover, calls: calls).folder)
    }

    /// Removes files of a folder of ours that a crash left while they were being made.
    ///
    /// Nothing but copies is in them. One that is in use, or cannot be removed, is left for the next time.
    func removeDrafts(in folder: NotePath) {
        do throws(FileError) {
            for name in try names(in: folder, where: HiddenName.isDraft) {
                let path = folder.appending(name)
                _ = try recoverLeftover(NoteLocation(of: path, for: .recover, calls: calls))
            }
        } catch {
            // Whoever needs the folder finds out by himself what is wrong with it.
        }
    }

    private func recoverLeftover(_ location: borrowing NoteLocation) throws(FileError) -> RecoveredTrace {
        let untouched = RecoveredTrace(.leftAlone, location.path)
        // Staged attachments can be large, and are cleared by whoever knows of them.
        let isOurs =
            HiddenName(location.name) != nil || HiddenName.isDraft(location.name)
            || HiddenName.isTrial(location.name)
        guard isOurs else { return untouched }
        let number = calls.openQuietly(location.directory.number, location.name)
        guard number >= 0 else { return untouched }
        let file = OpenFile(owning: number, calls: calls)
        let facts = try facts(of: file, location.path, .recover)
        guard facts.kind == .file, calls.lockExclusively(file.number) != -EWOULDBLOCK else {
            return untouched
        }
        let bytes = try readAll(file, expecting: facts.size, location.path, .recover)
        guard let hidden = HiddenName(location.name) else {
            // A draft: whole or torn, nobody but its save ever wrote to it. So it is with a trial's files.
            return try remove(file, ifOnly: bytes, location)
        }
        let digest = SHA256Digest(of: bytes)
        if hidden.isBase(digest) || hidden.isNew(digest) { return try remove(file, ifOnly: bytes, location) }
        return try giveBack(file, hidden, location)
    }

    private func remove(
        _ file: borrowing OpenFile, ifOnly bytes: [UInt8], _ location: borrowing NoteLocation
    ) throws(FileError) -> RecoveredTrace {
        let disposal = try dispose(file, ifOnly: bytes, location.path) { removeName(location.name, location) }
        guard case .gone = disposal else { return RecoveredTrace(.leftAlone, location.path) }
        _ = makeNamesDurable(location, through: file)
        return RecoveredTrace(.removed, location.path)
    }

    /// Somebody wrote between the comparison and the exchange, and the verdict never came.
    private func giveBack(
        _ file: borrowing OpenFile, _ hidden: HiddenName, _ location: borrowing NoteLocation
    ) throws(FileError) -> RecoveredTrace {
        let folder = location.folder
        let note = try names(beside: location, where: hidden.belongs).first
        if let note, try holdsNew(note, hidden, beside: location),
            rename(location.name, note, location, cn_RENAME_EXCHANGE) == 0
        {
            // Else a second crash could undo the exchange and keep the removal of what is ours.
            if makeNamesDurable(location, through: file) { _ = try recoverLeftover(location) }
            return RecoveredTrace(.putBack, folder.appending(note), of: folder.appending(note))
        }
        let owner = try NoteLocation(
            note ?? NotePath("Recovered note.md"), beside: location, for: .recover, calls: calls)
        let copy = try makeConflictCopy(of: location.name, owner)
        return RecoveredTrace(.keptBeside, copy, of: note.map { folder.appending($0) })
    }

    private func holdsNew(
        _ name: NotePath, _ hidden: HiddenName, beside leftover: borrowing NoteLocation
    ) throws(FileError) -> Bool {
        let location = try NoteLocation(name, beside: leftover, for: .recover, calls: calls)
        let file = try openForReading(location, .recover)
        let size = try facts(of: file, location.path, .recover).size
        return hidden.isNew(SHA256Digest(of: try readAll(file, expecting: size, location.path, .recover)))
    }

    // MARK: - Rewriting in place

    private func takeBackRewritings() throws(FileError) -> [RecoveredTrace] {
        let folder = stateFolder.appending(NotePath("undo"))
        let records: [NotePath]
        do throws(FileError) {
            records = try names(in: folder) { $0.bytes.suffix(5).elementsEqual(".undo".utf8) }
        } catch {
            if error.code == .missing { return [] }
            throw error
        }
        var traces: [RecoveredTrace] = []
        for name in records {
            let path = folder.appending(name)
            do throws(FileError) {
                let location = try NoteLocation(of: path, for: .recover, calls: calls)
                if let trace = try takeBack(location) { traces.append(trace) }
            } catch {
                traces.append(RecoveredTrace(.leftAlone, path, problem: error))
            }
        }
        return traces
    }

    private func takeBack(_ location: borrowing NoteLocation) throws(FileError) -> RecoveredTrace? {
        let file: OpenFile
        do throws(FileError) {
            file = try openForReading(location, .recover)
        } catch {
            // Its save was over before it could be opened.
            if error.code == .missing { return nil }
            throw error
        }
        // Its save is still running.
        guard calls.lockExclusively(file.number) != -EWOULDBLOCK else { return nil }
        let facts = try facts(of: file, location.path, .recover)
        // Its save was over before it could be locked. The note may be in the middle of the next one.
        guard facts.links > 0 else { return nil }
        let bytes = try readAll(file, expecting: facts.size, location.path, .recover)
        var trace: RecoveredTrace?
        if let record = UndoRecord(bytes) { trace = try takeBack(record) }
        _ = removeName(location.name, location)
        _ = makeNamesDurable(location, through: file)
        return trace
    }

    private func takeBack(_ record: UndoRecord) throws(FileError) -> RecoveredTrace? {
        let found = try rewritable(record.path)
        guard case .file(let file, let location) = found else {
            return RecoveredTrace(
                .keptInStateFolder, try keep(record.old, of: record.path, because: .recovered),
                of: record.path)
        }
        // Nobody may write between the look and what follows from it.
        switch takeWriteLease(file, until: calls.monotonicTime() &+ patience) {
        case .refused: throw FileError(.recover, record.path, call: "fcntl", code: .busy)
        case .unavailable: return try takeBack(record, file, location)
        case .held(let lease):
            let trace = try takeBack(record, file, location)
            lease.release()
            return trace
        }
    }

    private func takeBack(
        _ record: UndoRecord, _ file: borrowing OpenFile, _ location: borrowing NoteLocation
    ) throws(FileError) -> RecoveredTrace? {
        let facts = try facts(of: file, record.path, .recover)
        let content = try readAll(file, expecting: facts.size, record.path, .recover)
        if content == record.old || content == record.new {
            // What is seen need not be on the disk: the save may have been killed before its fsync, or
            // that failed, which leaves pages that look clean. So they are written once more.
            try overwrite(file, with: content, over: [], location)
            try makeDurable(file, record.path, .recover)
            return nil
        }
        // The inode alone: the kernel may number its devices in another order after a power cut.
        guard facts.identity.inode == record.identity.inode, record.couldLeave(content) else {
            // Somebody has written the note since: theirs stays.
            return RecoveredTrace(
                .keptInStateFolder, try keep(record.old, of: record.path, because: .recovered),
                of: record.path)
        }
        // A mixture of old and new is most likely torn; should somebody have meant it, it is kept.
        _ = try keep(content, of: record.path, because: .recovered)
        try overwrite(file, with: record.old, over: [], location)
        let cut = calls.ftruncate(file.number, record.old.count)
        guard cut == 0 else { throw FileError(.recover, record.path, call: "ftruncate", answer: Int(cut)) }
        try makeDurable(file, record.path, .recover)
        return RecoveredTrace(.restored, record.path, of: record.path)
    }

    private enum Rewritable: ~Copyable {
        case file(OpenFile, NoteLocation)
        case gone
    }

    private func rewritable(_ path: NotePath) throws(FileError) -> Rewritable {
        let location: NoteLocation
        do throws(FileError) {
            location = try NoteLocation(of: path, for: .recover, calls: calls)
        } catch {
            if error.code == .missing { return .gone }
            throw error
        }
        let directory = location.directory.number
        let flags = O_RDWR | O_NONBLOCK | cn_O_NOFOLLOW | cn_O_CLOEXEC
        let number = location.name.withCString { calls.openat(directory, $0, flags, 0) }
        if number == -ENOENT { return .gone }
        guard number >= 0 else { throw FileError(.recover, path, call: "openat", answer: Int(number)) }
        return .file(OpenFile(owning: number, calls: calls), location)
    }
}
