// SPDX-License-Identifier: MIT
// How changes of a vault in several steps outlive a crash: who may make them, and who finishes them.

internal import Glibc
public import NoteFiles
public import NoteKit
public import NoteStore

/// Carries out changes of one vault that take several steps, so that a crash leaves none half done.
///
/// What is to be done is written down first, durably, in the folder that remembers the vault, with what each step
/// needs to be known again: the inode and the birth time of what is moved or removed, the text that an edit
/// replaces. After a crash `finishInterrupted()` goes on: a step that was done is found to be done, one that was
/// not is done, and where one has become impossible the others go on or are taken back, as the plan says. One
/// operation is carried out at a time in a vault, whatever the process.
///
/// Nothing is ever replaced: a move fails where its name is taken, or takes a number, and an edit is refused where
/// the text is not the one that it was made from. No symbolic link is followed by what changes names. Moves
/// leave the modification times of notes alone, and histories and pins follow them.
///
/// The last operation of each kind can be taken back. Methods block on the disk; they may be called from any
/// thread.
public final class OperationRunner: Sendable {
    /// The vault, a real path.
    public let vault: NotePath
    /// What is remembered of it.
    public let store: VaultStore
    let keeper: any VersionKeeper
    let disk: NoteDisk
    private let folder: NotePath
    private let patience: Int
    private let notify: @Sendable (LibraryError) -> Void
    private let willChange: @Sendable () -> Void

    /// Prepares to change a vault. Finishes nothing yet.
    ///
    /// - Parameters:
    ///   - vault: The folder; it must be there.
    ///   - stateFolder: Usually `StateFolder.standard`; never inside the vault.
    ///   - keeper: Who keeps the texts that edits replace.
    ///   - patience: How many milliseconds to wait while another process changes the vault.
    ///   - notify: Called with what went wrong without harm, and with what was not possible of an operation that was
    ///     interrupted, from any thread.
    ///   - willChange: Called on the calling thread when a plan is made and its steps are about to be carried
    ///     out: from then on a program that ends leaves work for the next start.
    /// - Throws: `LibraryError`: `.missing` when there is no such vault, `.store`, `.busy`, `.notPermitted`,
    ///   `.noSpace`, `.inputOutput`.
    public convenience init(
        of vault: NotePath, stateFolder: NotePath = StateFolder.standard, keeper: any VersionKeeper,
        patience: Int = 10_000, notify: @escaping @Sendable (LibraryError) -> Void = { _ in },
        willChange: @escaping @Sendable () -> Void = {}
    ) throws(LibraryError) {
        try self.init(
            of: vault, stateFolder: stateFolder, keeper: keeper, patience: patience, calls: LinuxCalls(),
            notify: notify, willChange: willChange)
    }

    package convenience init(
        of vault: NotePath, stateFolder: NotePath, keeper: any VersionKeeper, patience: Int,
        calls: any FileCalls, notify: @escaping @Sendable (LibraryError) -> Void = { _ in },
        willChange: @escaping @Sendable () -> Void = {}
    ) throws(LibraryError) {
        let store: VaultStore
        do throws(StoreError) {
            store = try VaultStore(of: vault, stateFolder: stateFolder) { notice in
                notify(LibraryError(.store, vault, notice.description))
            }
        } catch {
            throw LibraryError(error)
        }
        self.init(
            store, stateFolder: stateFolder, keeper: keeper, patience: patience, calls: calls, notify: notify,
            willChange: willChange)
    }

    package init(
        _ store: VaultStore, stateFolder: NotePath, keeper: any VersionKeeper, patience: Int = 10_000,
        calls: any FileCalls = LinuxCalls(), notify: @escaping @Sendable (LibraryError) -> Void = { _ in },
        willChange: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        vault = store.vault
        folder = store.folder.appending(NotePath("operations"))
        self.keeper = keeper
        self.patience = patience
        self.notify = notify
        self.willChange = willChange
        var disk = NoteDisk(stateFolder: stateFolder, calls: calls)
        // Reading waits for another program, and saving does so again: two seconds in all.
        disk.patience = 1_000_000_000
        self.disk = disk
    }

    // MARK: - Carrying out

    /// Carries out an operation.
    ///
    /// Finishes first what a killed process left; what was not possible of that is told to `notify`. When this
    /// returns, what the outcome says is durable; after a crash before that, `finishInterrupted()` brings it
    /// about.
    ///
    /// System calls: `openat(2)`, `statx(2)`, `mkdirat(2)`, `renameat2(2)` with `RENAME_NOREPLACE`,
    /// `unlinkat(2)`, `fsync(2)`, and those of `NoteDisk.replace` for edits.
    ///
    /// - Returns: What came of each step. Where a step was refused that the others hang on, all is as before.
    /// - Throws: `LibraryError`: `.busy` when another process changes the vault for too long; `.invalidName` for
    ///   a path that leads out of the vault; `.noSpace` and the like when the plan could not be written down.
    ///   Nothing was changed then. After `.inputOutput` from `fsync(2)` it is not certain what a power cut
    ///   leaves; the next start goes on.
    public func carryOut(_ operation: VaultOperation) throws(LibraryError) -> OperationOutcome {
        try carryOut { () throws(LibraryError) in operation }
    }

