// SPDX-License-Identifier: MIT
// `notekit help`.

internal import NoteProgram

/// Prints the help of the program or of one command.
struct HelpCommand: Command {
    static let declaration = CommandDeclaration(
        "help", "Print help, for the program or for one command.",
        operands: [
            Operand(
                "COMMAND", .name(names), isOptional: true, "The command that help is wanted for.")
        ])

    /// The commands' names, its own among them, which is not asked of itself.
    private static let names = Program.commands.map { $0 == HelpCommand.self ? "help" : $0.declaration.name }

    private let command: CommandDeclaration?

    init(_ arguments: Arguments) throws(UsageError) {
        let word = arguments.operands.first.map { String(decoding: $0, as: UTF8.self) }
        command = Program.declaration.commands.first { $0.name == word }
    }

    func run() -> ExitCode {
        StandardOutput.write(
            command.map { HelpText(Program.declaration).of($0) } ?? HelpText(Program.declaration).general)
    }
}
