// SPDX-License-Identifier: MIT
// Completions for fish.

extension Completions {
    /// A file for fish's folder of completions. See: `man 1 fish-completions`.
    package var fish: String {
        var lines = [
            "# Completions for \(program.name), made by '\(program.name) completions fish'.",
            "complete -c \(program.name) -f",
        ]
        for command in program.commands {
            lines.append(
                "complete -c \(program.name) -n __fish_use_subcommand -a \(command.name) -d \(Self.quoted(command.summary))"
            )
        }
        lines += program.flags.map { fishFlag($0, when: "__fish_use_subcommand") }
        for command in program.commands {
            let condition = Self.quoted("__fish_seen_subcommand_from \(command.name)")
            lines += command.flags.map { fishFlag($0, when: condition) }
            lines += command.operands.compactMap { fishOperand($0, when: condition) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func fishFlag(_ flag: Flag, when condition: String) -> String {
        let letter = flag.letter.map { " -s \($0)" } ?? ""
        let value =
            switch flag.value {
            case .none: ""
            case .choice(let words): " -x -a \(Self.quoted(words.joined(separator: " ")))"
            case .text: " -x"
            }
        return
            "complete -c \(program.name) -n \(condition)\(letter) -l \(flag.name)\(value) -d \(Self.quoted(flag.summary))"
    }

    private func fishOperand(_ operand: Operand, when condition: String) -> String? {
        let words: String
        switch operand.kind {
        case .folder: words = Self.quoted("(__fish_complete_directories)")
        case .file: words = Self.quoted("(__fish_complete_path)")
        case .word: return nil
        case .choice, .name: words = Self.quoted(operand.words?.joined(separator: " ") ?? "")
        }
        return "complete -c \(program.name) -n \(condition) -a \(words) -d \(Self.quoted(operand.summary))"
    }
}
