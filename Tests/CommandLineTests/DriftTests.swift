// SPDX-License-Identifier: MIT
// Help, manual and completions say what the table says.

import Foundation
import Testing

@testable import NoteProgram
@testable import notekit

@Suite("Each flag of the table")
struct DriftTests {
    static let flags = Program.declaration.commands.flatMap { command in
        command.flags.map { (command: command.name, flag: $0) }
    }

    static func command(_ name: String) -> CommandDeclaration? {
        Program.declaration.commands.first { $0.name == name }
    }

    @Test("is in the help of its command, with its sentence", arguments: flags)
    func help(name: String, flag: Flag) throws {
        let help = HelpText(Program.declaration).of(try #require(Self.command(name)))
        #expect(help.contains(flag.usage))
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(flag.summary))
    }

    @Test("is in the manual, in the section of its command", arguments: flags)
    func manual(name: String, flag: Flag) throws {
        let sections = ManualPage(Program.declaration).text.components(separatedBy: ".SS ")
        let section = try #require(sections.first { $0.hasPrefix("notekit \(name)\n") })
        #expect(section.contains(ManualPage.escaped(flag.usage)))
        #expect(section.contains(ManualPage.escaped(flag.summary)))
    }

    @Test("is completed by bash, zsh and fish", arguments: flags)
    func completions(name: String, flag: Flag) throws {
        let bash = Completions(Program.declaration).bash.components(separatedBy: "    \(name))\n").dropFirst()
            .first
        #expect(try #require(bash).components(separatedBy: "\n        ;;\n")[0].contains(flag.dashed))
        let zsh = Completions(Program.declaration).zsh.components(separatedBy: "        \(name))\n")
            .dropFirst().first
        #expect(try #require(zsh).components(separatedBy: "            ;;\n")[0].contains(flag.dashed))
        let fish = Completions(Program.declaration).fish.split(separator: "\n")
        #expect(fish.contains { $0.contains("from \(name)'") && $0.contains("-l \(flag.name) ") })
    }

    @Test("has a sentence that ends in a full stop")
    func sentences() {
        let sentences =
            Self.flags.map(\.flag.summary) + Program.declaration.commands.map(\.summary)
            + Program.declaration.commands.flatMap { $0.operands.map(\.summary) }
            + ExitCode.allCases.map(\.meaning)
        for sentence in sentences { #expect(sentence.hasSuffix("."), "\(sentence)") }
    }

    @Test("has a name of its own within its command")
    func names() {
        for command in Program.declaration.commands {
            #expect(Set(command.flags.map(\.name)).count == command.flags.count)
        }
        #expect(Set(Program.declaration.commands.map(\.name)).count == Program.commands.count)
    }
}

@Suite("Each command, variable and exit code")
struct DriftOfTheRestTests {
    @Test("is in the general help and in the manual")
    func general() {
        for command in Program.declaration.commands {
            #expect(HelpText(Program.declaration).general.contains("  \(command.name)"))
            #expect(ManualPage(Program.declaration).text.contains(".SS notekit \(command.name)\n"))
        }
        for variable in Program.declaration.environment {
            #expect(HelpText(Program.declaration).general.contains(variable.name))
            #expect(ManualPage(Program.declaration).text.contains(variable.name))
        }
        let words = HelpText(Program.declaration).general.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        #expect(words.contains(Program.declaration.refusals))
        #expect(
            ManualPage(Program.declaration).text.contains(ManualPage.escaped(Program.declaration.refusals)))
        for code in ExitCode.allCases {
            #expect(HelpText(Program.declaration).general.contains("  \(code.rawValue)  "))
            #expect(
                ManualPage(Program.declaration).text.contains(
                    "\\fB\(code.rawValue)\\fR\n\(ManualPage.escaped(code.meaning))"))
        }
    }

    @Test("that help names is in the README, where there is a table of it")
    func readme() throws {
        let place = Terminal.repository.appendingPathComponent("README.md")
        let readme = try String(contentsOf: place, encoding: .utf8)
        for code in ExitCode.allCases { #expect(readme.contains("| \(code.rawValue) | ")) }
        for command in Program.declaration.commands.map(\.name) where command != "help" {
            #expect(readme.contains("notekit \(command)") || readme.contains("\" \(command)"))
        }
    }

    @Test("fits into the lines of a terminal of 80 columns")
    func width() {
        for text in [HelpText(Program.declaration).general]
            + Program.declaration.commands.map({ HelpText(Program.declaration).of($0) })
        {
            // An example may be as long as it must.
            let prose = text.split(separator: "\n").filter {
                !$0.hasPrefix("  notekit ") && !$0.hasPrefix("  source ")
            }
            for line in prose { #expect(line.count <= 80, "\(line)") }
        }
    }
}
