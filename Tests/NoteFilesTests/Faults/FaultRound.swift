// SPDX-License-Identifier: MIT
// One failing save from beginning to end, and everything that must be true afterwards.

import NoteFiles
import Synchronization

/// Makes a save fail once and looks at what is left.
final class FaultRound {
    private let subject: FaultCase
    private let stage: FaultStage
    private let fault: Fault
    private var error: FileError?
    private(set) var problems: [String] = []

    init(_ subject: FaultCase, _ stage: FaultStage, _ fault: Fault) {
        self.subject = subject
        self.stage = stage
        self.fault = fault
    }

    /// Answers false when the save was over before the fault could strike.
    func run() throws -> Bool {
        let wasStricken = Mutex(false)
        let (notes, calls) = stage.failing(fault) { _ in wasStricken.withLock { $0 = true } }
        var outcome: SaveOutcome?
        do throws(FileError) {
            outcome = try subject.save(notes, stage.note)
        } catch {
            self.error = error
            look(at: error)
        }
        expect(calls.openFiles.isEmpty, "descriptors left open: \(calls.openFiles.sorted())")
        expect(calls.heldLeases.isEmpty, "leases left: \(calls.heldLeases.sorted())")
        guard calls.callCount >= fault.call else { return false }
        try look(at: outcome, afterRecovery: false)
        let traces = try stage.notes.recoverAtLast(stage.vault) { try !leftovers(of: outcome).isEmpty }
        for trace in traces {
            if let problem = trace.problem { problems.append("recovery: \(problem)") }
        }
        try look(at: outcome, afterRecovery: true)
        try saveAgain()
        return true
    }

    private func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
        if !isTrue { problems.append(problem()) }
    }

    private func look(at error: FileError) {
        expect(
            error.path == stage.note || stage.state.folder.contains(error.path),
            "the error names \(error.path)")
        expect(error.description.contains(error.path.description), "the message does not name the path")
        let expected = fault.kind.number ?? 0
        expect(
            error.systemError == expected || error.systemError == 0,
            "the error number is \(error.systemError): \(error)")
    }

    private func look(at outcome: SaveOutcome?, afterRecovery: Bool) throws {
        let held = try stage.base.contents(of: stage.note)
        let when = afterRecovery ? "after recovery" : "before recovery"
        let shown = held.map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
        if let outside = subject.outside {
            // The other program acts only when the save gets that far.
            let exists = try stage.exists(outside)
            let isUntouched = held == subject.old || held == FaultCase.new
            expect(exists || isUntouched, "\(when): theirs is nowhere, the note holds \(shown)")
        }
        switch outcome {
        case .saved, .unchanged: expect(held == FaultCase.new, "\(when): saved, but there is \(shown)")
        case .conflict(let conflict):
            let isExpected = held == subject.old || subject.outside != nil
            expect(isExpected, "\(when): conflict \(conflict), but there is \(shown)")
        // Past the point at which it could be taken back.
        case nil where error?.operation == .settle: expect(held != nil, "\(when): nothing is there")
        case nil:
            // What rewriting in place left half done is for recovery.
            let mayBeTorn = !afterRecovery && (subject.inPlace || subject.isHardLinked)
            let isExpected = held == subject.old || held == subject.outside || mayBeTorn
            expect(isExpected, "\(when): failed (\(error.map { "\($0)" } ?? "")), but there is \(shown)")
        }
        guard afterRecovery else { return }
        let left = try leftovers(of: outcome)
        expect(left.isEmpty, "left over: \(left)")
    }

    private func leftovers(of outcome: SaveOutcome?) throws -> [String] {
        var left = try stage.leftovers()
        // Copies that the outcome names, or that hold another program's bytes, are meant to be there.
        if case .conflict(let conflict) = outcome {
            left.removeAll { name in conflict.kept.contains { $0.name.description == name } }
        }
        if subject.outside != nil { left.removeAll { $0.contains(".sync-conflict-") } }
        return left
    }

    /// The same save again, without faults.
    private func saveAgain() throws {
        let held = try stage.base.contents(of: stage.note)
        guard subject.outside == nil || held == subject.old || held == FaultCase.new else { return }
        let outcome = try subject.save(stage.notes, stage.note)
        switch outcome {
        case .saved, .unchanged: break
        case .conflict: problems.append("saved again: \(outcome)")
        }
        let now = try stage.base.contents(of: stage.note)
        expect(now == FaultCase.new, "saved again, but the text is another")
    }
}

extension NotePath {
    fileprivate func contains(_ other: NotePath) -> Bool { other.bytes.starts(with: bytes) }
}
