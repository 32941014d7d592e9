// SPDX-License-Identifier: MIT
// One operation that is being carried out, by whoever began it or by whoever found it.

internal import Glibc
internal import NoteFiles
internal import NoteKit

/// Carries out the steps of an operation that is written down, takes them back where that must be, and files
/// the record. To do it again from the start finds what was done already.
struct OperationRun: ~Copyable {
    let runner: OperationRunner
    let folders: VaultFolders
    /// Whether an earlier process had begun it.
    let isResumed: Bool
    var record: OperationRecord
    var outcomes: [OperationOutcome.StepOutcome]
    var problems: [LibraryError] = []
    /// Whether something failed that may not fail at the next start, which goes on where this one ends: so the
    /// record stays, and nothing is taken back on which something hangs that could not be.
    private var isPending = false
    /// See `furthest()`.
    private(set) var reached = 0
    private var file: RecordFile

    /// - Parameter record: Written down in `file`, durably.
    init(
        _ record: OperationRecord, in file: consuming RecordFile, _ folders: VaultFolders, isResumed: Bool,
        by runner: OperationRunner
    ) {
        self.runner = runner
        self.folders = folders
        self.isResumed = isResumed
        self.record = record
        self.file = file
        outcomes = Array(repeating: .notTried, count: record.operation.steps.count)
    }

    /// Carries it out to its end.
    ///
    /// - Throws: `LibraryError` when it is not certain what outlives a power cut; the record stays, and the next
    ///   start goes on.
    consuming func finish() throws(LibraryError) -> OperationOutcome {
        if !record.isFinished {
            if isResumed { recoverSaves() }
            if isResumed { reached = furthest() }
            if record.reversal == nil { try goForward() }
            if let reversal = record.reversal { try goBack(through: reversal.step) }
            try folders.sync()
            // What is still to be taken back is told of once it is.
            if !(isPending && record.reversal != nil) { tellStore() }
        } else {
            for (index, path) in record.done { outcomes[index] = .done(path) }
        }
        let isTakenBack = record.reversal != nil
        if let reversal = record.reversal { outcomes[reversal.step] = .refused(reversal.error) }
        return close(isTakenBack)
    }

    /// Clears away what a save left that was killed with the operation.
    private mutating func recoverSaves() {
        var folders: Set<NotePath> = []
        var links: [NotePath: [NotePath]] = [:]
        for (index, step) in record.operation.steps.enumerated() {
            let path: NotePath
            var targets: [NotePath] = []
            switch step.action {
            case .edit(let edited, _, _): path = edited
            case .relink(let link, let old, let new): (path, targets) = (link, [old, new])
            default: continue
            }
            let origin = record.moves.origin(of: path, before: index)
            let places = Set([path, record.current(path, before: index), origin])
            folders.formUnion(places.map(\.folder))
            if !targets.isEmpty { places.forEach { links[$0, default: []] += targets } }
        }
        for folder in folders {
            do throws(FileError) {
                for trace in try runner.disk.recover(folder, below: self.folders.root) {
                    if let problem = trace.problem { problems.append(LibraryError(problem)) }
                }
            } catch {
                // It is gone, or the edit meets the same trouble and tells.
            }
        }
        for (link, targets) in links.sorted(by: { $0.key < $1.key }) {
            do throws(LibraryError) {
                if let kept = try self.folders.recoverLink(link, saying: targets) { problems.append(kept) }
            } catch {
                // Where the folder is gone there is nothing to put back.
                if error.code != .missing { problems.append(error) }
            }
        }
    }

    private mutating func goForward() throws(LibraryError) {
        var index = 0
        while index < record.operation.steps.count {
            let step = record.operation.steps[index]
            if !isFreeOfOrder(step) { try folders.sync() }
            let edits = edits(from: index)
            let made = edits.count > 1 ? perform(edits) : [perform(index)]
            var records: [Record] = []
            for outcome in made {
                outcomes[index] = outcome
                if case .done(let path) = outcome {
                    record.done[index] = path
                    records.append(OperationRecord.done(index, path))
                }
                index += 1
            }
            write(records)
            if isResumed, made.contains(where: { $0.mayPass }) {
                isPending = true
                if step.ifRefused == .takeBack { return }
            }
            if let error = refusal(among: made, of: step) {
                if isResumed, case .edit = step.action {
                    // The edit may have been made, and another program has written the note since: then the note
                    // needs what was done before. And it may not: then it needs what would be removed.
                    return
                }
                let reversal = OperationRecord.Reversal(step: index - 1, error: error)
                record.reversal = reversal
                // Durable before the first step back: else a power cut could have the next start go forward.
                write([OperationRecord.reversal(reversal)])
                makeRecordDurable()
                return
            }
        }
    }