    /// Carries out an operation that is planned once no other process changes the vault any more.
    ///
    /// - Parameter plan: Makes the plan; what it throws is thrown on, and nothing is changed.
    public func carryOut(
        _ plan: () throws(LibraryError) -> VaultOperation
    ) throws(LibraryError) -> OperationOutcome {
        try alone { () throws(LibraryError) in
            try finishFirst()
            return try run(try plan(), undoing: nil)
        }
    }

    /// Finishes what killed processes left, if there is anything.
    ///
    /// Whoever changes the vault calls this first; `carryOut` does it by itself. A record that cannot be
    /// understood is set aside, and `notify` is told.
    ///
    /// Nothing is waited for. Where another process is changing the vault at this moment, it has finished first
    /// what there was, as this would have, and what is there now is its own.
    ///
    /// - Returns: What came of each operation that was found.
    /// - Throws: `LibraryError`, as `carryOut` does.
    @discardableResult
    public func finishInterrupted() throws(LibraryError) -> [OperationOutcome] {
        guard try hasRecords() else { return [] }
        return try ifIdle { () throws(LibraryError) in try finishAll() } ?? []
    }

    /// The same, and waits for another process that is changing the vault.
    func finishPatiently() throws(LibraryError) -> [OperationOutcome] {
        try alone { () throws(LibraryError) in try finishAll() }
    }

    /// Does something while no operation is under way and none is left to be finished.
    ///
    /// - Returns: Nil where another process is changing the vault at this moment: then nothing was done.
    func whenFinished<Result>(_ body: () throws(LibraryError) -> Result) throws(LibraryError) -> Result? {
        try ifIdle { () throws(LibraryError) in
            try finishFirst()
            return try body()
        }
    }

    // MARK: - Taking back

    /// The plan that would take back the last operation of a kind; nil where there is none.
    public func lastUndoable(_ kind: VaultOperation.Kind) throws(LibraryError) -> VaultOperation? {
        try undoRecord(kind)?.undoing
    }

    /// Takes back the last operation of a kind, once.
    ///
    /// What has been changed since stays as it is, and the outcome tells. An operation that found nothing to do
    /// is none that could be taken back: the one before it is, so the outcome says which that was.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - plan: Makes the plan that is carried out from the one that takes it back, and from what was done,
    ///     once no other process changes the vault: links are written for what the vault is then.
    /// - Throws: `LibraryError` with code `.nothingToUndo`, and as `carryOut` does.
    func undoLast(
        _ kind: VaultOperation.Kind,
        as plan: (_ undoing: VaultOperation, _ done: VaultOperation) throws(LibraryError) -> VaultOperation
    ) throws(LibraryError) -> OperationOutcome {
        try alone { () throws(LibraryError) in
            try finishFirst()
            guard let record = try undoRecord(kind) else {
                throw LibraryError(
                    .nothingToUndo, vault, "There is nothing to take back in '\(vault)'. Nothing was changed."
                )
            }
            var outcome = try run(try plan(record.undoing, record.operation), undoing: record.id)
            outcome.undone = FinishedOperation(record)
            return outcome
        }
    }

    static func undoName(_ kind: VaultOperation.Kind) -> NotePath { NotePath("\(kind).undo") }

    private func undoRecord(_ kind: VaultOperation.Kind) throws(LibraryError) -> OperationRecord? {
        let name = Self.undoName(kind)
        for case .orphaned(let file) in try records(where: { $0 == name }) {
            if let record = OperationRecord(file.bytes) { return record }
            try setAside(file)
        }
        return nil
    }

    /// Takes a record away that nobody takes back any more; only that of one operation where an id is given.
    func removeUndo(_ kind: VaultOperation.Kind, id: UInt64?) throws(FileError) {
        let name = Self.undoName(kind)
        for case .orphaned(let file) in try disk.orphanedRecords(in: folder, where: { $0 == name })
        where id == nil || OperationRecord(file.bytes)?.id == id {
            try file.remove(about: vault)
        }
    }

    // MARK: - Records

    private static let ending = Array(".operation".utf8)

    private static func isRecord(_ name: NotePath) -> Bool {
        name.bytes.count > ending.count && name.bytes.suffix(ending.count).elementsEqual(ending)
    }

