// SPDX-License-Identifier: MIT
// `notekit task`: one character of one line changes, and nothing else.

internal import NoteKit
internal import NoteProgram

/// Ticks a task of a note, as compare-and-swap.
struct TaskCommand: EditingCommand {
    private static let status = Flag(
        "status", takes: .text("C"), "Put this character into the box; a blank opens the task.")

    static let declaration = CommandDeclaration(
        "task", "Tick a task of a note.",
        discussion: [
            "A blank box gets an x, any other becomes blank. Only the character in the box changes. Lines "
                + "count from 1, as 'notekit tasks' shows them. Where the line holds no task, nothing is "
                + "written and the exit code is 1.",
            "When the note changes under the command, or no longer has the digest of --base, nothing is "
                + "written and the exit code is 3.",
            Standstill.discussion,
        ],
        operands: [
            Operand("ACTION", .choice(["toggle"]), "What to do."), Operand("FILE", .file, "The note."),
            Operand("LINE", .word, "The number of the line that holds the box."),
        ],
        groups: [.optional(status), .optional(.base), .optional(.jsonObject)],
        examples: ["notekit task toggle todo.md 3", "notekit task toggle todo.md 3 --status /"])

    private let file: NotePath
    private let line: Int
    /// The character for the box; nil to tick or untick.
    private let status: Unicode.Scalar?
    private let base: SHA256Digest?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        file = try arguments.path(1)
        guard let line = Int(decimal: arguments.operands[2]), line > 0 else {
            throw arguments.error(
                "LINE is a number from 1 on, not '\(NotePath(bytes: arguments.operands[2]))'.")
        }
        self.line = line
        status = try arguments.bytes(of: Self.status).map { bytes throws(UsageError) in
            guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
                text.unicodeScalars.count == 1, !"[]\n\r".unicodeScalars.contains(scalar)
            else {
                throw arguments.error(
                    "--status takes one character, and neither a bracket nor a line ending.")
            }
            return scalar
        }
        base = try arguments.digest(of: .base)
        isJSON = arguments.has(.jsonObject)
    }

    func run() -> ExitCode {
        Signals.blocked {
            GuardedEdit(file: file, base: base, keeping: nil, plan: plan).carryOut()
        }.deliver(asJSON: isJSON)
    }

    private func plan(for note: OpenNote) -> GuardedEdit.Plan {
        note.base.withUnsafeBufferPointer { bytes in
            let lines = LineNumbers(of: bytes)
            let tasks = MarkdownTree(parsing: bytes).tasks(in: bytes)
            guard let task = tasks.first(where: { lines.line(at: $0.box.lowerBound) == line }) else {
                return .nothing(because: "Line \(line) of '\(file)' holds no task. Nothing was written.")
            }
            return .replace(task.statusRange, with: Array(String(status ?? task.toggledStatus).utf8))
        }
    }
}
