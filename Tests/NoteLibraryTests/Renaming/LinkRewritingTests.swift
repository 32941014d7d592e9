// SPDX-License-Identifier: MIT
// How links are written anew when a note gets another path.

import NoteKit
import Testing

@testable import NoteLibrary

@Suite("The links of a note, when a note is renamed")
struct LinkRewritingTests {
    static let files = [
        "old.md", "other.md", "a/inner.md", "a/b/deep.md", "a/old name.md", "z/other.md", "image.png",
        "a/image.png", "Case.md",
    ]

    private func rewritten(
        _ text: String, at note: String = "other.md", _ old: String = "old.md", to new: String = "new.md",
        files: [String] = files
    ) -> String {
        let rewriting = LinkRewriting(
            VaultNames(files.map { NotePath($0) }), moving: [NotePath(old): NotePath(new)])
        return Array(text.utf8).withUnsafeBufferPointer { bytes in
            let result = rewriting.result(for: bytes, at: NotePath(note))
            #expect(result.unwritable.isEmpty)
            return String(decoding: result.edits.applied(to: bytes), as: UTF8.self)
        }
    }

    static let renames: [(text: String, expected: String)] = [
        ("[[ old ]] [[ old #h|x]]", "[[ new ]] [[ new #h|x]]"),
        ("[[old]]", "[[new]]"), ("![[old]]", "![[new]]"), ("[[old.md]]", "[[new.md]]"),
        ("[[old.MD]]", "[[new.MD]]"), ("[[OLD]]", "[[new]]"), ("[[/old]]", "[[/new]]"),
        ("[[./old]]", "[[./new]]"), ("[[old#H 1|alias]]", "[[new#H 1|alias]]"),
        ("[[old#^block]]", "[[new#^block]]"), ("[[old|]]", "[[new|]]"), ("[[a]] [[old]]", "[[a]] [[new]]"),
        ("| a |\n|---|\n| [[old\\|x]] |", "| a |\n|---|\n| [[new\\|x]] |"),
        ("[t](old.md \"old.md\")", "[t](new.md \"old.md\")"), ("[t](old)", "[t](new)"),
        ("![t](<old.md> 'x')", "![t](<new.md> 'x')"), ("[t](./old.md#h)", "[t](./new.md#h)"),
        ("[old][r]\n\n[r]: old.md 'old'", "[old][r]\n\n[r]: new.md 'old'"),
        ("[r]: <old.md>\n", "[r]: <new.md>\n"),
        ("[old.md]\n\n[old.md]: old.md", "[old.md]\n\n[old.md]: new.md"),
        (
            "---\nup: \"[[old]]\"\nl:\n  - '[[old|x]]'\nf: [\"[[old#h]]\", \"old\"]\n---\n[[old]]",
            "---\nup: \"[[new]]\"\nl:\n  - '[[new|x]]'\nf: [\"[[new#h]]\", \"old\"]\n---\n[[new]]"
        ),
        ("`[[old]]` %%[[old]]%% \\[[old]]", "`[[old]]` %%[[old]]%% \\[[old]]"),
        ("\u{FEFF}[[old]]\r\n[[old]]\r", "\u{FEFF}[[new]]\r\n[[new]]\r"),
        ("[[#old]] [x](#old)", "[[#old]] [x](#old)"),
        (
            "https://old.md [x](https://e.x/old.md) <mailto:old.md@x.y>",
            "https://old.md [x](https://e.x/old.md) <mailto:old.md@x.y>"
        ),
        ("[![[old]]](old.md)", "[![[new]]](new.md)"),
        ("[[older]] [[a/old name]]", "[[older]] [[a/old name]]"),
        ("[[ old ]] ![[old ]]", "[[ new ]] ![[new ]]"), ("[[ old.md | x ]]", "[[ new.md | x ]]"),
        ("[[ old #h ]] [[ /old]]", "[[ new #h ]] [[ /new]]"),
        ("---\nup: \"[[ old ]]\"\n---\n", "---\nup: \"[[ new ]]\"\n---\n"),
        ("[t](&#111;ld.md#h) [t](&#x6F;ld)", "[t](new.md#h) [t](new)"),
        ("[t](old&period;md) [t](old\\.md)", "[t](new.md) [t](new.md)"),
        ("[t](old.md&num;h) [t](old.md\\#h)", "[t](new.md&num;h) [t](new.md\\#h)"),
        ("[r]: &#111;ld.md\n", "[r]: new.md\n"),
    ]

