// SPDX-License-Identifier: MIT
// `notekit resolve`: ends the conflict of a note.

internal import NoteKit
internal import NoteProgram

/// Ends a conflict.
struct ResolveCommand: EditingCommand {
    private static let mine = Flag("mine", "Write what was typed here.")
    private static let theirs = Flag("theirs", "Leave what the other program wrote.")
    private static let both = Flag(
        "both", "Write what was typed here, and the other text beside it under a free name, which is told.")
    private static let merged = Flag(
        "merged", takes: .text("FILE"), "Write the text of FILE; - reads the standard input.")

    static let declaration = CommandDeclaration(
        "resolve", "End the conflict of a note.",
        discussion: [
            "What is not chosen becomes a version first: 'notekit history' lists it. Where the daemon has the vault "
                + "open, everybody who has the note open sees what was chosen. A merged text takes the line endings "
                + "and the byte order mark of the note.",
            "The exit code is 1 when the note is in no conflict. When it is changed once more meanwhile, that is "
                + "another conflict, nothing is overwritten, and the exit code is 3. When the daemon is lost before "
                + "it has answered, nobody knows whether it was done, and the exit code is 5: see 'notekit conflicts'.",
        ],
        operands: [Operand("NOTE", .file, "The note.")],
        groups: [.oneOf([mine, theirs, both, merged]), .optional(.jsonObject)],
        examples: [
            "notekit resolve todo.md --mine", "notekit resolve todo.md --merged merged.md",
            "notekit resolve todo.md --theirs --json",
        ])

    private let note: NotePath
    /// The choice, for `--merged` without its text.
    private let choice: ConflictChoice
    /// Where the merged text is.
    private let file: NotePath?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        note = try arguments.path(0)
        file = arguments.bytes(of: Self.merged).map { NotePath(bytes: $0) }
        if file?.bytes.isEmpty == true { throw arguments.error("\(Self.merged.usage): FILE is empty.") }
        choice =
            arguments.has(Self.mine)
            ? .mine : arguments.has(Self.theirs) ? .theirs : arguments.has(Self.both) ? .both : .merged("")
        isJSON = arguments.has(.jsonObject)
    }

    func run() throws -> ExitCode {
        guard let real = note.real else {
            throw Refusal.missing(note, "'\(note)' is not there, and neither is its folder.")
        }
        let choice = try file.map { try .merged(Self.text(of: $0)) } ?? choice
        let answer = try Signals.blocked {
            Result { try ConflictEnding(choice, real, typedAs: note).carryOut() }
        }.get()
        return answer.deliver(asJSON: isJSON)
    }

    /// The text of the file that holds the merge, as an editor shows it.
    private static func text(of file: NotePath) throws -> String {
        let bytes = file == NotePath("-") ? try StandardInput.readAll() : try NoteDisk().read(file).bytes
        do throws(UnreadableText) {
            return try NoteText(bytes: bytes).text
        } catch {
            throw NoteOpeningError.unreadable(file, error)
        }
    }
}
