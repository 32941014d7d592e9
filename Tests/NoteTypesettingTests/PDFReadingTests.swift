// SPDX-License-Identifier: MIT
// That a typeset note looks as a reader sees it: large where it is large, bold where it is bold, whole at every seam.

import Foundation
import NoteTypesetting
import Testing

@Suite("A typeset note shows the note as read mode does")
struct PDFReadingTests {
    private func box(_ word: String, _ note: TypesetNote) throws -> CGRect {
        try #require(try note.words().first { $0.text == word }).box
    }

    @Test("sets headings larger than text, the first level largest")
    func headings() throws {
        let note = try TypesetNote("# First\n\n## Second\n\n### Third\n\ntext\n", title: "Title")
        let heights = try ["Title", "First", "Second", "Third", "text"].map { try box($0, note).height }
        #expect(zip(heights, heights.dropFirst()).allSatisfy { $0 > $1 + 0.5 }, "\(heights)")
    }

    @Test(
        "sets bold in bold, italic in italic and inline code in a monospaced face",
        arguments: [
            ("**x**", "Bold", "Italic"), ("*x*", "Italic", "Bold"), ("***x***", "BoldItalic", "Mono"),
            ("`x`", "Mono", "Bold"),
        ])
    func faces(text: String, wanted: String, unwanted: String) throws {
        let names = try TypesetNote("\(text)\n").fonts().compactMap(\.first)
        #expect(names.contains { $0.contains(wanted) }, "\(names)")
        #expect(!names.contains { $0.contains(unwanted) }, "\(names)")
    }

    @Test("indents nested lists, ordered and unordered, level by level")
    func lists() throws {
        let note = try TypesetNote("1. one\n   - two\n     1. three\n        - four\n2. five\n")
        let left = try ["one", "two", "three", "four"].map { try box($0, note).minX }
        #expect(zip(left, left.dropFirst()).allSatisfy { $0 + 10 < $1 }, "\(left)")
        #expect(abs(try box("five", note).minX - left[0]) < 1)
        #expect(try note.letters() == "1.one–two1.three–four2.five")
    }

    @Test(
        "keeps hand-written line breaks visible",
        arguments: ["one\ntwo", "one  \ntwo", "one\\\ntwo", "one\r\ntwo"])
    func lineBreaks(text: String) throws {
        let note = try TypesetNote(text)
        let (one, two) = (try box("one", note), try box("two", note))
        #expect(one.minX == two.minX && one.maxY <= two.minY + 3)
    }

    @Test(
        "keeps malformed Markdown readable",
        arguments: [
            "**one", "[one](two", "```\none", "> [!note\n> one", "| one |\n|--", "![[one", "- [ one",
            "<div\none", "[^one]",
            "$$\none", "---\none: [",
        ])
    func malformed(text: String) throws {
        let note = try TypesetNote("before\n\n\(text)\n")
        let letters = try note.letters()
        #expect(letters.contains("before") && letters.contains("one"), "\(letters)")
    }

    @Test(
        "continues a long paragraph, list or code block on the next page without losing a line at the seam",
        arguments: ["", "- ", "    ", "> ", "1. "])
    func seams(sign: String) throws {
        let words = (1...1200).map { "w\($0)" }
        let isCode = sign == "    "
        let lines = stride(from: 0, to: 1200, by: 12).map { words[$0..<$0 + 12].joined(separator: " ") }
        let note = try TypesetNote(lines.map { sign + $0 }.joined(separator: "\n"))
        #expect(note.report.pages > 1)
        #expect(try note.words().map(\.text).filter { $0.hasPrefix("w") } == words)
        #expect(try note.words().allSatisfy { $0.box.maxY <= 721 && $0.box.minY >= 70 }, "code: \(isCode)")
    }

    @Test("is typeset and not an image of its text, so that it can be searched and stays small")
    func small() throws {
        let text = (1...200).map { "Sentence \($0) of some words that are to be found.\n" }.joined(
            separator: "\n")
        let note = try TypesetNote(text)
        #expect(!String(decoding: note.bytes, as: UTF8.self).contains("/Subtype /Image"))
        #expect(note.bytes.count < 60_000, "\(note.bytes.count)")
        #expect(try note.text().contains("Sentence 137 of some words"))
    }
}
