// SPDX-License-Identifier: MIT
// What a program reads that asked for JSON and was refused: one value, whatever the command.

import Foundation
import NoteProgram
import Testing

@testable import notekit

@Suite("A refused command that was asked for JSON")
struct RefusalTranscriptTests {
    /// A command line, how it ends, and the reason in a word.
    typealias Row = (line: String, code: Int32, reason: String)

    /// What is not there.
    static let missing: [Row] = [
        ("check none --format json", 2, "missing"), ("check none --links --format=json", 2, "missing"),
        ("list none --json", 2, "missing"), ("list v --in None --json", 2, "missing"),
        ("watch none --json", 2, "missing"), ("edit v/none.md --append --with x --json", 2, "missing"),
        ("session none/none.md", 2, "not-read"), ("task toggle v/none.md 1 --json", 2, "missing"),
        ("outline none --json", 2, "missing"), ("links none --json", 2, "missing"),
        ("links --back v/none.md --json", 2, "missing"), ("tags none --json", 2, "missing"),
        ("tasks none --json", 2, "missing"), ("scan v/none.md --json", 2, "missing"),
        ("tree v/none.md --json", 2, "missing"), ("blocks v/none.md --json", 2, "missing"),
        ("sections v/none.md --json", 2, "missing"), ("regions v/none.md --json", 2, "missing"),
        ("properties v/none.md --json", 2, "missing"), ("property set v/none.md a b --json", 2, "missing"),
        ("history list v/none.md --json", 2, "missing"),
        ("history restore v/a.md 1-00000000 --json", 2, "missing"),
        ("search none x --json", 2, "missing"),
        ("search v x --in None --json", 2, "missing"), ("rename v/none.md b --json", 2, "missing"),
        ("rename v/none.md b --dry-run --json", 2, "missing"), ("rename none --undo --json", 2, "missing"),
        ("move v/none.md / --json", 2, "missing"), ("folder list none --json", 2, "missing"),
        ("folder delete v None --json", 2, "missing"), ("attach list v/none.md --json", 2, "missing"),
        ("attach add v/a.md none.png --json", 2, "missing"),
        ("attach remove v/a.md none.png --json", 2, "missing"),
        ("attach place v/none.md x.png --at 0 --json", 2, "missing"),
        ("rename v/a.md --undo --json", 2, "missing"), ("move v/a.md --undo --json", 2, "missing"),
        ("folder delete v/a.md --undo --json", 2, "missing"), ("attach list v --json", 2, "not-a-file"),
        ("attach lift v/a.md x.png --json", 1, "not-possible"), ("doctor none --json", 2, "missing"),
        ("status none --json", 2, "missing"), ("conflicts none --json", 2, "missing"),
        ("conflicts v/a.md --json", 2, "missing"), ("diff v/none.md --json", 2, "missing"),
        ("resolve none/none.md --mine --json", 2, "missing"),
        ("resolve v/a.md --merged none --json", 2, "missing"),
        ("merge v/a.md v/b.md v/none.md --json", 2, "missing"), ("pin v/none.md --json", 2, "missing"),
        ("unpin v/none.txt --json", 2, "missing"),
    ]

    /// A note that is not UTF-8.
    static let unreadable: [Row] = [
        ("edit v/latin.md --append --with x --json", 4, "unreadable"),
        ("task toggle v/latin.md 1 --json", 4, "unreadable"), ("outline v/latin.md --json", 4, "unreadable"),
        ("links v/latin.md --json", 4, "unreadable"), ("tags v/latin.md --json", 4, "unreadable"),
        ("tasks v/latin.md --json", 4, "unreadable"), ("scan v/latin.md --json", 4, "unreadable"),
        ("tree v/latin.md --json", 4, "unreadable"), ("blocks v/latin.md --json", 4, "unreadable"),
        ("sections v/latin.md --json", 4, "unreadable"), ("regions v/latin.md --json", 4, "unreadable"),
        ("properties v/latin.md --json", 4, "unreadable"),
        ("property set v/latin.md a b --json", 4, "unreadable"),
        ("attach add v/latin.md v/a.md --json", 4, "unreadable"),
        ("attach up v/latin.md x.png --json", 4, "unreadable"),
        ("merge v/a.md v/latin.md v/b.md --json", 4, "unreadable"),
        ("merge v/a.md v/latin.md v/b.md -o v/a.md --json", 4, "unreadable"),
    ]

