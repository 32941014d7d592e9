// SPDX-License-Identifier: MIT
// The table from which the whole command line comes.

internal import NoteKit
internal import NoteProgram

/// The program: its commands in the order in which help shows them.
enum Program {
    private static let summary = "edit folders of Markdown notes in place, without losing a byte"

    private static let purpose =
        "NoteKit edits folders of Markdown notes, very often Obsidian vaults, while other programs "
        + "write to them too. It changes no byte that was not edited, overwrites nothing that somebody "
        + "else wrote, and loses nothing when the disk is full or the power fails."

    /// What a program reads that asked for JSON and is refused.
    private static let refusals =
        "Whoever asks for JSON gets one JSON value, whatever the exit code is. Of a command that is refused it "
        + "is an object with the field error, which holds code (the reason in a word), path (the file that it "
        + "is about, or null) and message."

    /// Every command.
    static let commands: [any Command.Type] =
        [
            CheckCommand.self, ListCommand.self, WatchCommand.self, EditCommand.self, SessionCommand.self,
            TaskCommand.self, MergeCommand.self,
            ViewCommand<OutlineView>.self, linksCommand, ViewCommand<TagsView>.self,
            ViewCommand<TasksView>.self, ViewCommand<ScanView>.self, ViewCommand<TreeView>.self,
        ] + readingCommands + [ManualCommand.self, CompletionsCommand.self, HelpCommand.self]

    #if NOTEKIT_CORE
    /// What is left out where no system library is.
    private static let readingCommands: [any Command.Type] = []
    /// The links of notes, without those that lead back, which are asked of an index.
    private static let linksCommand: any Command.Type = ViewCommand<LinksView>.self
    /// Who keeps texts that would be lost: there is no store.
    static let keeper: any VersionKeeper = FileVersionKeeper()
    /// Who holds open notes still: there is no daemon.
    static func standstill(of path: NotePath) -> Standstill { .none }
    #endif
    /// What the program says of itself.
    static let declaration = ProgramDeclaration(
        name: "notekit", version: NoteKitVersion.text, manualDate: NoteKitVersion.day, summary: summary,
        purpose: purpose,
        commands: commands.map { $0.declaration }, flags: [.version, .help], environment: environment,
        exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) }, refusals: refusals)

    /// What the environment changes.
    private static let environment: [(name: String, meaning: String)] = [
        (
            "XDG_STATE_HOME",
            "What notes held before, and text that could not be saved, is kept in notekit below this folder "
                + "(~/.local/state)."
        ),
        ("XDG_RUNTIME_DIR", "The socket of notekitd is looked for in notekit below this folder."),
        ("TZ", "The time zone of the dates that are printed."),
        ("LC_ALL, LC_TIME, LANG", "The language of the dates that are printed for people."),
        ("GITHUB_WORKSPACE", "The folder that the paths of --format github are relative to."),
    ]

    /// Carries out a command line.
    ///
    /// - Parameter words: The arguments behind the program's name.
    static func run(_ words: [[UInt8]]) -> ExitCode {
        do {
            return try carryOut(words)
        } catch is OutputStream.Broken {
            // Who could not be answered was told why.
            return .usage
        } catch {
            let refusal = Refusal(error)
            refusal.tell()
            guard let word = words.first, let command = command(NotePath(bytes: word).description),
                command.isAlwaysJSON
                    || ArgumentParser.isJSONAsked(by: words.dropFirst(), for: command.declaration)
            else { return refusal.exitCode }
            return StandardOutput.write(command.json(of: refusal), then: refusal.exitCode)
        }
    }

    private static func command(_ name: String) -> (any Command.Type)? {
        commands.first { $0.declaration.name == name }
    }

    private static func carryOut(_ words: [[UInt8]]) throws -> ExitCode {
        guard let first = words.first else {
            throw UsageError(
                "A command is missing: \(commandNames.joined(separator: ", ")).", program: declaration.name)
        }
        let shown = NotePath(bytes: first).description
        switch shown {
        case Flag.help.dashed, "-\(Flag.help.letter ?? "")":
            return StandardOutput.write(HelpText(declaration).general)
        case Flag.version.dashed, "-\(Flag.version.letter ?? "")":
            return StandardOutput.write("notekit \(NoteKitVersion.text)\n")
        default: break
        }
        guard let command = command(shown) else {
            let kind = shown.hasPrefix("-") ? "flag" : "command"
            throw UsageError(
                "'\(shown)' is no \(kind) of notekit.", program: declaration.name,
                guess: Suggestion.nearest(to: shown, among: commandNames + declaration.flags.map(\.dashed)))
        }
        let arguments = try ArgumentParser.parse(words.dropFirst(), for: command.declaration)
        if arguments.has(.help) { return StandardOutput.write(HelpText(declaration).of(command.declaration)) }
        return try command.init(arguments).run()
    }

    private static var commandNames: [String] { declaration.commands.map(\.name) }
}