    /// Whether a step may outlive a power cut that those before it do not. A note is not there before the files
    /// that it lists.
    private func isFreeOfOrder(_ step: VaultOperation.Step) -> Bool {
        guard case .move(let old, let new, _) = step.action else { return false }
        return !(HiddenName.isStaged(old.name) && NotesFolder.isNote(new))
    }

    /// Why nothing more is to be tried, and what was done is to be taken back.
    ///
    /// A full disk is a reason whatever the plan says: half of the links would follow, and no room is left to say
    /// so. An operation that goes on after a crash goes on here, too, as others may have written since; what had no
    /// room is done by the start after that.
    private func refusal(among made: [StepOutcome], of step: VaultOperation.Step) -> LibraryError? {
        let errors = made.compactMap { outcome in
            if case .refused(let error) = outcome { error } else { nil }
        }
        return step.ifRefused == .takeBack
            ? errors.first : isResumed ? nil : errors.first { $0.code == .noSpace }
    }

    /// - Parameter last: The last step that was tried; it may be the one that was refused, or one of several edits.
    private mutating func goBack(through last: Int) throws(LibraryError) {
        for index in (0...last).reversed() {
            if isResumed, record.done[index] == nil { record.done[index] = whereDone(index) }
            guard let path = record.done[index] else { continue }
            outcomes[index] = .done(path)
            // Links that could not be taken back lead to the name that the note has now.
            if isPending { continue }
            if let problem = takeBack(index, path) {
                problems.append(problem)
                isPending = problem.mayPass
            } else {
                outcomes[index] = .takenBack
                record.done[index] = nil
            }
        }
    }

    /// What is remembered follows the notes. Where it cannot now, a note is known again by its file.
    private mutating func tellStore() {
        var made = PathMoves()
        for (index, step) in record.operation.steps.enumerated() {
            guard case .move(let planned, _, _) = step.action, let new = record.done[index] else { continue }
            made.append(record.current(planned, before: index), to: new, at: index)
        }
        let moves = made.all.filter { move in
            !isResumed || isStillTrue(move.step, from: move.old, to: move.new, among: made)
        }.map { VaultStore.Move(from: $0.old, to: $0.new) }
        do throws(StoreError) {
            try runner.store.follow(moves)
        } catch {
            problems.append(LibraryError(error))
        }
    }

    // MARK: - The record

    private mutating func write(_ records: [Record]) {
        do throws(FileError) {
            try file.append(records)
        } catch {
            // It only tells what the disk shows as well; it goes in front of what is written next.
        }
    }

    private func makeRecordDurable() {
        do throws(FileError) {
            try file.sync.makeDurable()
        } catch {
            // To begin the steps again after a power cut ends in the same refusal.
        }
    }

    /// Keeps the record for an undoing, or takes it away.
    private consuming func close(_ isTakenBack: Bool) -> OperationOutcome {
        let outcome = OperationOutcome(
            operation: record.operation, steps: outcomes, isTakenBack: isTakenBack, problems: problems,
            wasInterrupted: isResumed, isPending: isPending)
        if isPending { return outcome }
        // A call that has failed may not fail at the next start, which tries to take back once more.
        if isTakenBack, !isResumed, problems.contains(where: { $0.systemError != 0 }) { return outcome }
        let isUndoable = record.operation.isUndoable && !isTakenBack && !record.done.isEmpty
        let undone = record.undone
        let kind = record.operation.kind
        let runner = runner
        do throws(FileError) {
            if isUndoable {
                try file.append([OperationRecord.finished(at: runner.disk.calls.wallClock())])
                try file.sync.makeDurable()
                try runner.removeUndo(kind, id: nil)
                try file.rename(to: OperationRunner.undoName(kind))
                try file.sync.makeDurable()
                file.leave()
            } else {
                if let undone, !isTakenBack { try runner.removeUndo(kind, id: undone) }
                try file.remove().makeDurable()
            }
        } catch {
            // All is done; the record that stays is found to be so at the next start.
            return outcome.adding(
                LibraryError(
                    LibraryError.Code(error.code), runner.vault, systemError: error.systemError,
                    "What was done is done, but its record could not be put away: \(error)"))
        }
        return outcome
    }
}
