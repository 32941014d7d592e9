// SPDX-License-Identifier: MIT
// What the commands that change a vault in several steps answer.

internal import Glibc
internal import NoteJSON
internal import NoteKit
internal import NoteLibrary

/// A command whose answer is that of a change of a vault, also where it is refused.
protocol ChangingCommand: Command {}

extension ChangingCommand {
    static func json(of refusal: Refusal) -> [UInt8] { VaultChange(refusal).json }
}

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

    /// What holds for every change of a vault, for the help of each command that makes one.
    static let discussion =
        "A change that was killed half way is finished by the next command that changes the vault. While another "
        + "program changes the vault, this one waits, for ten seconds at most; then the exit code is 5. What is "
        + "typed in notes that notekitd has open is saved first. Once it is known what is to be written, edits of those "
        + "notes, and of others in the folder that holds them all, wait until it is, for ten seconds at most. A note "
        + "that cannot be saved there, since it is in conflict, keeps its text as it is, and the exit code is 3."

    /// The one rule of taking back, for the help of each command that does so.
    static let undoDiscussion =
        "With --undo the last change of the kind in the vault that changed anything is taken back, once, and "
        + "named: its kind, its time and its paths, in the field undone of the JSON. What has been changed "
        + "since stays. Where there is none, the exit code is 1."

    private let status: Status
    private let exitCode: ExitCode
    private let paths: ChangedPaths
    /// What an undoing was to take back.
    private let undone: UndoneChange?
    /// Why something was not done, and what went wrong beside.
    private let refusals: [Refusal]

    /// Refuses what is there and no folder: who takes back names the vault, where else the note is named.
    static func requireFolder(_ vault: NotePath) throws(Refusal) {
        var facts = stat()
        guard vault.withCString({ stat($0, &facts) }) == 0, facts.st_mode & S_IFMT != S_IFDIR else { return }
        throw .missing(vault, "'\(vault)' is no vault: it is not a folder. Nothing was changed.")
    }

    /// The runner of a vault. What an earlier process left is finished first, and told.
    ///
    /// - Parameter isDry: Whether nothing is to be changed, so that it is left as well.
    static func runner(of vault: NotePath, isDry: Bool = false) throws -> OperationRunner {
        try requireFolder(vault)
        let runner = try OperationRunner(
            of: vault, keeper: Program.keeper, notify: { StandardError.write("notekit: \($0)\n") },
            willChange: Signals.hold, holding: DaemonStandstill().hold)
        for outcome in try isDry ? [] : runner.finishInterrupted() {
            let what =
                outcome.isPending
                ? "is not yet \(outcome.isTakenBack ? "taken back" : "finished"): the next change of the vault "
                    + "goes on"
                : "was \(outcome.isTakenBack ? "taken back" : "finished")"
            StandardError.write(
                "notekit: A change that had been interrupted (\(outcome.operation.kind)) \(what).\n")
            for error in outcome.refusals + outcome.problems { StandardError.write("notekit: \(error)\n") }
        }
        return runner
    }

    /// Makes a change through `runner(of:)`. An interrupt ends the program while the change is looked into, and
    /// waits for its end once it is begun.
    init(_ change: () throws -> OperationOutcome) throws {
        defer { Signals.letThrough() }
        self.init(try change())
    }

    init(_ outcome: OperationOutcome) {
        paths = ChangedPaths(
            outcome.operation, outcome.steps.map { if case .done(let path) = $0 { path } else { nil } })
        undone = outcome.undone.map { UndoneChange($0) }
        refusals = (outcome.refusals + outcome.problems).map(\.refusal)
        let isDone = outcome.isComplete && outcome.problems.isEmpty
        // Where not all could be taken back, something is done.
        let isTakenBack = outcome.isTakenBack && paths.isEmpty
        status = isTakenBack ? .refused : isDone ? .done : .partly
        // A link that could not be written is something found, as for a rename.
        let left = outcome.problems.map { ExitCode($0) }.max { $0.rawValue < $1.rawValue } ?? .fine
        exitCode =
            outcome.isComplete
            ? (left == .usage ? .found : left) : outcome.refusals.first.map { ExitCode($0) } ?? .notWritten
    }

    /// A change that was not begun.
    fileprivate init(_ refusal: Refusal) {
        (paths, undone) = (ChangedPaths(), nil)
        refusals = [refusal]
        status = .refused
        exitCode = refusal.exitCode
    }

    /// Tells it, and answers how the program should end.
    func deliver(asJSON isJSON: Bool) -> ExitCode {
        for refusal in refusals { refusal.tell() }
        let text = sentences.map { "\($0)\n" }.joined()
        return StandardOutput.write(
            isJSON ? json : Array(text.utf8), then: exitCode,
            done: sentences.isEmpty ? nil : sentences.joined(separator: "\n"))
    }

    private var sentences: [String] {
        let done = paths.sentences
        return (undone.map { [$0.sentence] } ?? [])
            + (done.isEmpty && status == .done ? ["Nothing was to be done."] : done)
    }

    fileprivate var json: [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("status", status.rawValue)
                paths.write(to: &json)
                undone?.write(to: &json)
                json.field("problems") { json in
                    json.array(refusals) { json, refusal in json.object { refusal.writeFields(to: &$0) } }
                }
                if status == .refused { refusals.first?.write(to: &json) }
            }
        }
    }
}
