// SPDX-License-Identifier: MIT
// `notekit completions`.

internal import NoteProgram

/// Prints the completions for a shell.
struct CompletionsCommand: Command {
    static let declaration = CommandDeclaration(
        "completions", "Print the completions for a shell.",
        operands: [
            Operand("SHELL", .choice(Completions.Shell.allCases.map(\.rawValue)), "The shell to teach.")
        ],
        examples: [
            "source <(notekit completions bash)",
            "notekit completions zsh > ~/.zfunc/_notekit",
            "notekit completions fish > ~/.config/fish/completions/notekit.fish",
        ])

    private let shell: Completions.Shell

    init(_ arguments: Arguments) throws(UsageError) {
        let word = String(decoding: arguments.operands[0], as: UTF8.self)
        guard let shell = Completions.Shell(rawValue: word) else {
            throw arguments.error("SHELL is unknown.")
        }
        self.shell = shell
    }

    func run() -> ExitCode { StandardOutput.write(Completions(Program.declaration).script(for: shell)) }
}
