// SPDX-License-Identifier: MIT
// How many edits that do not hang on each other are made at once.

internal import NoteFiles
internal import NoteKit
internal import Synchronization

extension OperationRun {
    /// How many edits wait for the disk at once: what they flush, the kernel flushes together.
    static let saves = 32

    /// The steps from `index` on that are edits of different notes, each of which may be refused alone.
    func edits(from index: Int) -> Range<Int> {
        var paths: Set<NotePath> = []
        let end = record.operation.steps.indices[index...].firstIndex { index in
            let step = record.operation.steps[index]
            guard case .edit(let path, _, _) = step.action, step.ifRefused == .goOn else { return true }
            // What an earlier process is known to have done is looked at alone.
            return isResumed && record.done[index] != nil || !paths.insert(path).inserted
        }
        return index..<(end ?? record.operation.steps.endIndex)
    }

    /// Makes edits: the texts that they replace are kept first, all at once.
    ///
    /// - Returns: What came of each. What has failed has changed nothing.
    func perform(_ edits: Range<Int>) -> [StepOutcome] {
        let saves = edits.map { index in Result { () throws(LibraryError) in try save(of: index) } }
        let disk = runner.disk
        guard runner.keeper.keepsReplacedTexts else { return outcomes(of: saves) }
        let read = Self.each(of: saves) { save throws(LibraryError) in
            (save, try save.version(on: disk))
        }
        do throws(FileError) {
            try runner.keeper.keep(read.compactMap { Self.value(of: $0)?.1 })
        } catch {
            // One by one it shows for which of them that is so.
            return edits.map { perform($0) }
        }
        return outcomes(of: read.map { $0.map(\.0) })
    }

    private func outcomes(of saves: [Result<EditSave, LibraryError>]) -> [StepOutcome] {
        let disk = runner.disk
        return Self.each(of: saves) { save throws(LibraryError) in
            (save, try save.carryOut(on: disk))
        }.map { result in
            switch result {
            case .success((let save, let receipt)): outcome(of: save, receipt)
            case .failure(let error): .refused(error)
            }
        }
    }

    private static func value<Value>(of result: Result<Value, LibraryError>) -> Value? {
        if case .success(let value) = result { value } else { nil }
    }

    /// Calls a body for each save that is possible, on several threads.
    private static func each<Made: Sendable>(
        of saves: [Result<EditSave, LibraryError>],
        _ body: @Sendable (EditSave) throws(LibraryError) -> Made
    ) -> [Result<Made, LibraryError>] {
        let queue = WorkQueue(saves.indices, share: 1)
        let made = Mutex<[Int: Result<Made, LibraryError>]>([:])
        Workers.run(queue.workers(atMost: Self.saves)) { _ in
            while let share = queue.take() {
                for index in share {
                    let result = Result { () throws(LibraryError) in try body(try saves[index].get()) }
                    made.withLock { $0[index] = result }
                }
            }
        }
        let all = made.withLock { $0 }
        return saves.indices.map { index in
            // Each index was taken once, and the workers are done.
            all[index] ?? .failure(LibraryError(.other, .top, "An edit was not tried."))
        }
    }
}
