// SPDX-License-Identifier: MIT
// Completions for fish.

extension Completions {
    /// A file for fish's folder of completions. See: `man 1 fish-completions`.
    static var fish: String {
        var lines = [
            "# Completions for notekit, made by 'notekit completions fish'.", "complete -c notekit -f",
        ]
        for command in Program.declarations {
            lines.append(
                "complete -c notekit -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
            )
        }
        lines += Program.flags.map { fishFlag($0, when: "__fish_use_subcommand") }
        for command in Program.declarations {
            let condition = quoted("__fish_seen_subcommand_from \(command.name)")
            lines += command.flags.map { fishFlag($0, when: condition) }
            lines += command.operands.compactMap { fishOperand($0, when: condition) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func fishFlag(_ flag: Flag, when condition: String) -> String {
        let letter = flag.letter.map { " -s \($0)" } ?? ""
        let value =
            switch flag.value {
            case .none: ""
            case .choice(let words): " -x -a \(quoted(words.joined(separator: " ")))"
            case .text: " -x"
            }
        return
            "complete -c notekit -n \(condition)\(letter) -l \(flag.name)\(value) -d \(quoted(flag.summary))"
    }

    private static func fishOperand(_ operand: Operand, when condition: String) -> String? {
        let words: String
        switch operand.kind {
        case .folder: words = quoted("(__fish_complete_directories)")
        case .file: words = quoted("(__fish_complete_path)")
        case .word: return nil
        case .command, .choice: words = quoted(operand.words?.joined(separator: " ") ?? "")
        }
        return "complete -c notekit -n \(condition) -a \(words) -d \(quoted(operand.summary))"
    }
}
