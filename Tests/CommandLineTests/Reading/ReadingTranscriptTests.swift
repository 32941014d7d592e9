// SPDX-License-Identifier: MIT
// What a person types to see what a note shows a reader, and what comes back.

import Foundation
import Testing

@Suite("What a note shows a reader")
struct ReadingTranscriptTests {
    private let terminal: Terminal

    init() throws { terminal = try Terminal() }

    /// A note with a mark, carriage returns and front matter; an empty one; and one that is not UTF-8.
    private func notes() async throws {
        let made = try await terminal.type(
            #"""
            printf '\xef\xbb\xbf---\r\na: b\r\n---\r\n# A *b*\r\n\r\n3) [x] c [[n#h|m]]\r\n   > d\\*\r\n\r\n---\r\n' > n.md
            printf '\r\n> [!tip]+ T\r\n\r\n![[p.png]]\r\n\r\n%%%%x%%%%\r\n\r\n|a|\r\n|:-|\r\n|b|\r\n\r\n***' >> n.md
            : > empty.md
            printf '\xff\xfeT\x00' > wide.md
            """#)
        #expect(made == .init(out: "", err: "", code: 0))
    }

    @Test("is a line for each block")
    func blocks() async throws {
        try await notes()
        let answer = try await terminal.type("notekit blocks n.md | sed 's/ *$//'")
        #expect(
            answer.out == """
                n.md:4:   heading        19..26    A b
                n.md:6:   listItem       30..58    c m
                n.md:7:   blockQuote     53..58
                n.md:7:   paragraph      55..58    d*
                n.md:9:   thematicBreak  62..65
                n.md:11:  callout        69..80    T  (tip)
                n.md:13:  attachment     84..94    p.png
                n.md:17:  table          107..121  a b
                n.md:21:  thematicBreak  125..128

                """)
    }

    @Test("is cut for the screen between two characters")
    func longBlocks() async throws {
        let blank = String(repeating: "\n", count: 201)
        try terminal.write("```\na\(blank)\(String(repeating: "語", count: 90))\n```\n", to: "n.md")
        let answer = try await terminal.type("notekit blocks n.md")
        #expect(answer.out.hasSuffix("a \(String(repeating: "語", count: 90))\n"), "\(answer.out)")
    }

    @Test("has its bytes in the file, mark, front matter and carriage returns included")
    func blocksJSON() async throws {
        try await notes()
        let answer = try await terminal.type("notekit blocks --json n.md")
        let blocks = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [[String: Any]])
        #expect(
            blocks.map { $0["kind"] as? String } == [
                "heading", "listItem", "blockQuote", "paragraph", "thematicBreak", "callout", "attachment",
                "table", "thematicBreak",
            ])
        #expect(
            answer.out.hasPrefix(
                #"[{"kind":"heading","text":"A b","runs":[{"text":"A ","styles":[],"link":null,"start":21,"end":23},"#
                    + #"{"text":"b","styles":["italic"],"link":null,"start":24,"end":25}],"level":1,"parent":null,"#
                    + #""line":4,"start":19,"end":26},"#))
        #expect(
            answer.out.contains(
                #"{"text":"m","styles":["link","wikilink"],"link":"n#h","start":45,"end":46}],"ordinal":3,"depth":0,"#
                    + #""task":"x","tight":true,"list":1,"parent":null,"#))
        #expect(answer.out.contains(#""type":"tip","metadata":null,"title":"T","fold":"+","parent":null"#))
        #expect(answer.out.contains(#"{"kind":"attachment","text":"","runs":[],"name":"p.png""#))
        #expect(
            answer.out.contains(
                #""alignments":["left"],"rows":[[{"text":"a","start":108,"end":109}],[{"text":"b","start":119,"end":120}]]"#
            ))
    }

    @Test("has sections, of which those with a break and something below it can be folded")
    func sections() async throws {
        try await notes()
        let answer = try await terminal.type("notekit sections --json n.md")
        let sections = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [[String: Any]])
        #expect(sections.map { $0["blocks"] as? [Int] } == [[0, 1, 2, 3], [5, 6, 7], []])
        #expect(sections.map { $0["foldable"] as? Bool } == [false, true, false])
        #expect(sections.map { $0["divider"] as? Int } == [nil, 4, 8])
        let lines = try await terminal.type("notekit sections n.md | tr -s ' ' | cut -d ' ' -f 1,3-")
        #expect(
            lines.out == """
                n.md:4: always shown 19..58 4 blocks
                n.md:9: foldable 62..121 3 blocks
                n.md:21: always shown 125..128 0 blocks

                """)
    }

    @Test("is text without signs, and a preview in one line")
    func text() async throws {
        try await notes()
        #expect(
            try await terminal.type("notekit text n.md")
                == .init(out: "A b\nc m\nd*\nT\na\nb\n", err: "", code: 0))
        #expect(
            try await terminal.type("notekit preview n.md")
                == .init(out: "A b c m d* T a b\n", err: "", code: 0))
    }

    private static let nothing = [
        ("blocks", ""), ("blocks --json", "[]\n"), ("sections", ""), ("sections --json", "[]\n"),
        ("text", ""),
        ("preview", "\n"),
    ]

    @Test("is nothing in an empty note", arguments: nothing)
    func empty(command: String, out: String) async throws {
        try await notes()
        #expect(try await terminal.type("notekit \(command) empty.md") == .init(out: out, err: "", code: 0))
    }

    @Test(
        "is not shown of a note that is not UTF-8, which ends with 4, or not there, which ends with 2",
        arguments: ["blocks", "sections", "text", "preview"])
    func refused(command: String) async throws {
        try await notes()
        let wide = try await terminal.type("notekit \(command) wide.md")
        #expect(wide.code == 4 && wide.out == "" && wide.err.contains("'wide.md'"))
        let missing = try await terminal.type("notekit \(command) gone.md")
        #expect(missing.code == 2 && missing.out == "" && missing.err.contains("'gone.md'"))
    }

    @Test("changes no note", arguments: ["blocks", "sections", "text", "preview"])
    func unchanged(command: String) async throws {
        try await notes()
        let line =
            "chmod a-w n.md; stat -c '%Y %Z %s' n.md > before; notekit \(command) n.md > shown; "
            + "stat -c '%Y %Z %s' n.md | cmp - before"
        #expect(try await terminal.type(line) == .init(out: "", err: "", code: 0))
    }
}