    /// What was done before it could be, or is taken.
    static let impossible: [Row] = [
        ("edit v/a.md --append --with x --base \(String(repeating: "0", count: 64)) --json", 3, "conflict"),
        ("task toggle v/a.md 1 --json", 1, "not-possible"),
        ("property remove v/a.md none --json", 1, "not-possible"),
        ("rename v/a.md b --json", 3, "name-taken"),
        ("rename v --undo --json", 1, "nothing-to-undo"), ("move v --undo --json", 1, "nothing-to-undo"),
        ("folder delete v --undo --json", 1, "nothing-to-undo"),
        ("folder create v .hidden --json", 2, "invalid-name"),
        ("resolve v/a.md --theirs --json", 1, "no-conflict"),
        ("search v '(' --regex --json", 2, "usage"), ("export v --to md -o v --json", 2, "usage"),
    ]

    /// A word that no command knows, before the request for JSON or behind it.
    static let misused: [Row] = Program.commands.filter { command in
        command.isAlwaysJSON
            || command.declaration.flags.contains { $0.isJSON(nil) || $0.isJSON(Array("json".utf8)) }
    }.flatMap { command -> [Row] in
        let name = command.declaration.name
        let isFormat = command.declaration.flags.contains { $0.isJSON(Array("json".utf8)) && !$0.isJSON(nil) }
        let json = command.isAlwaysJSON ? "" : isFormat ? "--format json" : "--json"
        let unknown: Row = ("\(name) --none \(json)", 2, "usage")
        let needsNothing = command.declaration.operands.allSatisfy(\.isOptional)
        return needsNothing ? [unknown] : [unknown, ("\(name) \(json)", 2, "usage")]
    }

    @Test("answers one object that says why", arguments: missing + unreadable + impossible + misused)
    func refused(row: Row) async throws {
        let terminal = try Terminal()
        try await terminal.type(
            "mkdir -p v/.obsidian; printf 'a\\n' > v/a.md; printf 'b' > v/b.md; printf 'caf\\xe9' > v/latin.md"
        )
        let outcome = try await terminal.type("notekit \(row.line)")
        #expect(outcome.code == row.code, "\(outcome)")
        let answer = try Answer(outcome.out)
        let error = answer.object("error")
        #expect(error["code"] as? String == row.reason, "\(outcome)")
        let message = try #require(error["message"] as? String)
        #expect(!message.isEmpty && outcome.err.contains(message.split(separator: "'")[0]), "\(outcome)")
    }

    @Test("is each of those that can be asked for it")
    func complete() {
        let told = Set((Self.missing + Self.impossible).map { String($0.line.prefix { $0 != " " }) })
        // What refuses 'daemon' is tried where a daemon is: NoteServiceTests.
        let all = Set(Self.misused.map { String($0.line.prefix { $0 != " " }) })
        #expect(all.subtracting(told) == ["daemon"])
    }

    @Test("has the other fields of its answer too")
    func shapes() async throws {
        let terminal = try Terminal()
        try await terminal.type("mkdir -p v/.obsidian; printf 'a\\n' > v/a.md")
        for line in ["edit --json", "task toggle v/a.md --json", "history restore v/a.md 1-0 --json"] {
            let answer = try Answer(try await terminal.type("notekit \(line)").out)
            #expect(answer["status"] == "failed" && answer.fields["digest"] != nil, "\(line)")
        }
        for line in ["rename --json", "move --json", "folder create v --json", "attach add v/a.md --json"] {
            let answer = try Answer(try await terminal.type("notekit \(line)").out)
            #expect(answer["status"] == "refused" && answer.list("problems").count == 1, "\(line)")
        }
    }

    @Test("is asked for it only by a flag, not by a value or an operand")
    func asked() async throws {
        let terminal = try Terminal()
        for line in ["edit none.md --append --with --json", "links none -- --json", "check --format text"] {
            #expect(try await terminal.type("notekit \(line)").out == "", "\(line)")
        }
    }
}
