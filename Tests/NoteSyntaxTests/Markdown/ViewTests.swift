// SPDX-License-Identifier: MIT
// What is read off a tree: outline, links, tags, tasks, block ids, plain text and counts.

import NoteSyntax
import Testing

@Suite("Views over a tree")
struct ViewTests {
    @Test("the outline has every heading with its words and its line")
    func outline() {
        let note = Note("# A *b* [[c|d]]\n\ntext\n\nTwo\nlines\n---\n> ### In `quote` #tag ^id\n")
        let headings = note.read { $0.outline(in: $1) }
        #expect(headings.map(\.level) == [1, 2, 3])
        #expect(headings.map(\.text) == ["A b d", "Two\nlines", "In quote #tag "])
        let lines = note.read { LineNumbers(of: $1) }
        #expect(headings.map { lines.line(at: $0.range.lowerBound) } == [1, 5, 8])
    }

    @Test("links of every kind name their target and its parts")
    func links() {
        let note = Note(
            """
            ---
            up: "[[Map#Top|m]]"
            ---
            [[A#b|c]] ![[d.png|100]] [e](f%20g.md#h "t") ![i](<j k.png>) <https://l.m> www.n.org [o][P]

            [p]: q&amp;r#s
            """)
        let links = note.links
        #expect(links.map(\.kind) == [.wikilink, .wikilink, .embed, .link, .image, .url, .url, .reference])
        #expect(
            links.map(\.target)
                == ["Map", "A", "d.png", "f%20g.md", "j k.png", "https://l.m", "www.n.org", "q&r"])
        #expect(
            links.map { $0.subpathRange.map { note[$0] } } == ["#Top", "#b", nil, "#h", nil, nil, nil, "#s"])
        #expect(links.map { $0.aliasRange.map { note[$0] } } == ["m", "c", "100", "e", "i", nil, nil, "o"])
    }

    @Test(
        "a destination ends at its first sign of a heading, as it is read",
        arguments: [
            ("caf&#233;.md#h", "café.md", "#h"), ("a&#38;b.md", "a&b.md", nil), ("a\\#b.png", "a", "#b.png"),
            ("a&num;b.png#c", "a", "#b.png#c"), ("a&#x23;b", "a", "#b"), ("a\\&#b", "a&", "#b"),
            ("a&#b", "a&", "#b"), ("mail&colon;a#b", "mail:a#b", nil), ("x#a&amp;b", "x", "#a&b"),
            ("a\\\\#b", "a\\", "#b"), ("caf\\é#b", "caf\\é", "#b"),
        ])
    func destinations(written: String, target: String, subpath: String?) throws {
        for text in ["[x](\(written))", "[x][r]\n\n[r]: \(written)\n", "![x](<\(written)>)"] {
            let note = Note(text)
            let link = try #require(note.links.first)
            #expect(link.target == target, "\(text)")
            #expect(note.read { link.subpath(in: $1) } == subpath, "\(text)")
        }
    }

    @Test("a nested tag lies in its parents")
    func tags() {
        let tags = Note("#a/b/c and #d, \\#e `#f`").read { $0.tags(in: $1) }
        #expect(tags.map(\.name) == ["a/b/c", "d"])
        #expect(tags[0].parents == ["a", "a/b"])
    }

    @Test("a task is ticked, unticked, and given any status")
    func tasks() {
        var note = Note("- [ ] a\n- [✅] b\n")
        note.toggle(note.tasks[1])
        #expect(note[0..<note.bytes.count] == "- [ ] a\n- [ ] b\n")
        note.toggle(note.tasks[0], to: "/")
        #expect(note.tasks.map(\.status) == ["/", " "])
        #expect(note.tasks.map { note[$0.box] } == ["[/]", "[ ]"])
    }

    @Test("a block id names the paragraph or item that it ends, or the block before it")
    func blockIDs() {
        let note = Note("para ^p\n\n- item ^i\n\n| a |\n|---|\n\n^t\n")
        let ids = note.read { $0.blockIDs(in: $1) }
        #expect(ids.map(\.name) == ["p", "i", "t"])
        #expect(ids.map { note.tree[$0.node].kind } == [.paragraph, .item, .table])
    }

    @Test("plain text has the words that a reader sees, and nothing else")
    func plainText() {
        let note = Note(
            """
            ---
            a: b
            ---
            # H ^h
            *em **strong*** ~~s~~ ==h== `c` [l](u) ![alt|10](i) [[n#s]] [[#t#u]] [[n|al]] &amp; \\* <b>x</b> %%no%% [^1] $m$  
            hard

            - [ ] task
              more
            > [!note] T
            > body

            | a | b |
            |---|---|
            | c | d |

            ```sh
            code
            ```
            """)
        #expect(
            note.read { $0.plainText(in: $1) } == """
                H 
                em strong s h c l alt n > s t > u al & * x   m
                hard
                task
                more
                T
                body
                a\tb
                c\td
                code

                """)
    }

    @Test("words and characters are counted as people count them")
    func counts() {
        #expect(
            TextCount(of: "Don't stop, well-known e\u{301}!\n") == TextCount(of: "Don’t stop, well-known é!"))
        #expect(TextCount(of: "Don't stop").words == 2)
        #expect(TextCount(of: "日本語 and カナ").words == 6)
        #expect(TextCount(of: "안녕 세상").words == 2)
        #expect(TextCount(of: "👨‍👩‍👧 a\r\nb").characters == 4)
        let note = Note("**two** [words](x)\n")
        #expect(note.read { $0.counts(in: $1) }.words == 2)
    }
}
