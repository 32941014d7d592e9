// SPDX-License-Identifier: MIT
// What came of an operation.

internal import Glibc
public import NoteFiles

/// What came of an operation, step by step.
public struct OperationOutcome: Hashable, Sendable {
    /// What came of one step.
    public enum StepOutcome: Hashable, Sendable {
        /// It was done; the path that it made, changed or removed. That of a move is where the file is now.
        case done(NotePath)
        /// There was nothing to do.
        case already
        /// It was not possible; nothing was changed by it.
        case refused(LibraryError)
        /// It was done and then taken back, because another step was not possible.
        case takenBack
        /// It was not tried, because another step was not possible.
        case notTried
    }

    /// What was to be done.
    public let operation: VaultOperation
    /// What came of each of its steps.
    public let steps: [StepOutcome]
    /// Whether a step was not possible that the others hang on: then what had been done is taken back.
    public let isTakenBack: Bool
    /// What could not be taken back, or went wrong without harm: each a sentence.
    public private(set) var problems: [LibraryError]
    /// Whether an earlier process had begun it and was killed.
    public let wasInterrupted: Bool
    /// Whether something was not possible that may be so at the next start, as on a full disk: the next change of
    /// the vault goes on with it.
    public internal(set) var isPending = false
    /// The operation that this one was to take back; nil where it takes none back.
    public internal(set) var undone: FinishedOperation?

    /// Why steps were not possible, in their order.
    public var refusals: [LibraryError] {
        steps.compactMap { step in
            if case .refused(let error) = step { error } else { nil }
        }
    }

    /// Why it was taken back, with what could not be; nil where it was not.
    var reversal: LibraryError? {
        guard isTakenBack, let refusal = refusals.first else { return nil }
        guard !problems.isEmpty else { return refusal }
        let left = problems.map(\.description).joined(separator: " ")
        let next = isPending ? " The next change of the vault takes back the rest." : ""
        return LibraryError(
            refusal.code, refusal.path, systemError: refusal.systemError,
            "\(refusal) Not all that had been done could be taken back: \(left)\(next)")
    }

    /// Whether each step was done, or there was nothing to do.
    public var isComplete: Bool {
        steps.allSatisfy { step in
            switch step {
            case .done, .already: true
            case .refused, .takenBack, .notTried: false
            }
        }
    }

    /// The files and folders that have another path now.
    public var moves: [(from: NotePath, to: NotePath)] {
        zip(operation.steps, steps).compactMap { step, outcome in
            guard case .move(let old, _, _) = step.action, case .done(let new) = outcome else { return nil }
            return (old, new)
        }
    }
}

extension OperationOutcome {
    /// The same with one more problem.
    func adding(_ problem: LibraryError) -> OperationOutcome {
        var outcome = self
        outcome.problems.append(problem)
        return outcome
    }
}

extension OperationOutcome.StepOutcome {
    /// Whether it was refused for a reason that may be gone at the next start.
    var mayPass: Bool {
        if case .refused(let error) = self { error.mayPass } else { false }
    }
}

extension LibraryError {
    /// Whether what failed may not fail at the next start: a full disk, one that was taken away or has become
    /// read-only, a program that was in the way.
    var mayPass: Bool {
        switch code {
        case .noSpace, .inputOutput, .busy: true
        default: [EROFS, ENOMEM, EMFILE, ENFILE, ESTALE].contains(systemError)
        }
    }
}