    @Test("are changed in their targets alone", arguments: renames)
    func forms(text: String, expected: String) {
        #expect(rewritten(text) == expected)
    }

    static let spaced: [(text: String, expected: String)] = [
        ("[t](old.md)", "[t](new%20%28x%20name.md)"), ("[t](<old.md>)", "[t](<new (x name.md>)"),
        ("[[old]]", "[[new (x name]]"),
    ]

    @Test("are encoded only where a path could not be written else", arguments: spaced)
    func encodedWhereNeeded(text: String, expected: String) {
        #expect(rewritten(text, to: "new (x name.md") == expected)
    }

    static let encoded: [(text: String, expected: String)] = [
        ("[t](a/old%20name.md)", "[t](a/neu%20%C3%A4.md)"),
        ("[t](<a/old%20name.md>)", "[t](<a/neu%20%C3%A4.md>)"),
        ("[t](<a/old name.md>)", "[t](<a/neu \u{E4}.md>)"),
        ("[t](%61/old%20name.md)", "[t](%61/neu%20%C3%A4.md)"),
        ("[[a/old name]]", "[[a/neu \u{E4}]]"), ("[[old name]]", "[[neu \u{E4}]]"),
    ]

    @Test("stay encoded as they are", arguments: encoded)
    func encodedAsBefore(text: String, expected: String) {
        // Letters are encoded where any were; in these only the space is.
        let plain = expected.replacing("%C3%A4", with: "\u{E4}")
        #expect(rewritten(text, "a/old name.md", to: "a/neu \u{E4}.md") == plain)
        #expect(
            rewritten("[t](m%C3%A9.md)", "m\u{E9}.md", to: "neu \u{E4}.md", files: ["m\u{E9}.md"])
                == "[t](neu%20%C3%A4.md)")
    }

    @Test("in values of the front matter are quoted as YAML wants it")
    func quoted() {
        #expect(
            rewritten("---\na: \"[[old]]\"\nb: '[[old]]'\n---\n", to: "it's \"x\".md")
                == "---\na: \"[[it's \\\"x\\\"]]\"\nb: '[[it''s \"x\"]]'\n---\n")
        #expect(
            rewritten("---\na: \"[[q\\\"]]\"\n---\n", "q\".md", files: ["q\".md"])
                == "---\na: \"[[new]]\"\n---\n")
    }

    @Test("name the whole path where a name alone would lead elsewhere")
    func ambiguous() {
        let files = ["x/old.md", "new.md", "n.md", "x/n.md"]
        #expect(
            rewritten("[[old]] [[new]]", at: "n.md", "x/old.md", to: "x/new.md", files: files)
                == "[[x/new]] [[new]]")
        #expect(
            rewritten("[[old]] [[new]]", at: "x/n.md", "x/old.md", to: "x/new.md", files: files)
                == "[[x/new]] [[new]]")
        #expect(
            rewritten("[[old.md]] [y](old.md)", at: "n.md", "x/old.md", to: "x/new.md", files: files)
                == "[[x/new.md]] [y](x/new.md)")
    }

    @Test("that led to another note of the new name still lead there")
    func taken() {
        let files = ["old.md", "x/new.md", "n.md"]
        #expect(
            rewritten("[[new]] [a](new.md) [[old]]", at: "n.md", files: files)
                == "[[x/new]] [a](x/new.md) [[new]]")
    }

    @Test("follow a change of case only where they spell the name so")
    func caseAlone() {
        #expect(
            rewritten("[[Case]] [[CASE]] [x](Case.md)", "Case.md", to: "case.md")
                == "[[case]] [[CASE]] [x](case.md)")
    }

    static let moves: [(text: String, note: String, expected: String)] = [
        ("[[old]] [[other]]", "old.md", "[[old]] [[other]]"),
        (
            "[x](other.md) ![](image.png) [y](a/inner.md)", "old.md",
            "[x](../../other.md) ![](../../image.png) [y](../inner.md)"
        ),
        ("[[./other]] [[./a/inner]] [[a/inner]]", "old.md", "[[../../other]] [[../inner]] [[a/inner]]"),
        ("[x](old.md) [y](./old.md#h)", "other.md", "[x](a/b/old.md) [y](./a/b/old.md#h)"),
        ("[x](../old.md)", "a/inner.md", "[x](b/old.md)"), ("[[/old]]", "other.md", "[[/a/b/old]]"),
        ("[x](old.md) [[old]]", "old.md", "[x](old.md) [[old]]"),
    ]

    @Test("lead where they led when a note is moved", arguments: moves)
    func moved(text: String, note: String, expected: String) {
        #expect(rewritten(text, at: note, "old.md", to: "a/b/old.md") == expected)
    }

    @Test("that no text can hold are told, and left as they are")
    func unwritable() {
        let rewriting = LinkRewriting(
            VaultNames([NotePath("old.md"), NotePath("n.md")]),
            moving: [NotePath("old.md"): NotePath("x]/old].md")])
        Array("[[old]] [x](old.md)".utf8).withUnsafeBufferPointer { bytes in
            let result = rewriting.result(for: bytes, at: NotePath("n.md"))
            #expect(result.unwritable == [0..<7])
            #expect(
                String(decoding: result.edits.applied(to: bytes), as: UTF8.self) == "[[old]] [x](x]/old].md)")
        }
    }

    @Test("that would be part of something else under the new name are told, and left as they are")
    func swallowed() {
        let rewriting = LinkRewriting(
            VaultNames([NotePath("old.md"), NotePath("n.md")]),
            moving: [NotePath("old.md"): NotePath("a %% b.md")])
        Array("x %% [[old]]\n\n[[old]]".utf8).withUnsafeBufferPointer { bytes in
            let result = rewriting.result(for: bytes, at: NotePath("n.md"))
            #expect(result.unwritable.count == 1)
            #expect(
                String(decoding: result.edits.applied(to: bytes), as: UTF8.self)
                    == "x %% [[old]]\n\n[[a %% b]]"
            )
        }
    }

    @Test("are told one by one of thousands, without reading the note anew for each", .timeLimit(.minutes(1)))
    func manySwallowed() {
        let rewriting = LinkRewriting(
            VaultNames([NotePath("old.md"), NotePath("n.md")]),
            moving: [NotePath("old.md"): NotePath("a %% b.md")])
        let count = 1_500
        let note = String(repeating: "x %% [[old]]\r\n\r\n[[old]]\n\n", count: count)
        Array(note.utf8).withUnsafeBufferPointer { bytes in
            let result = rewriting.result(for: bytes, at: NotePath("n.md"))
            #expect(result.unwritable.count == count)
            #expect(
                String(decoding: result.edits.applied(to: bytes), as: UTF8.self)
                    == String(repeating: "x %% [[old]]\r\n\r\n[[a %% b]]\n\n", count: count))
        }
    }

    static let lookups: [(text: String, mayBe: Bool)] = [
        ("[[old]]", true), ("[[OLD|x]]", true), ("[x](%6Fld.md)", true), ("[x](ol%64.md)", true),
        ("[x](&#111;ld.md)", true),
        ("---\na: \"[[\\x6fld]]\"\n---", true), ("[[new]] old", true),
        ("[[other]] 100% & 5 \\ 6 %20 %C3", false),
        ("old", false), ("", false), ("[", false), ("[[ol", false),
    ]

    @Test("are not looked for where the note cannot hold one", arguments: lookups)
    func keyed(text: String, mayBe: Bool) {
        Array(text.utf8).withUnsafeBufferPointer {
            #expect(KeyedText(["old"]).mayBe(in: $0) == mayBe)
        }
    }
}
