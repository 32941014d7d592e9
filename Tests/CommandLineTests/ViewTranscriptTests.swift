// SPDX-License-Identifier: MIT
// What a person types to see what is in notes, and what comes back.

import Foundation
import Testing

@Suite("A view of notes")
struct ViewTranscriptTests {
    private let terminal: Terminal

    init() throws { terminal = try Terminal() }

    /// A vault of three notes with every view's rows in two of them, and one that is not UTF-8.
    private func vault() async throws {
        let made = try await terminal.type(
            #"""
            mkdir -p v/.obsidian v/sub
            printf '\xef\xbb\xbf# One *two*\r\n\r\n- [ ] a [[n#h|x]] #t/u\r\n  - [x] b\r\n' > v/one.md
            printf 'see <https://e.org> and ![[p.png]]\n\n## Two\n\n#été\n' > 'v/sub/a b.md'
            printf '\xff\xfeT\x00' > v/wide.md
            printf 'plain' > v/plain.md
            """#)
        #expect(made == .init(out: "", err: "", code: 0))
    }

    private static let wide = "notekit: 'wide.md' is left out: not UTF-8 from byte 0.\n"

    private static let texts: [(command: String, out: String)] = [
        ("outline", "one.md:1:  # One two\nsub/a b.md:3:  ## Two\n"),
        (
            "links",
            """
            one.md:3:  wikilink  n#h  x
            sub/a b.md:1:  url    https://e.org
            sub/a b.md:1:  embed  p.png

            """
        ),
        ("tags", "one.md:3:  #t/u\nsub/a b.md:5:  #été\n"),
        ("tasks", "one.md:3:  [ ] a [[n#h|x]] #t/u\none.md:4:    [x] b\n"),
    ]

    @Test("of a vault is a line for each row, in the order of the paths", arguments: texts)
    func text(command: String, out: String) async throws {
        try await vault()
        #expect(try await terminal.type("notekit \(command) v") == .init(out: out, err: Self.wide, code: 0))
    }

    private static let values: [(command: String, out: String)] = [
        (
            "outline",
            #"""
            [{"path":"one.md","level":1,"text":"One two","line":1,"start":3,"end":14},
            {"path":"sub/a b.md","level":2,"text":"Two","line":3,"start":36,"end":42}]
            """#
        ),
        (
            "links",
            #"""
            [{"path":"one.md","kind":"wikilink","target":"n","sub":"#h","alias":"x","line":3,"start":26,"end":35},
            {"path":"sub/a b.md","kind":"url","target":"https://e.org","sub":null,"alias":null,"line":1,"start":4,"end":19},
            {"path":"sub/a b.md","kind":"embed","target":"p.png","sub":null,"alias":null,"line":1,"start":24,"end":34}]
            """#
        ),
        (
            "tags",
            #"""
            [{"path":"one.md","tag":"t/u","line":3,"start":36,"end":40},
            {"path":"sub/a b.md","tag":"été","line":5,"start":44,"end":50}]
            """#
        ),
        (
            "tasks",
            #"""
            [{"path":"one.md","status":" ","text":"a [[n#h|x]] #t/u","depth":0,"line":3,"start":18,"end":40},
            {"path":"one.md","status":"x","text":"b","depth":1,"line":4,"start":44,"end":51}]
            """#
        ),
    ]

    @Test(
        "of a vault as JSON counts bytes of the file, mark and carriage returns included", arguments: values)
    func json(command: String, out: String) async throws {
        try await vault()
        let answer = try await terminal.type("notekit \(command) --json v")
        #expect(
            answer == .init(out: out.replacing("\n", with: "") + "\n", err: Self.wide, code: 0))
    }

    @Test(
        "of one note names it by its path in its vault, wherever one stands",
        arguments: [
            "notekit tags 'v/sub/a b.md'", "cd v && notekit tags 'sub/a b.md'",
            "cd v/sub && notekit tags 'a b.md'", "ln -s v/sub l && notekit tags \"$PWD/l/a b.md\"",
        ])
    func oneNote(line: String) async throws {
        try await vault()
        #expect(try await terminal.type(line) == .init(out: "sub/a b.md:5:  #été\n", err: "", code: 0))
    }

    @Test("of a note without a vault above names it alone")
    func noVault() async throws {
        try await vault()
        let answer = try await terminal.type("rmdir v/.obsidian; notekit tags --json 'v/sub/a b.md'")
        #expect(
            answer.out == #"[{"path":"a b.md","tag":"été","line":5,"start":44,"end":50}]"# + "\n")
    }

    @Test(
        "with nothing to show is empty, and an empty array",
        arguments: [
            "outline", "links", "tags", "tasks",
        ])
    func nothing(command: String) async throws {
        try await vault()
        #expect(try await terminal.type("notekit \(command) v/plain.md") == .init(out: "", err: "", code: 0))
        for path in ["v/plain.md", "v/.obsidian"] {
            #expect(
                try await terminal.type("notekit \(command) --json \(path)")
                    == .init(out: "[]\n", err: "", code: 0))
        }
    }

    @Test(
        "of a note that is not UTF-8 ends with 4; of one that is not there with 2",
        arguments: [
            "outline", "links", "tags", "tasks", "scan", "tree", "regions",
        ])
    func refused(command: String) async throws {
        try await vault()
        let wide = try await terminal.type("notekit \(command) --json v/wide.md")
        #expect(wide.code == 4 && wide.err.contains("'v/wide.md'"))
        let missing = try await terminal.type("notekit \(command) --json v/gone.md")
        #expect(missing.code == 2 && missing.err.contains("'v/gone.md'"))
    }

    @Test("of styles has kinds and bytes of the file")
    func scan() async throws {
        try await vault()
        let answer = try await terminal.type("notekit scan --json v/one.md")
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [[String: Any]])
        #expect(
            rows.prefix(5).map { "\($0["kind"] ?? "") \($0["start"] ?? "") \($0["end"] ?? "")" } == [
                "heading1 3 14", "mark 3 4", "emph 9 14", "mark 9 10", "mark 13 14",
            ])
        #expect(rows.filter { $0["kind"] as? String == "listMark" }.map { $0["level"] as? Int } == [1, 2])
        let text = try await terminal.type("notekit scan v/plain.md; notekit scan 'v/sub/a b.md' | tail -n 3")
        #expect(
            text.out == """
                sub/a b.md:3:  heading2    36..42  ## Two
                sub/a b.md:3:  mark        36..38  ##
                sub/a b.md:5:  tag         44..50  #été

                """)
    }

    @Test("of the tree shows what lies in what")
    func tree() async throws {
        try await vault()
        let text = try await terminal.type("notekit tree v/one.md")
        #expect(
            text.out
                == """
                one.md:1:  heading              3..14   # One *two*
                one.md:1:    emphasis           9..14   *two*
                one.md:3:  list                 18..51  - [ ] a [[n#h|x]] #t/u - [x] b
                one.md:3:    item               18..51  - [ ] a [[n#h|x]] #t/u - [x] b
                one.md:3:      taskMark         20..23  [ ]
                one.md:3:      paragraph        24..40  a [[n#h|x]] #t/u
                one.md:3:        wikilink       26..35  [[n#h|x]]
                one.md:3:          wikiTarget   28..29  n
                one.md:3:          wikiSubpath  29..31  #h
                one.md:3:          wikiAlias    32..33  x
                one.md:3:        tag            36..40  #t/u
                one.md:4:      list             44..51  - [x] b
                one.md:4:        item           44..51  - [x] b
                one.md:4:          taskMark     46..49  [x]
                one.md:4:          paragraph    50..51  b

                """)
        let json = try await terminal.type("notekit tree --json v/one.md")
        #expect(
            json.out.hasPrefix(
                #"[{"kind":"heading","depth":0,"contentStart":5,"contentEnd":14,"level":1,"underlined":false,"#
                    + #""line":1,"start":3,"end":14},"#))
    }

    @Test("shows no control of a note to the terminal")
    func controls() async throws {
        let line = #"printf '# a\x1b[31m\tb\x07 \xe2\x80\xa8c\n' > n.md; notekit outline n.md"#
        #expect(try await terminal.type(line).out == "n.md:1:  # a\u{FFFD}[31m b\u{FFFD} \u{FFFD}c\n")
    }

    @Test("of many notes comes out whole and in order whatever the number of rows")
    func many() async throws {
        let line = """
            mkdir many; for i in $(seq -w 1 3000); do printf '#t%s #u\\n' $i > many/$i.md; done
            notekit tags --json many | python3 -c '
            import json, sys
            rows = json.load(sys.stdin)
            wanted = [t for i in range(1, 3001) for t in ("t%04d" % i, "u")]
            print(len(rows), [r["tag"] for r in rows] == wanted)'
            """
        #expect(try await terminal.type(line) == .init(out: "6000 True\n", err: "", code: 0))
    }

    @Test("ends when its answer cannot be delivered")
    func full() async throws {
        try await vault()
        let answer = try await terminal.type("notekit tags v > /dev/full")
        #expect(answer.code == 2)
        #expect(answer.err.hasPrefix("notekit: the answer was not written to the standard output: "))
    }
}
