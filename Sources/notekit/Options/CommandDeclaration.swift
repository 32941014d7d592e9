// SPDX-License-Identifier: MIT
// What one command is, in words and flags.

/// Everything that help, manual, completions and the parser know of a command.
struct CommandDeclaration: Sendable {
    /// The word that is typed.
    let name: String
    /// One sentence, without the name.
    let summary: String
    /// Paragraphs for help and manual.
    let discussion: [String]
    /// What it takes besides flags, in order.
    let operands: [Operand]
    /// Its own flags; `--help` is added to every command.
    let groups: [FlagGroup]
    /// Command lines that show it at work.
    let examples: [String]

    init(
        _ name: String, _ summary: String, discussion: [String] = [], operands: [Operand] = [],
        groups: [FlagGroup] = [], examples: [String] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.groups = groups
        self.examples = examples
    }

    /// Every flag, `--help` last.
    var flags: [Flag] { groups.flatMap(\.flags) + [.help] }

    /// The line that shows how the command is typed.
    var synopsis: String {
        (["notekit", name] + operands.map(\.usage) + groups.map(\.usage)).joined(separator: " ")
    }
}
