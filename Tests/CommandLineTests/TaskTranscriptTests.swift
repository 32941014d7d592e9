// SPDX-License-Identifier: MIT
// What a person types to tick a task, and what comes back.

import Foundation
import NoteKit
import Testing

@Suite("Ticking a task from the command line")
struct TaskTranscriptTests {
    private let terminal: Terminal

    init() throws { terminal = try Terminal() }

    /// Toggles a line and answers how many bytes differ.
    private func toggle(_ line: Int, _ flags: String = "") async throws -> [[UInt8]] {
        let before = try terminal.bytes(of: "n.md")
        let answer = try await terminal.type("notekit task toggle n.md \(line) \(flags)")
        #expect(answer.code == 0 && answer.err == "", "\(answer)")
        let after = try terminal.bytes(of: "n.md")
        try #require(before.count == after.count)
        return before.indices.filter { before[$0] != after[$0] }.map { [before[$0], after[$0]] }
    }

    @Test("F1: changes one byte of its own line, and no look-alike in code")
    func besideCode() async throws {
        let note = "```\n- [ ] alpha\n```\n`- [ ] no`\n- [ ] beta\n    - [ ] sub\n\n~~~\n- [ ] no2\n~~~\n"
        try terminal.write(note, to: "n.md")
        #expect(
            try await terminal.type("notekit tasks n.md").out == "n.md:5:  [ ] beta\nn.md:6:    [ ] sub\n")
        #expect(try await toggle(5) == [[0x20, 0x78]])
        #expect(try await toggle(6) == [[0x20, 0x78]])
        #expect(
            try terminal.bytes(of: "n.md")
                == Array(
                    note.replacing("[ ] beta", with: "[x] beta").replacing("[ ] sub", with: "[x] sub").utf8))
        for line in [1, 2, 4, 7, 9, 10, 11, 12] {
            let answer = try await terminal.type("notekit task toggle n.md \(line)")
            let err = "notekit: Line \(line) of 'n.md' holds no task. Nothing was written.\n"
            #expect(answer == .init(out: "", err: err, code: 1))
        }
    }

    @Test("answers a wrong command line in JSON too where that was asked for")
    func refusalAsJSON() async throws {
        let answer = try await terminal.type("notekit task toggle n.md none --json")
        #expect(answer.code == 2 && answer.err.hasPrefix("notekit: LINE is a number"))
        #expect(try Answer(answer.out)["status"] == "failed")
        // Here it is an operand.
        #expect(try await terminal.type("notekit task toggle n.md none -- --json").out == "")
    }

    @Test("F3: keeps signs, numbers, tabs, block ids and trailing blanks")
    func keepsAllElse() async throws {
        try terminal.write("1. [ ] a\n2) [ ] b\n* [ ] c\n+ [ ] d\n\t- [ ] e ^id1  \n", to: "n.md")
        for line in 1...5 { #expect(try await toggle(line) == [[0x20, 0x78]]) }
        let ticked = "1. [x] a\n2) [x] b\n* [x] c\n+ [x] d\n\t- [x] e ^id1  \n"
        #expect(try terminal.bytes(of: "n.md") == Array(ticked.utf8))
        for line in 1...5 { #expect(try await toggle(line) == [[0x78, 0x20]]) }
    }

    @Test("F5: finds the same byte whatever ends the lines", arguments: ["\n", "\r\n", "\r"])
    func lineEndings(ending: String) async throws {
        let note = "## T\n\n- [ ] a\n- b\n\n> q\n".replacing("\n", with: ending)
        try terminal.write(note, to: "n.md")
        let edit = try await terminal.type(
            """
            at=$(notekit tree n.md --json | python3 -c '
            import json, sys
            print([n["start"] for n in json.load(sys.stdin) if n["kind"] == "paragraph"][1])')
            notekit edit n.md --replace $at:$((at + 1)) --with B
            """)
        #expect(edit.code == 0)
        #expect(try await toggle(3) == [[0x20, 0x78]])
        let after = "## T\n\n- [x] a\n- B\n\n> q\n".replacing("\n", with: ending)
        #expect(try terminal.bytes(of: "n.md") == Array(after.utf8))
    }

    @Test("counts the byte order mark to the first line")
    func mark() async throws {
        try terminal.write("\u{FEFF}- [ ] a\r\n", to: "n.md")
        #expect(try await toggle(1) == [[0x20, 0x78]])
    }

    @Test("with a status puts that one character into the box")
    func status() async throws {
        try terminal.write("- [ ] a\n> - [x] b\n", to: "n.md")
        #expect(try await toggle(1, "--status /") == [[0x20, 0x2F]])
        #expect(try await toggle(2, "--status ' '") == [[0x78, 0x20]])
        let answer = try await terminal.type("notekit task toggle n.md 2 --status ✅ --json")
        #expect(answer.code == 0)
        #expect(try Answer(answer.out)["status"] == "saved")
        #expect(try terminal.bytes(of: "n.md") == Array("- [/] a\n> - [✅] b\n".utf8))
        let same = try await terminal.type("notekit task toggle n.md 1 --status=/ --json")
        #expect(try Answer(same.out)["status"] == "unchanged")
        let back = try await terminal.type("notekit task toggle n.md 2")
        #expect(back.code == 0 && back.out.hasPrefix("Saved 'n.md' ("))
        #expect(try terminal.bytes(of: "n.md") == Array("- [/] a\n> - [ ] b\n".utf8))
    }

    static let refused: [(words: String, sentence: String)] = [
        ("toggle n.md", "LINE is missing."),
        ("toggle", "FILE is missing."),
        ("tick n.md 1", "ACTION is one of toggle, not 'tick'."),
        ("toggle n.md 0", "LINE is a number from 1 on, not '0'."),
        ("toggle n.md -- -1", "LINE is a number from 1 on, not '-1'."),
        (
            "toggle n.md 1 --status ''",
            "--status takes one character, and neither a bracket nor a line ending."
        ),
        (
            "toggle n.md 1 --status xx",
            "--status takes one character, and neither a bracket nor a line ending."
        ),
        (
            "toggle n.md 1 --status ]",
            "--status takes one character, and neither a bracket nor a line ending."
        ),
        (
            "toggle n.md 1 --status $'\\n'",
            "--status takes one character, and neither a bracket nor a line ending."
        ),
        (
            "toggle n.md 1 --status $'\\xff'",
            "--status takes one character, and neither a bracket nor a line ending."
        ),
        ("toggle n.md 1 --base 12", "--base takes 64 hexadecimal digits."),
    ]

    @Test("that is not told rightly is refused with 2, and nothing is written", arguments: refused)
    func refusal(words: String, sentence: String) async throws {
        try terminal.write("- [ ] a\n", to: "n.md")
        let answer = try await terminal.type("notekit task \(words)")
        let err = "notekit: \(sentence)\n'notekit task --help' tells more.\n"
        #expect(answer == .init(out: "", err: err, code: 2))
        #expect(try terminal.bytes(of: "n.md") == Array("- [ ] a\n".utf8))
    }

    @Test("of a note that moved on, is unreadable, is gone or cannot be written is refused like an edit")
    func refusedLikeAnEdit() async throws {
        try terminal.write("- [ ] a\n", to: "n.md")
        try terminal.write([0x2D, 0x20, 0xFF], to: "bad.md")
        let base = SHA256Digest(of: Array("- [ ] b\n".utf8)).description
        let conflict = try await terminal.type("notekit task toggle n.md 1 --base \(base) --json")
        #expect(conflict.code == 3)
        #expect(try Answer(conflict.out)["status"] == "conflict")
        #expect(try Answer(conflict.out).isNull("kept"))
        let bad = try await terminal.type("notekit task toggle bad.md 1 --json")
        #expect(bad.code == 4)
        #expect(try Answer(bad.out)["status"] == "unreadable")
        #expect(try await terminal.type("notekit task toggle gone.md 1").code == 2)
        let full = try await terminal.type("ulimit -f 0; notekit task toggle n.md 1 2> /dev/null")
        #expect(full.code == 5)
        #expect(try terminal.bytes(of: "n.md") == Array("- [ ] a\n".utf8))
        #expect(try terminal.bytes(of: "bad.md") == [0x2D, 0x20, 0xFF])
    }
}
