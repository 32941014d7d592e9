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

    private static let token = Flag(
        "token", takes: .text("TOKEN"),
        "The sides that the choice was made on, as 'notekit diff --json' names them.")

    static let declaration = CommandDeclaration(
        "resolve", "End the conflict of a note.",
        discussion: [
            "What is not chosen becomes a version first: 'notekit history' lists it. Where the daemon has the vault "
                + "open, everybody who has the note open sees what was chosen. A merged text takes the line endings "
                + "and the byte order mark of the note.",
            "A conflict is ended on the sides that were seen: those of --token, else those that 'notekit diff' showed last. "
                + "When one of them is another by now, since a program wrote the note again or somebody typed on, nothing "
                + "is written, and the exit code is 3: look at them once more. Where no side was ever shown, --mine, "
                + "--theirs and --both take the sides that are there, and --merged is refused with 2: its text was made "
                + "from something.",
            "The exit code is 1 when the note is in no conflict. When the daemon is lost before "
                + "it has answered, nobody knows whether it was done, and the exit code is 5: see 'notekit conflicts'.",
        ],
        operands: [Operand("NOTE", .file, "The note.")],
        groups: [.oneOf([mine, theirs, both, merged]), .optional(token), .optional(.jsonObject)],
        examples: [
            "notekit resolve todo.md --mine", "notekit resolve todo.md --merged merged.md",
            "notekit resolve todo.md --theirs --json",
        ])

    private let note: NotePath
    /// The choice, for `--merged` without its text.
    private let choice: ConflictChoice
    /// Where the merged text is.
    private let file: NotePath?
    /// The sides that were named.
    private let sides: ConflictToken?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        note = try arguments.path(0)
        file = arguments.bytes(of: Self.merged).map { NotePath(bytes: $0) }
        if file?.bytes.isEmpty == true { throw arguments.error("\(Self.merged.usage): FILE is empty.") }
        let named = arguments.bytes(of: Self.token).map { String(decoding: $0, as: UTF8.self) }
        sides = named.flatMap { ConflictToken($0) }
        if named != nil, sides == nil {
            throw arguments.error("\(Self.token.usage): TOKEN is 64 hexadecimal digits.")
        }
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
            Result { try ConflictEnding(choice, of: sides, real, typedAs: note).carryOut() }
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
