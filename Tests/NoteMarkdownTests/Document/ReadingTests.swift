// SPDX-License-Identifier: MIT
// What reading promises, in the words of the document that it follows.

import NoteMarkdown
import Testing

@Suite("Reading a note")
struct ReadingTests {
    private func document(_ text: String) -> MarkdownDocument { MarkdownDocument(parsing: text.utf8) }

    private static let brokenLines: [(name: String, source: String)] = [
        ("a paragraph", "one\ntwo"), ("carriage returns", "one\r\ntwo"),
        ("a carriage return alone", "one\rtwo"),
        ("two spaces", "one  \ntwo"), ("a backslash", "one\\\ntwo"),
        ("a blank before the next", "one\n   two"),
        ("a quote", "> one\n> two"), ("a quote that is lazy", "> one\ntwo"), ("a list", "- one\n  two"),
        ("a quote in a list", "- > one\r\n  > two"), ("a heading", "one\ntwo\n==="),
        ("a footnote", "[^1]: one\n  two"), ("emphasis", "*one\ntwo*"), ("a link", "[one\ntwo](x)"),
        ("a callout", "> [!a]\n> one\n> two"), ("code", "```\none\ntwo\n```"),
        ("HTML", "<div>\none\ntwo</div>"),
    ]

    @Test("hand-authored line breaks remain visible", arguments: brokenLines)
    func lineBreaks(name: String, source: String) {
        #expect(document(source).plainText.contains("one\ntwo"))
    }

    @Test("line breaks inside a table or a span of code are what Markdown says: rows, and a space")
    func otherBreaks() {
        #expect(document("|a|\n|-|\n|b|").plainText == "a\nb")
        #expect(document("`a\nb`").plainText == "a b")
    }

    private static let malformed: [(source: String, outline: [String])] = [
        ("**bold", [#"paragraph: "**bold""#]),
        ("a [link](never", [#"paragraph: "a [link](never""#]),
        ("a [[link\nb", [#"paragraph: "a [[link\nb""#]),
        ("```swift\nlet a", [#"code swift: "let a""#]),
        ("$$\nx", [#"math: "x""#]),
        ("---\na: b\n\n# c", ["break", #"paragraph: "a: b""#, #"heading 1: "c""#]),
        ("%%\na", []),
        ("a %%b", [#"paragraph: "a %%b""#]),
        ("| a | b |\n| - |\n", [#"paragraph: "| a | b |\n| - |""#]),
        ("> [!note\n> a", ["quote", #"  paragraph: "[!note\n" "a""#]),
        ("- [x\n- [ ]", [#"item •: "[x""#, "item • [ ]"]),
        ("<div", [#"html: "<div""#]),
        ("{{attachment:1234}}", [#"paragraph: "{{attachment:1234}}""#]),
        ("![[a", [#"paragraph: "![[a""#]),
        ("&bogus; &#xFFFFFFFF;", [#"paragraph: "&bogus; &#xFFFFFFFF;""#]),
        ("a\0b", [#"paragraph: "a" "�" "b""#]),
    ]

    @Test("malformed input gives what can be read, and the rest as plain text", arguments: malformed)
    func partialResults(source: String, outline: [String]) {
        #expect(document(source).outline == outline)
    }

    @Test("bytes that are not UTF-8 are shown as U+FFFD, each with its own range")
    func invalidBytes() {
        let bytes = Array("a ".utf8) + [0xFF, 0xE2, 0x82] + Array("*b*".utf8) + [0xC3]
        let document = MarkdownDocument(parsing: bytes)
        #expect(document.outline == [#"paragraph: "a " "�" "�" "b"/italic "�""#])
        #expect(document.blocks[0].runs.map(\.range) == [0..<2, 2..<3, 3..<5, 6..<7, 8..<9])
    }

    private static let id = "{{attachment:01234567-89ab-cdef-0123-456789abcdef}}"

    @Test(
        "a reference inside code, an escape or a paragraph stays the literal text it is",
        arguments: [
            "```\n\(id)\n```", "    \(id)", "`\(id)`", "\\\(id)", "a\n\(id)", "\(id)\na", "\(id) a",
            "- \(id)",
            "# \(id)", "<div>\n\(id)\n</div>", "| a |\n|-|\n| \(id) |", "\(id)\n\(id)", "\(id)\n===",
        ])
    func literalReferences(source: String) {
        let document = document(source)
        for block in document.blocks { if case .attachment = block.kind { Issue.record("\(source)") } }
        #expect(document.plainText.contains(Self.id))
    }

    @Test(
        "a reference that stands alone on its line and as a block is a placement",
        arguments: [
            (id, 0), ("a\n\n\(id)\n\nb", 1), ("# a\n\(id)\n", 1), ("   \(id)  ", 0), ("- a\n\n  \(id)\n", 1),
            ("> \(id)", 1), ("a\r\n\r\n\(id)\r\n", 1), ("---\na: b\n---\n\(id)", 0),
            ("```\n```\n\(id)\n***", 1),
        ])
    func placements(source: String, index: Int) {
        let block = document(source).blocks[index]
        guard case .attachment(let name) = block.kind else {
            Issue.record("\(block.label)")
            return
        }
        #expect(name == "01234567-89ab-cdef-0123-456789abcdef")
        #expect(Array(source.utf8)[block.range].elementsEqual(Self.id.utf8))
        #expect(block.text == "" && block.runs.isEmpty)
    }

    @Test("a placed file is called by its name, without size and subpath")
    func fileNames() {
        let source = "![[a b.png|300]]\n\n![[d/c.pdf#page=3]]\n\n![[ n |alias]]\n\n![[#part]]"
        #expect(
            document(source).outline == [
                "attachment a b.png", "attachment d/c.pdf", "attachment n",
                #"paragraph: "part"/embed(#part)"#,
            ])
    }

    @Test("an ordered list counts as HTML would number it, whatever its items say")
    func ordinals() {
        let source = "5) a\n5) b\n\n   8. c\n   1. d\n2) e\n\n1. f"
        let ordinals = document(source).blocks.compactMap { block -> [Int]? in
            guard case .listItem(let item) = block.kind else { return nil }
            return [item.ordinal ?? -1, item.depth, item.list]
        }
        #expect(ordinals == [[5, 0, 0], [6, 0, 0], [8, 1, 2], [9, 1, 2], [7, 0, 0], [1, 0, 5]])
    }

    @Test("a task has the character in its box", arguments: [" ", "x", "X", "/", "-", "é", "?"])
    func tasks(status: String) {
        guard case .listItem(let item) = document("- [\(status)] a").blocks[0].kind else {
            Issue.record("no item")
            return
        }
        #expect(item.task.map { String($0) } == status)
    }
}
