// SPDX-License-Identifier: MIT
// What the commands that change a vault in several steps answer.

internal import NoteJSON
internal import NoteKit
internal import NoteLibrary

/// What came of a change of a vault, for a person, a script and the shell.
struct VaultChange {
    /// The outcome in one word, part of the interface for scripts.
    private enum Status: String {
        case done
        /// Something was done, and something was not possible.
        case partly
        /// Nothing was done, or it was taken back.
        case refused
    }

    private let status: Status
    private let exitCode: ExitCode
    private let moves: [(from: NotePath, to: NotePath)]
    private let made: [NotePath]
    private let removed: [NotePath]
    private let edited: [NotePath]
    /// Why something was not done, and what went wrong beside.
    private let refusals: [LibraryError]

    /// The runner of a vault. What an earlier process left is finished first, and told.
    static func runner(of vault: NotePath) throws -> OperationRunner {
        let runner = try OperationRunner(
            of: vault, keeper: Program.keeper, notify: { StandardError.write("notekit: \($0)\n") },
            willChange: Signals.hold)
        for outcome in try runner.finishInterrupted() {
            let what = outcome.isTakenBack ? "taken back" : "finished"
            StandardError.write(
                "notekit: A change that had been interrupted (\(outcome.operation.kind)) was \(what).\n")
            for error in outcome.refusals + outcome.problems { StandardError.write("notekit: \(error)\n") }
        }
        return runner
    }

    /// Makes a change through `runner(of:)`. An interrupt ends the program while the change is looked into, and
    /// waits for its end once it is begun.
    init(of change: () throws -> OperationOutcome) {
        defer { Signals.letThrough() }
        do {
            self.init(try change())
        } catch {
            self.init(error)
        }
    }

    init(_ outcome: OperationOutcome) {
        moves = outcome.moves
        var made: [NotePath] = []
        var removed: [NotePath] = []
        var edited: [NotePath] = []
        for (step, outcome) in zip(outcome.operation.steps, outcome.steps) {
            guard case .done(let path) = outcome else { continue }
            switch step.action {
            case .makeFolder: made.append(path)
            case .removeFolder, .removeFile: removed.append(path)
            case .edit: edited.append(path)
            case .move: break
            }
        }
        (self.made, self.removed, self.edited) = (made, removed, edited)
        refusals = outcome.refusals + outcome.problems
        let isDone = outcome.isComplete && outcome.problems.isEmpty
        status = outcome.isTakenBack ? .refused : isDone ? .done : .partly
        // A link that could not be written is something found, as for a rename.
        let left = outcome.problems.map { ExitCode($0) }.max { $0.rawValue < $1.rawValue } ?? .fine
        exitCode =
            outcome.isComplete
            ? (left == .usage ? .found : left) : outcome.refusals.first.map { ExitCode($0) } ?? .notWritten
    }

    /// A change that was not begun.
    init(_ error: any Error) {
        (moves, made, removed, edited) = ([], [], [], [])
        let error =
            error as? LibraryError ?? (error as? FileError).map { LibraryError($0) }
            ?? (error as? StoreError).map { LibraryError($0) }
            ?? LibraryError(.other, NotePath("."), "\(error)")
        refusals = [error]
        status = .refused
        exitCode = ExitCode(error)
    }

    /// Tells it, and answers how the program should end.
    func deliver(asJSON isJSON: Bool) -> ExitCode {
        for error in refusals { StandardError.write("notekit: \(error)\n") }
        let text = sentences.map { "\($0)\n" }.joined()
        return StandardOutput.write(
            isJSON ? json : Array(text.utf8), then: exitCode,
            done: sentences.isEmpty ? nil : sentences.joined(separator: "\n"))
    }

    private var sentences: [String] {
        let done =
            made.map { "Made the folder '\($0)'." } + moves.map { "'\($0.from)' is now '\($0.to)'." }
            + edited.map { "Updated the links in '\($0)'." } + removed.map { "Removed the folder '\($0)'." }
        return done.isEmpty && status == .done ? ["Nothing was to be done."] : done
    }

    private var json: [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("status", status.rawValue)
                json.field("moved") { json in
                    json.array(moves) { json, move in
                        json.object { json in
                            json.field("from", move.from.description)
                            json.field("to", move.to.description)
                        }
                    }
                }
                json.field("made") { json in json.array(made) { $0.string($1.description) } }
                json.field("edited") { json in json.array(edited) { $0.string($1.description) } }
                json.field("removed") { json in json.array(removed) { $0.string($1.description) } }
                json.field("problems") { json in
                    json.array(refusals) { json, error in
                        json.object { json in
                            json.field("code", error.code.description)
                            json.field("path", error.path.description)
                            json.field("message", error.description)
                        }
                    }
                }
            }
        }
    }
}
