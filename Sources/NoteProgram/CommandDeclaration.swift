// SPDX-License-Identifier: MIT
// What one command is, in words and flags.

/// Everything that help, manual, completions and the parser know of a command.
package struct CommandDeclaration: Sendable {
    /// The program that it is a command of.
    package let program: String
    /// The word that is typed; empty where a program does one thing only.
    package let name: String
    /// One sentence, without the name.
    package let summary: String
    /// Paragraphs for help and manual.
    package let discussion: [String]
    /// What it takes besides flags, in order.
    package let operands: [Operand]
    /// Its own flags; `--help` is added to every command.
    package let groups: [FlagGroup]
    /// Command lines that show it at work.
    package let examples: [String]

    /// - Parameters:
    ///   - name: The word that is typed; empty where the program does one thing only.
    ///   - program: The program.
    ///   - summary: One sentence, without the name.
    ///   - discussion: Paragraphs for help and manual.
    ///   - operands: What it takes besides flags.
    ///   - groups: Its own flags.
    ///   - examples: Command lines that show it at work.
    package init(
        _ name: String, of program: String = "notekit", _ summary: String, discussion: [String] = [],
        operands: [Operand] = [],
        groups: [FlagGroup] = [], examples: [String] = []
    ) {
        self.program = program
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.groups = groups
        self.examples = examples
    }

    /// Every flag, `--help` last.
    package var flags: [Flag] { groups.flatMap(\.flags) + [.help] }

    /// The program and the command as they are typed.
    package var typed: String { name.isEmpty ? program : "\(program) \(name)" }

    /// The line that shows how the command is typed.
    package var synopsis: String {
        ([typed] + operands.map(\.usage) + groups.map(\.usage)).joined(separator: " ")
    }
}
