// SPDX-License-Identifier: MIT
// What a person types to give a note another title.

import Foundation
import Testing

@Suite("Renaming from the command line")
struct RenameTranscriptTests {
    private let terminal: Terminal

    init() throws {
        terminal = try Terminal()
        try FileManager.default.createDirectory(
            at: terminal.folder.appendingPathComponent("v/.obsidian"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: terminal.folder.appendingPathComponent("v/d"), withIntermediateDirectories: true)
        try terminal.write("I am [[Plan]].\n", to: "v/Plan.md")
        try terminal.write("| a | b |\n|---|---|\n| [[Plan\\|P]] | [x](Plan.md) |\n", to: "v/t.md")
        try terminal.write("![[plan]] and [y](<../Plan.md> \"t\")\r\n", to: "v/d/c.md")
        try terminal.write("none\n", to: "v/n.md")
    }

    @discardableResult
    private func type(_ line: String) async throws -> Terminal.Outcome { try await terminal.type(line) }

    private func text(_ name: String) throws -> String {
        String(decoding: try terminal.bytes(of: name), as: UTF8.self)
    }

    @Test("shows first what it would do, and writes nothing then")
    func dryRun() async throws {
        #expect(
            try await type("notekit rename v/Plan.md 'Plan B' --dry-run")
                == .init(
                    out: """
                        'Plan.md' would be 'Plan B.md'; 5 links in 3 notes would follow:
                        Plan.md:7  Plan -> Plan B
                        d/c.md:3  plan -> Plan B
                        d/c.md:19  ../Plan.md -> ../Plan B.md
                        t.md:24  Plan -> Plan B
                        t.md:40  Plan.md -> Plan%20B.md

                        """, err: "", code: 0))
        let answer = try await type("notekit rename v/Plan.md 'Plan B' --dry-run --json")
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [[String: Any]])
        #expect(rows.map { $0["path"] as? String } == ["Plan.md", "d/c.md", "t.md"])
        let edit = try #require((rows[2]["edits"] as? [[String: Any]])?.last)
        #expect(edit["start"] as? Int == 40 && edit["end"] as? Int == 47)
        #expect(edit["old"] as? String == "Plan.md" && edit["new"] as? String == "Plan%20B.md")
        #expect(try text("v/Plan.md") == "I am [[Plan]].\n")
    }

    @Test("renames with all links, keeps the history, and takes it back")
    func renamesAndBack() async throws {
        #expect(
            try await type("notekit rename v/Plan.md 'Plan B'")
                == .init(
                    out: "'Plan.md' is 'Plan B.md' now. The links in 3 notes followed.\n", err: "", code: 0))
        #expect(try text("v/t.md") == "| a | b |\n|---|---|\n| [[Plan B\\|P]] | [x](Plan%20B.md) |\n")
        #expect(try text("v/d/c.md") == "![[Plan B]] and [y](<../Plan B.md> \"t\")\r\n")
        #expect(try text("v/Plan B.md") == "I am [[Plan B]].\n")
        let history = try await type("notekit history list 'v/Plan B.md' --json")
        #expect(history.code == 0 && history.out.contains("replaced"), "\(history)")
        let undone = try await type("notekit rename --undo v")
        #expect(undone.code == 0 && undone.err == "", "\(undone)")
        #expect(undone.out.hasPrefix("Taking back note-rename of 2"), "\(undone)")
        #expect(
            undone.out.hasSuffix(
                ": 'Plan.md' to 'Plan B.md'.\n'Plan B.md' is 'Plan.md' now. The links in 3 notes followed.\n"),
            "\(undone)")
        #expect(try text("v/Plan.md") == "I am [[Plan]].\n")
        #expect(try text("v/d/c.md") == "![[plan]] and [y](<../Plan.md> \"t\")\r\n")
        #expect(try await type("notekit rename --undo v").code == 1)
    }

    static let refusals: [(line: String, err: String, code: Int32)] = [
        (
            "notekit rename v/Plan.md t",
            "'Plan.md' was not renamed: 't.md' is there already. Nothing was changed.", 3
        ),
        (
            "notekit rename v/Plan.md T",
            "'Plan.md' was not renamed: 'T.md' is there already. Nothing was changed.", 3
        ),
        (
            "notekit rename v/Plan.md 'a|b' --dry-run",
            "'Plan.md' cannot be called 'a|b': no link could name it, as '|' has a meaning there. Nothing was changed.",
            2
        ),
        (
            "notekit rename v/Plan.md a/b",
            "'Plan.md' cannot be called 'a/b': a slash stands between folders. "
                + "Nothing was changed.", 2
        ),
        (
            "notekit rename v/Plan.md ''",
            "'Plan.md' cannot be called '': a title is never empty. Nothing was changed.", 2
        ),
        (
            "notekit rename v/Plan.md ' x'",
            "'Plan.md' cannot be called ' x': a blank at its start or end is not part of a name in a link. "
                + "Nothing was changed.", 2
        ),
        ("notekit rename v/nope.md x", "There is no note 'nope.md'. Nothing was changed.", 2),
        ("notekit rename v/d x", "'d' can be no note of the vault. Nothing was changed.", 2),
    ]

    @Test("refuses what cannot be, says why, and is not zero", arguments: refusals)
    func refusal(line: String, err: String, code: Int32) async throws {
        #expect(try await type(line) == .init(out: "", err: "notekit: \(err)\n", code: code))
        #expect(try text("v/t.md").contains("[[Plan\\|P]]"))
    }

    @Test("writes links with blanks around the name, and keeps the blanks")
    func blanks() async throws {
        try terminal.write("[[ n ]] [[n ]]", to: "v/d/c.md")
        #expect(try await type("notekit links --back v/n.md").out.contains("d/c.md"))
        #expect(try await type("notekit rename v/n.md Bar").code == 0)
        #expect(try text("v/d/c.md") == "[[ Bar ]] [[Bar ]]")
    }

    @Test("says in JSON why it refuses")
    func refusalAsJSON() async throws {
        let answer = try await type("notekit rename v/Plan.md t --json")
        #expect(answer.code == 3 && answer.out.hasPrefix(#"{"status":"refused","#), "\(answer)")
        #expect(answer.out.contains(#""problems":[{"code":"name-taken","path":"t.md","message":"#))
    }

    @Test("wants a title, or a vault to take a rename back in")
    func usage() async throws {
        #expect(try await type("notekit rename v/Plan.md").code == 2)
        #expect(try await type("notekit rename --undo v x").code == 2)
        #expect(try await type("notekit rename --undo v --dry-run").code == 2)
    }

    @Test("follows a rename by another program, where it is known or said to be one")
    func outside() async throws {
        try await type("notekit edit v/Plan.md --append --with 'more'; mv v/Plan.md v/Neu.md")
        let known = try await type("notekit rename v/Plan.md Neu --json")
        #expect(known.code == 0 && known.out.contains(#""from":"Plan.md","to":"Neu.md""#), "\(known)")
        #expect(try text("v/d/c.md") == "![[Neu]] and [y](<../Neu.md> \"t\")\r\n")
        try await type("mv v/t.md v/d/moved.md; printf '[[t]] [t](t.md)' > v/n.md")
        #expect(try await type("notekit rename v/t.md moved").code == 2)
        #expect(try await type("notekit rename --renamed v/t.md v/d/moved.md").code == 0)
        #expect(try text("v/n.md") == "[[moved]] [t](d/moved.md)")
        #expect(try text("v/d/moved.md").contains("[x](../Neu.md)"))
    }

    @Test("does the others where one note is being written, and says so")
    func beingWritten() async throws {
        let outcome = try await type("exec 3>>v/t.md; notekit rename v/Plan.md New 3>&-")
        #expect(outcome.code == 3 && outcome.err.contains("t.md"), "\(outcome)")
        #expect(try text("v/d/c.md").hasPrefix("![[New]]"))
        #expect(try text("v/t.md").contains("[[Plan\\|P]]"))
    }

    @Test("tells which symbolic links got another target")
    func symbolicLinks() async throws {
        try await type("ln -s ../Plan.md v/d/link.md; ln -s Plan.md v/a.md")
        let plan = try await type("notekit rename v/Plan.md B --dry-run --json").out
        #expect(
            plan.hasSuffix(
                #","#
                    + #"{"path":"a.md","edits":[],"relinked":{"old":"Plan.md","new":"B.md"}},"#
                    + #"{"path":"d/link.md","edits":[],"relinked":{"old":"../Plan.md","new":"../B.md"}}]"#
                    + "\n"))
        let relinked = #""relinked":[{"path":"a.md"},{"path":"d/link.md"}]"#
        #expect(try await type("notekit rename v/Plan.md B --json").out.contains(relinked))
        #expect(try await type("notekit rename --undo v --json").out.contains(relinked))
        #expect(try await type("notekit rename v/n.md N2 --json").out.contains(#""relinked":[]"#))
    }
}