    private func alone<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        // Given back at the end of this scope.
        let lock = try lockFile()
        try take(lock)
        return try body()
    }

    /// The same where it can be at once; else nil.
    private func ifIdle<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result? {
        // Given back at the end of this scope.
        let lock = try lockFile()
        do throws(StoreError) {
            guard try lock.takeIfFree(.exclusive) else { return nil }
        } catch {
            throw LibraryError(error)
        }
        return try body()
    }

    private func lockFile() throws(LibraryError) -> FileLock {
        do throws(StoreError) {
            return try FileLock(of: store.folder.appending(NotePath("operations.lock")))
        } catch {
            throw LibraryError(error)
        }
    }

    private func take(_ lock: borrowing FileLock) throws(LibraryError) {
        do throws(StoreError) {
            try lock.take(.exclusive, patience: patience)
        } catch {
            guard error.code == .busy else { throw LibraryError(error) }
            throw LibraryError(
                .busy, vault, "Another program is changing '\(vault)' at this moment. Nothing was changed.")
        }
    }

    /// Whether there are records of operations, be they of living processes.
    func hasRecords() throws(LibraryError) -> Bool {
        do throws(FileError) {
            return try !disk.names(in: folder, where: Self.isRecord).isEmpty
        } catch {
            if error.code == .missing { return false }
            throw LibraryError(error)
        }
    }

    private func records(
        where condition: (NotePath) -> Bool
    ) throws(LibraryError) -> [NoteDisk.FoundRecords] {
        do throws(FileError) {
            return try disk.orphanedRecords(in: folder, where: condition)
        } catch {
            throw LibraryError(error)
        }
    }

    /// Finishes what there is for whoever asked for something else.
    private func finishFirst() throws(LibraryError) {
        for outcome in try finishAll() { (outcome.refusals + outcome.problems).forEach(notify) }
    }

    private func finishAll() throws(LibraryError) -> [OperationOutcome] {
        var found: [UInt64: (record: OperationRecord, files: [OrphanedRecords])] = [:]
        var order: [UInt64] = []
        for entry in try records(where: Self.isRecord) {
            switch entry {
            case .inaccessible(let path, let error):
                notify(
                    LibraryError(
                        LibraryError.Code(error.code), path, systemError: error.systemError,
                        "A change of '\(vault)' that was interrupted cannot be finished: \(error)"))
            case .orphaned(let file):
                guard let record = OperationRecord(file.bytes) else {
                    try setAside(file)
                    continue
                }
                if found[record.id] == nil { order.append(record.id) }
                // A process that was killed while it took a record over left it twice.
                let known = found[record.id]
                let best = known.map { $0.record.progress > record.progress ? $0.record : record } ?? record
                found[record.id] = (best, (known?.files ?? []) + [file])
            }
        }
        var outcomes: [OperationOutcome] = []
        for id in order {
            guard let (record, files) = found[id] else { continue }
            willChange()
            let file = try write(record)
            do throws(FileError) {
                for old in files { try old.remove(about: vault) }
            } catch {
                throw notWritten(error)
            }
            let folders = try VaultFolders(vault, calls: disk.calls)
            outcomes.append(try OperationRun(record, in: file, folders, isResumed: true, by: self).finish())
        }
        return outcomes
    }

    private func setAside(_ file: OrphanedRecords) throws(LibraryError) {
        let isLater =
            file.bytes.starts(with: OperationRecord.anyMagic)
            && !file.bytes.starts(with: OperationRecord.magic)
        do throws(FileError) {
            let place = try file.setAside(ending: isLater ? ".later" : ".damaged")
            let why =
                isLater
                ? "was begun by a later edition of NoteKit, which alone can finish it"
                : "cannot be finished, since its record is damaged"
            notify(
                LibraryError(
                    .store, place,
                    "A change of '\(vault)' \(why). The record is set aside as '\(place)'. Each note is where "
                        + "it was or where it was to be, whole."))
        } catch {
            throw LibraryError(error)
        }
    }

    private func write(_ record: OperationRecord) throws(LibraryError) -> RecordFile {
        let name = NotePath("\(Hexadecimal.text(of: disk.calls.uniqueNumber())).operation")
        do throws(FileError) {
            let file = try RecordFile(
                folder.appending(name), magic: OperationRecord.magic, records: record.records, about: vault,
                on: disk)
            do throws(FileError) {
                try file.sync.makeDurable()
            } catch let failure {
                // Where it stays, it is found and carried out: it is the plan of what was asked for.
                try file.remove().makeDurable()
                throw failure
            }
            return file
        } catch {
            throw notWritten(error)
        }
    }

    private func notWritten(_ error: FileError) -> LibraryError {
        let code = FileError.Code(systemError: error.systemError)
        let reason = error.systemError == 0 ? error.description : "\(code.sentence(error.systemError))."
        return LibraryError(
            LibraryError.Code(error.code), vault, systemError: error.systemError,
            "What is to be done to '\(vault)' could not be written down first: \(reason) Nothing was changed."
        )
    }

    // MARK: - One operation

    private func run(
        _ operation: VaultOperation, undoing undone: UInt64?
    ) throws(LibraryError) -> OperationOutcome {
        let folders = try VaultFolders(vault, calls: disk.calls)
        var findings: [OperationRecord.Finding] = []
        var missing: Set<NotePath> = []
        let moves = operation.pathMoves
        for (index, step) in operation.steps.enumerated() {
            do throws(LibraryError) {
                // In a folder that is yet to be made there is nothing to look at.
                if case .makeFolder(let path) = step.action, missing.contains(path.folder) {
                    _ = try path.components()
                    findings.append(OperationRecord.Finding())
                } else {
                    findings.append(try look(operation.steps[index].action, index, moves, folders))
                }
                if case .makeFolder(let path) = step.action, findings[index].mark == nil {
                    missing.insert(path)
                }
            } catch {
                guard error.code != .invalidName, step.ifRefused == .goOn else {
                    if error.code == .invalidName { throw error }
                    return refused(operation, index, error)
                }
                // To try it tells why it is refused.
                findings.append(OperationRecord.Finding())
            }
        }
        guard !operation.steps.isEmpty else {
            return OperationOutcome(
                operation: operation, steps: [], isTakenBack: false, problems: [], wasInterrupted: false)
        }
        try requireRoom(for: operation, findings, below: folders.root)
        let record = OperationRecord(id: disk.calls.uniqueNumber(), operation, undoing: undone, findings)
        willChange()
        let file = try write(record)
        return try OperationRun(record, in: file, folders, isResumed: false, by: self).finish()
    }

    private func refused(
        _ operation: VaultOperation, _ step: Int, _ error: LibraryError
    ) -> OperationOutcome {
        var steps = [OperationOutcome.StepOutcome](repeating: .notTried, count: operation.steps.count)
        steps[step] = .refused(error)
        return OperationOutcome(
            operation: operation, steps: steps, isTakenBack: true, problems: [], wasInterrupted: false)
    }

    /// Reads a note that is to be edited.
    func read(_ path: NotePath, below root: NoteRoot) throws(LibraryError) -> NoteSnapshot {
        do throws(FileError) {
            return try disk.read(path, below: root)
        } catch {
            throw LibraryError(error, editing: path)
        }
    }

    /// What a step is about to meet.
    private func look(
        _ action: VaultOperation.Step.Action, _ index: Int, _ moves: PathMoves, _ folders: VaultFolders
    ) throws(LibraryError) -> OperationRecord.Finding {
        switch action {
        case .removeFile(let path):
            _ = try path.components()
            guard let facts = try folders.facts(of: moves.origin(of: path, before: index)) else {
                return OperationRecord.Finding(mark: nil)
            }
            return OperationRecord.Finding(mark: FileMark(facts), old: FileStamp.bytes(of: facts))
        case .makeFolder(let path), .removeFolder(let path):
            _ = try path.components()
            let origin = moves.origin(of: path, before: index)
            return OperationRecord.Finding(mark: try folders.facts(of: origin).map { FileMark($0) })
        case .move(let path, let new, _):
            _ = try new.components()
            _ = try path.components()
            guard path != .top, new != .top else {
                throw LibraryError(.illegalMove, path, "The top of a vault cannot move. Nothing was changed.")
            }
            let origin = moves.origin(of: path, before: index)
            guard let facts = try folders.facts(of: origin) else {
                throw LibraryError(
                    .missing, path, "'\(path)' was not moved: it is gone. Nothing was changed.")
            }
            return OperationRecord.Finding(mark: FileMark(facts))
        case .relink(let path, let target, _):
            _ = try path.components()
            let origin = moves.origin(of: path, before: index)
            guard let facts = try folders.facts(of: origin),
                try folders.target(ofLink: origin) == target
            else {
                throw LibraryError(
                    .changed, path,
                    "The symbolic link '\(path)' was not changed: it is another one now. It is as it was.")
            }
            return OperationRecord.Finding(mark: FileMark(facts))
        case .edit(let path, let digest, _):
            _ = try path.components()
            let origin = moves.origin(of: path, before: index)
            let present = try read(origin, below: folders.root)
            guard present.digest == digest else {
                throw LibraryError(
                    .changed, path,
                    "'\(path)' was not edited: another program changed it meanwhile. It is as that left it.")
            }
            return OperationRecord.Finding(mark: FileMark(present.facts), old: present.bytes)
        }
    }
}

extension OperationRecord {
    /// How much is known of how far it came.
    fileprivate var progress: Int { done.count + (reversal == nil ? 0 : 1) + (isFinished ? 1 : 0) }
}
