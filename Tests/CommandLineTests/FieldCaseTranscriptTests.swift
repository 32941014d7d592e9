// SPDX-License-Identifier: MIT
// Field cases of the syntax that speak of edits: a range is looked up with one command and edited with another.

import Foundation
import Testing

@Suite("Field cases from the command line")
struct FieldCaseTranscriptTests {
    private let terminal: Terminal

    init() throws { terminal = try Terminal() }

    /// Puts a text in place of the first node of a kind, or of its content.
    private func replace(_ kind: String, _ keys: (String, String) = ("start", "end"), with text: String)
        async throws
    {
        let line = """
            range=$(notekit tree --json n.md | python3 -c '
            import json, sys
            node = next(n for n in json.load(sys.stdin) if n["kind"] == "\(kind)")
            print("%d:%d" % (node["\(keys.0)"], node["\(keys.1)"]))')
            notekit edit n.md --replace "$range" --with $'\(text)'
            """
        let answer = try await terminal.type(line)
        #expect(answer.code == 0 && answer.err == "", "\(answer)")
    }

    @Test("D1: a wikilink's target is renamed in a table, and the escaped bar stays")
    func escapedBar() async throws {
        try terminal.write("| a | b |\n|---|---|\n| [[notes/foo\\|Foo]] | x |\n", to: "n.md")
        #expect(
            try await terminal.type("notekit links n.md").out == "n.md:3:  wikilink  notes/foo  Foo\n")
        try await replace("wikiTarget", with: "notes/bar")
        #expect(
            try terminal.bytes(of: "n.md")
                == Array("| a | b |\n|---|---|\n| [[notes/bar\\|Foo]] | x |\n".utf8))
    }

    @Test("D3: tags of every script are listed whole")
    func tags() async throws {
        try terminal.write("#naïve #5g #漢字/読み #🌱idea #été,\n#Heading-less\n# Heading\n", to: "n.md")
        #expect(
            try await terminal.type("notekit tags n.md | cut -d '#' -f 2").out
                == "naïve\n5g\n漢字/読み\n🌱idea\nété\nHeading-less\n")
        #expect(try await terminal.type("notekit outline n.md").out == "n.md:3:  # Heading\n")
    }

    @Test("D7: the lines of code in a callout are replaced and stay in it")
    func codeInCallout() async throws {
        try terminal.write("> [!note] T\n> ```sh\n> echo #no\n> ```\n> #yes\nplain\n", to: "n.md")
        #expect(try await terminal.type("notekit tags n.md").out == "n.md:5:  #yes\n")
        try await replace("codeBlock", ("contentStart", "contentEnd"), with: "a\\n> b")
        #expect(
            try terminal.bytes(of: "n.md")
                == Array("> [!note] T\n> ```sh\n> a\n> b\n> ```\n> #yes\nplain\n".utf8))
        #expect(try await terminal.type("notekit tags n.md").out == "n.md:6:  #yes\n")
    }
}
