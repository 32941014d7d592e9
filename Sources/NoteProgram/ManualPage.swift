// SPDX-License-Identifier: MIT
// The manual page, made from the table of commands.

/// The page of a program in section 1, in the man macros of troff. See: `man 7 man`.
package struct ManualPage {
    private let program: ProgramDeclaration

    /// - Parameter program: The program that it is of.
    package init(_ program: ProgramDeclaration) { self.program = program }

    /// The whole page.
    package var text: String {
        var page = [
            #".\" SPDX-License-Identifier: MIT"#,
            #".TH \#(program.name.uppercased()) 1 \#(program.manualDate) "NoteKit \#(program.version)" "User Commands""#,
            ".SH NAME",
            #"\#(program.name) \- \#(Self.escaped(program.summary))"#,
            ".SH SYNOPSIS",
        ]
        page += lines(program.commands.map { bold($0.typed, rest($0)) }, between: ".br")
        page += [".SH DESCRIPTION", Self.escaped(program.purpose)]
        if let only = program.only {
            page += body(of: only)
        } else {
            page.append(".SH COMMANDS")
            page += program.commands.flatMap(section)
            page.append(".SH OPTIONS")
            page += program.flags.flatMap(entry)
        }
        page.append(".SH EXIT STATUS")
        page += program.exitCodes.flatMap { [".TP", bold(String($0.code)), Self.escaped($0.meaning)] }
        if !program.refusals.isEmpty { page += [".PP", Self.escaped(program.refusals)] }
        page.append(".SH ENVIRONMENT")
        page += program.environment.flatMap { [".TP", bold($0.name), Self.escaped($0.meaning)] }
        return page.map { $0 + "\n" }.joined()
    }

    private func section(_ command: CommandDeclaration) -> [String] {
        [".SS \(Self.escaped(command.typed))", Self.escaped(command.summary)] + body(of: command)
    }

    private func body(of command: CommandDeclaration) -> [String] {
        var lines: [String] = []
        for paragraph in command.discussion { lines += [".PP", Self.escaped(paragraph)] }
        for operand in command.operands {
            lines += [".TP", bold(operand.usage), Self.escaped(operand.summary)]
        }
        lines += command.flags.flatMap(entry)
        if !command.examples.isEmpty {
            lines += [".PP", "For example:", ".PP", ".RS 4", ".nf"]
            lines += command.examples.map(Self.escaped)
            lines += [".fi", ".RE"]
        }
        return lines
    }

    private func entry(_ flag: Flag) -> [String] {
        let letter = flag.letter.map { "-\($0), " } ?? ""
        return [".TP", bold(letter + flag.usage), Self.escaped(flag.summary)]
    }

    private func rest(_ command: CommandDeclaration) -> String {
        (command.operands.map(\.usage) + command.groups.map(\.usage)).joined(separator: " ")
    }

    private func lines(_ lines: [String], between separator: String) -> [String] {
        Array(lines.map { [$0] }.joined(separator: [separator]))
    }

    private func bold(_ text: String, _ rest: String = "") -> String {
        #"\fB\#(Self.escaped(text))\fR"# + (rest.isEmpty ? "" : " " + Self.escaped(rest))
    }

    /// Text in which nothing is taken for a request or an escape.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += #"\e"#
            case "-": escaped += #"\-"#
            case "~": escaped += #"\(ti"#
            case "^": escaped += #"\(ha"#
            case "`": escaped += #"\(ga"#
            case "'": escaped += #"\(aq"#
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        // A line that begins with a full stop is a request.
        return escaped.hasPrefix(".") ? #"\&"# + escaped : escaped
    }
}
