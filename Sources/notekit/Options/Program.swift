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
    #endif
    /// What the program says of itself.
    static let declaration = ProgramDeclaration(
        name: "notekit", version: NoteKitVersion.text, manualDate: NoteKitVersion.day, summary: summary,
        purpose: purpose,
        commands: commands.map { $0.declaration }, flags: [.version, .help], environment: environment,
        exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) })

    /// What the environment changes.
    private static let environment: [(name: String, meaning: String)] = [
        (
            "XDG_STATE_HOME",
            "What notes held before, and text that could not be saved, is kept in notekit below this folder "
                + "(~/.local/state)."
        ),
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
        } catch {
            StandardError.write("notekit: \(error.description)\n\(error.hint)\n")
            guard isAskedForJSON(by: words) else { return .usage }
            let answer = EditAnswer(status: .failed, exitCode: .usage, message: error.description)
            return StandardOutput.write(answer.json, then: .usage)
        }
    }

    /// Whether a command line that may be wrong asks for the answer to an edit as JSON.
    private static func isAskedForJSON(by words: [[UInt8]]) -> Bool {
        guard let command = declaration.commands.first(where: { Array($0.name.utf8) == words.first }),
            command.flags.contains(.jsonObject)
        else { return false }
        return words.prefix { $0 != Array("--".utf8) }.contains(Array(Flag.jsonObject.dashed.utf8))
    }

    private static func carryOut(_ words: [[UInt8]]) throws(UsageError) -> ExitCode {
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
        guard let command = commands.first(where: { $0.declaration.name == shown }) else {
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
