// SPDX-License-Identifier: MIT
// `notekit help`.

/// Prints the help of the program or of one command.
struct HelpCommand: Command {
    static let declaration = CommandDeclaration(
        "help", "Print help, for the program or for one command.",
        operands: [
            Operand("COMMAND", .command, isOptional: true, "The command that help is wanted for.")
        ])

    private let command: CommandDeclaration?

    init(_ arguments: Arguments) throws(UsageError) {
        let word = arguments.operands.first.map { String(decoding: $0, as: UTF8.self) }
        command = Program.declarations.first { $0.name == word }
    }

    func run() -> ExitCode {
        StandardOutput.write(command.map { HelpText.of($0) } ?? HelpText.general)
    }
}
