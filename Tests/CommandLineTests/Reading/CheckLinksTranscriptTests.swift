// SPDX-License-Identifier: MIT
// What a person types to see what leads nowhere in a vault, and whether its place is a good one.

import Foundation
import Testing

@Suite("Links and health from the command line")
struct CheckLinksTranscriptTests {
    private let terminal: Terminal

    init() async throws {
        terminal = try Terminal()
        try await terminal.type(
            #"""
            mkdir -p v/sub
            printf '# A\n# A\n[[b#none]]\n[[gone|x]]\n' > v/a.md
            printf -- '---\nk: 1\nk: 2\n---\n![](p.png)\n' > v/sub/b.md
            printf x > v/sub/p.png
            printf x > v/lone.png
            printf x > v/A.md
            printf x > 'v/a.sync-conflict-20260102-030405-ABCDEFG.md'
            """#)
    }

    @Test("every kind of finding is told by path and place, and makes the exit code 1")
    func text() async throws {
        let answer = try await terminal.type("notekit check --links v")
        let report = """
            ambiguous  A.md: its name differs from 'a.md' in case or in the form of accents only
            ambiguous  a.md: its name differs from 'A.md' in case or in the form of accents only
            doubledHeading  a.md:2: the heading 'A' stands in line 1 already, and links lead there
            deadLink  a.md:3: 'sub/b.md' has no heading '#none'
            deadLink  a.md:4: 'gone' leads to no file
            conflictCopy  a.sync-conflict-20260102-030405-ABCDEFG.md: a second version of 'a.md', left by Syncthing
            orphanedAttachment  lone.png: no note names it
            brokenProperty  sub/b.md:3: The name in this line stands in line 2 already
            4 notes, 61 bytes, links checked: 8 findings.

            """
        #expect(answer == .init(out: report, err: "", code: 1))
    }

    @Test("a vault where all leads somewhere is fine")
    func fine() async throws {
        let answer = try await terminal.type(
            "mkdir w; printf '[[b]]' > w/a.md; printf x > w/b.md; notekit check w --links")
        #expect(answer == .init(out: "2 notes, 6 bytes, links checked: nothing found.\n", err: "", code: 0))
    }

    @Test("as JSON a finding has path, kind, target, line, start, end and message")
    func json() async throws {
        let answer = try await terminal.type("notekit check --links --format json v")
        #expect(answer.code == 1)
        let fields = try Answer(answer.out)
        #expect(fields["vault"] == "v")
        #expect(fields.number("notes") == 4)
        #expect(fields.list("failures").isEmpty)
        let findings = fields.list("findings")
        #expect(findings.count == 8)
        let dead = try #require(findings.first { $0["target"] as? String == "gone" })
        #expect(dead["path"] as? String == "a.md" && dead["kind"] as? String == "deadLink")
        #expect(dead["line"] as? Int == 4 && dead["start"] as? Int == 19 && dead["end"] as? Int == 29)
        #expect(dead["message"] is String)
        let orphan = try #require(findings.first { $0["kind"] as? String == "orphanedAttachment" })
        for name in ["target", "line", "start", "end"] { #expect(orphan[name] is NSNull) }
        // Without the flag the report is that of the other check.
        let plain = try Answer(try await terminal.type("notekit check --format json v").out)
        #expect(plain.fields["findings"] == nil && plain.fields["stylingSeconds"] != nil)
    }

    @Test("the other forms tell the same, with lines")
    func forms() async throws {
        let github = try await terminal.type("notekit check --links --format github v")
        #expect(github.code == 1)
        #expect(
            github.out.contains(
                "::error file=v/a.md,line=4,title=notekit check%3A deadLink::a.md: 'gone' leads to no file\n")
        )
        let junit = try await terminal.type("notekit check --links --format junit v")
        #expect(junit.code == 1)
        #expect(
            junit.out.contains(
                #"<testcase classname="deadLink" name="a.md:4" time="0"><failure message="'gone' leads to no file" type="deadLink"/>"#
            ))
        #expect(junit.out.contains(#"tests="9" failures="9""#))
        #expect(junit.out.contains(#"<testcase classname="vault" name="links""#))
    }

    @Test("what is no folder is refused with 2", arguments: ["check --links", "doctor"])
    func refused(command: String) async throws {
        let answer = try await terminal.type("notekit \(command) nowhere")
        #expect(answer.code == 2 && answer.out == "" && answer.err.hasPrefix("notekit: "))
    }

    @Test("neither check nor doctor changes a byte, a name or a time of what is in the vault")
    func changesNothing() async throws {
        let list =
            "find v -mindepth 1 -printf '%p %i %s %T@ %C@ %m\\n' | sort; find v -type f | sort | xargs -d '\\n' sha256sum"
        let before = try await terminal.type(list)
        try await terminal.type("notekit check --links v; notekit doctor v; notekit doctor v --json")
        #expect(try await terminal.type(list) == before)
    }

    @Test("doctor has a line for each thing, and a meaning and a remedy for what is not good")
    func doctor() async throws {
        let answer = try await terminal.type("notekit doctor v")
        #expect(answer.code == 1 && answer.err == "")
        let lines = answer.out.split(separator: "\n")
        #expect(
            lines.allSatisfy { $0.hasPrefix("good ") || $0.hasPrefix("limited ") || $0.hasPrefix("bad ") })
        let copies =
            "limited  conflictCopies     1 file, the first 'a.sync-conflict-20260102-030405-ABCDEFG.md': another tool "
            + "met two versions of a file and kept both. To lift it: merge them with 'notekit merge', and remove the copy"
        #expect(lines.contains { $0 == copies })
        let fields = try Answer(try await terminal.type("notekit doctor v --json").out)
        #expect(["limited", "bad"].contains(fields["verdict"]))
        #expect(fields.list("findings").count == lines.count)
        #expect(fields.list("findings").allSatisfy { $0["topic"] is String && $0["value"] is String })
    }

    @Test("doctor says how to lift it when the state folder is in the vault")
    func stateInVault() async throws {
        let answer = try await terminal.type("XDG_STATE_HOME=$PWD/v/.state notekit doctor v")
        #expect(answer.code == 1)
        #expect(answer.out.contains("set XDG_STATE_HOME to a folder outside of the vault"))
    }
}
