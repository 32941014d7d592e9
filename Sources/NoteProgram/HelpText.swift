// SPDX-License-Identifier: MIT
// The help that the program prints, made from the table of commands.

/// Help for a person at a terminal.
package struct HelpText {
    private static let width = 80
    private let program: ProgramDeclaration

    /// - Parameter program: The program that it is of.
    package init(_ program: ProgramDeclaration) { self.program = program }

    /// What the program prints for `--help` behind its name.
    package var general: String {
        if let only = program.only { return of(only, opening: "\(program.title)\n", environment: true) }
        let commands = program.commands.map { (term: $0.name, text: $0.summary) }
        return """
            \(program.title)

            Usage: \(program.name) COMMAND ...
                   \(program.name) COMMAND --help

            Commands:
            \(list(commands))
            Flags:
            \(list(flags(program.flags)))
            Environment:
            \(environment)
            \(exitCodes)
            \(program.refusals.isEmpty ? "" : wrapped(program.refusals))
            """
    }

    /// What the program prints for `--help` behind a command.
    package func of(_ command: CommandDeclaration) -> String { of(command, opening: "\(command.summary)\n") }

    private func of(
        _ command: CommandDeclaration, opening: String, environment isWanted: Bool = false
    ) -> String {
        var parts = [opening]
        parts.append("Usage:\n" + wrapped(command.synopsis, indent: 2, hanging: 6))
        parts += command.discussion.map { wrapped($0) }
        if !command.operands.isEmpty {
            parts.append("Operands:\n" + list(command.operands.map { (term: $0.usage, text: $0.summary) }))
        }
        parts.append("Flags:\n" + list(flags(command.flags)))
        if !command.examples.isEmpty {
            parts.append("Examples:\n" + command.examples.map { "  \($0)\n" }.joined())
        }
        if isWanted { parts.append("Environment:\n" + environment) }
        parts.append(exitCodes)
        return parts.joined(separator: "\n")
    }

    private var environment: String {
        list(program.environment.map { (term: $0.name, text: $0.meaning) })
    }

    private var exitCodes: String {
        "Exit codes:\n" + list(program.exitCodes.map { (term: String($0.code), text: $0.meaning) })
    }

    private func flags(_ flags: [Flag]) -> [(term: String, text: String)] {
        flags.map { (term: ($0.letter.map { "-\($0), " } ?? "") + $0.usage, text: $0.summary) }
    }

    /// Terms with their texts beside them, or below where a term is long.
    private func list(_ entries: [(term: String, text: String)]) -> String {
        let longest = entries.map(\.term.utf8.count).max() ?? 0
        let column = min(longest, 22) + 4
        return entries.map { entry in
            let text = wrapped(entry.text, indent: column, hanging: column)
            guard entry.term.utf8.count + 4 <= column else { return "  \(entry.term)\n\(text)" }
            let padding = String(repeating: " ", count: column - entry.term.utf8.count - 2)
            return "  \(entry.term)\(padding)\(text.drop { $0 == " " })"
        }.joined()
    }

    /// Text in lines of at most 80 columns, with a newline at the end.
    private func wrapped(_ text: String, indent: Int = 0, hanging: Int = 0) -> String {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.utf8.count + 1 + word.utf8.count > Self.width {
                lines.append(line)
                line = String(repeating: " ", count: hanging)
                isEmpty = true
            }
            line += isEmpty ? String(word) : " \(word)"
            isEmpty = false
        }
        lines.append(line)
        return lines.map { $0 + "\n" }.joined()
    }
}
