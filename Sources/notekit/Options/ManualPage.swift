// SPDX-License-Identifier: MIT
// The manual page, made from the table of commands.

/// The page `notekit(1)` in the man macros of troff. See: `man 7 man`.
enum ManualPage {
    /// The whole page.
    static var text: String {
        var page = [
            #".\" SPDX-License-Identifier: MIT"#,
            #".TH NOTEKIT 1 \#(Program.manualDate) "NoteKit \#(Program.version)" "User Commands""#,
            ".SH NAME",
            #"notekit \- \#(escaped(Program.summary))"#,
            ".SH SYNOPSIS",
        ]
        page += lines(Program.declarations.map { bold("notekit \($0.name)", rest($0)) }, between: ".br")
        page += [".SH DESCRIPTION", escaped(Program.purpose)]
        page.append(".SH COMMANDS")
        page += Program.declarations.flatMap(section)
        page.append(".SH OPTIONS")
        page += Program.flags.flatMap(entry)
        page.append(".SH EXIT STATUS")
        page += ExitCode.allCases.flatMap { [".TP", bold(String($0.rawValue)), escaped($0.meaning)] }
        page += [".PP", escaped(Program.refusals)]
        page.append(".SH ENVIRONMENT")
        page += Program.environment.flatMap { [".TP", bold($0.name), escaped($0.meaning)] }
        return page.map { $0 + "\n" }.joined()
    }

    private static func section(_ command: CommandDeclaration) -> [String] {
        var lines = [".SS notekit \(escaped(command.name))", escaped(command.summary)]
        for paragraph in command.discussion { lines += [".PP", escaped(paragraph)] }
        for operand in command.operands { lines += [".TP", bold(operand.usage), escaped(operand.summary)] }
        lines += command.flags.flatMap(entry)
        if !command.examples.isEmpty {
            lines += [".PP", "For example:", ".PP", ".RS 4", ".nf"]
            lines += command.examples.map(escaped)
            lines += [".fi", ".RE"]
        }
        return lines
    }

    private static func entry(_ flag: Flag) -> [String] {
        let letter = flag.letter.map { "-\($0), " } ?? ""
        return [".TP", bold(letter + flag.usage), escaped(flag.summary)]
    }

    private static func rest(_ command: CommandDeclaration) -> String {
        (command.operands.map(\.usage) + command.groups.map(\.usage)).joined(separator: " ")
    }

    private static func lines(_ lines: [String], between separator: String) -> [String] {
        Array(lines.map { [$0] }.joined(separator: [separator]))
    }

    private static func bold(_ text: String, _ rest: String = "") -> String {
        #"\fB\#(escaped(text))\fR"# + (rest.isEmpty ? "" : " " + escaped(rest))
    }

    /// Text in which nothing is taken for a request or an escape.
    static func escaped(_ text: String) -> String {
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
