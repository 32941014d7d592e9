// SPDX-License-Identifier: MIT
// A note as a Markdown file.

import NoteExporting
import NoteKit
import Testing

@Suite("A note as a Markdown file")
struct NoteExportTests {
    private func exported(
        _ file: String, title: String = "Title", date: String? = nil, hasDrawing: Bool = false
    ) -> String {
        let export = NoteExport(
            of: Array(file.utf8), title: title, eventDate: date, drawing: hasDrawing ? [] : nil)
        return String(decoding: export.markdown, as: UTF8.self)
    }

    private let notice = NoteExport.drawingNotice

    @Test("holds the note title as a heading, the event date, the stored body and a notice, in that order")
    func order() {
        #expect(
            exported("---\ndate: 2026-03-14\n---\nBody *here*\n", date: "14 March 2026", hasDrawing: true)
                == "# Title\n\n14 March 2026\n\nBody *here*\n\n\(notice)\n")
    }

    @Test("has no date line and no notice where the note has neither")
    func plain() { #expect(exported("Body") == "# Title\n\nBody") }

    @Test(
        "carries the stored body without rewriting it",
        arguments: [
            "a\r\nb\rc\nd", "  indented\n\n\n", "\n\nblank in front\n",
            "![[file]]\n{{attachment:1B4E28BA}}\n",
            "%% comment %%\n", "e\u{301} é\u{2028}\u{0}\u{1}", "---\n", "===\n", "# Title\n", "<div>\n",
            "\u{FEFF}x",
        ])
    func body(body: String) {
        for front in ["", "---\na: 1\n---\n", "\u{FEFF}", "\u{FEFF}---\r\na: 1\r\n---\r\n"] {
            let file = Array((front + body).utf8)
            guard !front.isEmpty || !body.hasPrefix("\u{FEFF}") else { continue }
            let export = NoteExport(of: file, title: "T")
            #expect(Array(export.body) == Array(body.utf8), "\(front.debugDescription)")
            #expect(Array(export.markdown.suffix(body.utf8.count)) == Array(body.utf8))
        }
    }

    @Test("leaves the front matter behind, also where it is all there is")
    func frontMatter() {
        #expect(exported("---\nsecret: yes\n---\n") == "# Title\n")
        #expect(exported("---\nsecret: yes\n---\ntext\n") == "# Title\n\ntext\n")
        #expect(exported("---\nno end\n") == "# Title\n\n---\nno end\n")
    }

    @Test(
        "of a blank body is the title alone, with date and notice where there are some",
        arguments: ["", " \n\t\r\n"])
    func blankBody(body: String) {
        let ending = body.isEmpty ? "\n" : "\n"
        #expect(exported(body) == "# Title\(ending)")
        #expect(exported("", date: "today") == "# Title\n\ntoday\n")
        #expect(exported("", hasDrawing: true) == "# Title\n\n\(notice)\n")
    }

    @Test("of a blank title has a placeholder", arguments: ["", "  ", "\n\t", "\u{0}"])
    func blankTitle(title: String) {
        #expect(exported("a", title: title) == "# Untitled\n\na")
        #expect(NoteExport(of: [], title: title).name.description == "Untitled")
    }

    @Test("ends the added lines as the note ends its first line, and those behind the body as its last")
    func lineEndings() {
        #expect(
            exported("a\r\nb\r\n", date: "d", hasDrawing: true)
                == "# Title\r\n\r\nd\r\n\r\na\r\nb\r\n\r\n\(notice)\r\n")
        #expect(exported("a\rb", date: "d", hasDrawing: true) == "# Title\r\rd\r\ra\rb\r\r\(notice)\r")
        #expect(exported("a\nb\r\nc", hasDrawing: true) == "# Title\n\na\nb\r\nc\r\n\r\n\(notice)\r\n")
        #expect(exported("---\r\na: 1\r\n---\r\nb\n") == "# Title\r\n\r\nb\n")
        #expect(exported("a", hasDrawing: true) == "# Title\n\na\n\n\(notice)\n")
    }

    @Test("keeps a byte order mark in front, and only there")
    func mark() {
        #expect(exported("\u{FEFF}a\n").utf8.elementsEqual("\u{FEFF}# Title\n\na\n".utf8))
        #expect(exported("\u{FEFF}").utf8.elementsEqual("\u{FEFF}# Title\n".utf8))
    }

    static let titles = [
        "Nöte with 'quotes'", "2 * 3 * 4", "C #", "a_b_c", "[[x]]", "`x`", "%%x%%", "$x$", "a & b &amp; c",
        "<b>",
        "==x==", "~~x~~", "\\*", "![[x]]", "[a](b)", "^[x]", "#tag", "https://example.org", "x ^id", "a\\",
        "#",
        "*", "<%x%>", "[^1]", "{{x}}", "漢字", "עברית",
    ]

    @Test("reads its title as it is called, whatever signs are in it", arguments: titles)
    func literalTitle(title: String) throws {
        let bytes = NoteExport(of: Array("body\n".utf8), title: title).markdown
        let tree = MarkdownTree(parsing: bytes)
        #expect(tree.first?.kind == .heading && tree.first?.level == 1)
        let text = bytes.withUnsafeBufferPointer { tree.plainText(of: 0, in: $0) }
        #expect(text == title)
    }

    @Test("writes a title plain where that reads the same")
    func plainTitle() {
        for title in [
            "_underscored-note", "Nöte with 'quotes'", "a_b_c", "1. May", "C++ & you", "what?! (no)",
        ] {
            #expect(exported("", title: title) == "# \(title)\n")
        }
        #expect(exported("", title: "2 * 3 * 4") == "# 2 * 3 * 4\n")
        #expect(exported("", title: "*a*") == "# \\*a\\*\n")
        #expect(exported("", title: "C #") == "# C \\#\n")
    }

    @Test(
        "writes a date so that it is no list",
        arguments: ["14. März 2026", "3) x", "- x", "# x", "> x", "+ x"])
    func literalDate(date: String) {
        let bytes = NoteExport(of: Array("body\n".utf8), title: "T", eventDate: date).markdown
        let tree = MarkdownTree(parsing: bytes)
        let blocks = tree.indices.filter { tree[$0].depth == 0 }
        #expect(blocks.map { tree[$0].kind } == [.heading, .paragraph, .paragraph])
        #expect(bytes.withUnsafeBufferPointer { tree.plainText(of: blocks[1], in: $0) } == date)
    }
}
