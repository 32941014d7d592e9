// SPDX-License-Identifier: MIT
// What travels whole, what is cut, and where blank lines belong.

import NoteMarkdown
import Testing

@Suite("A region")
struct MarkdownSourceMapTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let regions: [String]
        var testDescription: String { name }

        init(_ name: String, _ regions: [String]) { (self.name, self.regions) = (name, regions) }
    }

    private static let wholes: [Example] = [
        Example("a fenced code block", ["a\n\n", "```\nb\n\n# c\n\nd\n```\n", "e\n"]),
        Example("a fence without end", ["a\n", "```\nb\n\n# c\n\n- d\n"]),
        Example("a block quote", ["> a\n> b\n>\n> c\n\n", "d\n"]),
        Example("a lazy line of a quote", ["> a\nb\n\n", "c"]),
        Example("a multiline paragraph", ["a\nb\n    c\n\n", "d\ne\n"]),
        Example("an indented code block split by a blank line", ["a\n\n", "    b\n\n    c\n\n", "d"]),
        Example("a nested list item", ["- a\n  - b\n\n    c\n", "- d\n"]),
        Example("a paragraph of an item", ["- a\n\n  b\n\n", "- c\n"]),
        Example("a setext heading", ["a\nb\n===\n", "c\n---\n"]),
        Example("a table", ["a | b\n-|-\nc | d\n\n", "e\n"]),
        Example("a callout", ["> [!note] a\n> b\n> - c\n\n", "d"]),
        Example("a comment", ["%%\na\n\n# b\n%%\n", "c\n"]),
        Example("a comment without end", ["a\n", "%%\nb\n\n# c\n"]),
        Example("the text behind a comment", ["%%\na\n%% b\nc\n\n", "d"]),
        Example("mathematics", ["a\n", "$$\nb\n\nc\n$$\n", "d"]),
        Example("HTML up to its end", ["<!-- a\n\nb -->\n", "c\n"]),
        Example("HTML up to a blank line", ["<div>\n*a*\n\n", "*b*\n\n", "</div>\n"]),
        Example("a Templater command", ["<%*\na\n\nb\n%>\nc\n\n", "d\n"]),
        Example("a footnote", ["[^a]: b\n\n  c\n\n", "[^d]: e\n"]),
        Example("a definition of a label", ["[a]:\n/u\n'b'\n", "[c]: /v\n\n", "[a] [c]\n"]),
        Example("text behind definitions that is no code", ["[a]: /u\n    b\n\n", "c"]),
        Example("an ordered list that a cut would renumber", ["1. a\n1. b\n1. c\n\n", "d"]),
        Example("a block id that would stand alone", ["# a\n", "^b\n# c\n"]),
        Example("a block id that names what is above", ["> a\n^b\n\n", "^c\n\n", "d"]),
    ]

    @Test("travels whole", arguments: wholes)
    func whole(example: Example) {
        #expect(DividedNote(example.regions.joined()).texts == example.regions)
    }

    private static let cuts: [Example] = [
        Example("items of a list", ["- a\n", "- b\n\n", "- c\n"]),
        Example("items of an ordered list that counts", ["3. a\n", "4. b\n", "5. c\n"]),
        Example("an ordered list where it counts on", ["1. a\n1. b\n", "3. c\n"]),
        Example("tasks", ["- [ ] a\n", "- [x] b\n", "* c\n"]),
        Example("blocks without blank lines", ["# a\n", "b\n", "***\n", "c\n", "> d\n", "- e\n"]),
        Example("a break under a paragraph", ["a\n", "***\n", "***\n", "b\n"]),
        Example("words and a table under them", ["x\n", "a | b\n-|-\nc | d\n\n", "e\n"]),
        Example("quotes that a blank line divides", ["> a\n\n", "> b\n"]),
        Example("lines that end with CR and LF", ["# a\r\n\r\n", "- [ ] b\r\n", "- c\r\n\r\n", "> d\r\n"]),
        Example("lines that end with CR", ["# a\r\r", "b\r", "***\r", "c"]),
    ]

    @Test("is the smallest span: apart are", arguments: cuts)
    func cut(example: Example) {
        #expect(DividedNote(example.regions.joined()).texts == example.regions)
    }

    @Test(
        "is a thematic break by itself, so entering one edits the break and not the paragraph beside it",
        arguments: ["---", "***", "___", "- - -", " *  *  * "])
    func thematicBreak(line: String) {
        #expect(DividedNote("a\n\n\(line)\nb\n").texts == ["a\n\n", "\(line)\n", "b\n"])
    }

    @Test("has the blank lines below it, and the first one those above it too")
    func blankLines() {
        #expect(DividedNote("\n \na\n\n\t\n\nb\n\n").texts == ["\n \na\n\n\t\n\n", "b\n\n"])
        #expect(DividedNote("\n\n").texts == ["\n\n"])
    }

    @Test("is empty in an empty body", arguments: ["", "\u{FEFF}", "---\na: b\n---\n"])
    func empty(text: String) {
        let note = DividedNote(text)
        #expect(note.ranges == [text.utf8.count..<text.utf8.count] && note.map.isProved)
    }

    @Test("starts behind byte order mark and front matter, and may look like front matter")
    func body() {
        #expect(DividedNote("\u{FEFF}a\n\nb").texts == ["a\n\n", "b"])
        #expect(DividedNote("---\na: b\n---\nc\n\nd").texts == ["c\n\n", "d"])
        #expect(
            DividedNote("---\na: b\n---\n---\nc: d\n---\n").texts == ["---\n", "c: d\n---\n"])
        #expect(DividedNote("a\n\n---\nb: c\n---\n").texts == ["a\n\n", "---\n", "b: c\n---\n"])
    }

    @Test("of a note whose front matter holds a command that ends in the body is that body, unproved")
    func unprovable() {
        let note = DividedNote("---\na: <% b\n---\n*c*\n\nd %>\n\ne\n")
        #expect(note.texts == ["*c*\n\nd %>\n\ne\n"] && !note.map.isProved)
    }

    @Test("knows the labels that other regions define")
    func labels() {
        let note = DividedNote("[a] *b*\n\n# [a][]\n\n[a]: /u\n")
        #expect(note.texts == ["[a] *b*\n\n", "# [a][]\n\n", "[a]: /u\n"] && note.map.isProved)
    }

    @Test("is found by a position in it, which belongs to the lower one between two")
    func positions() {
        let map = DividedNote("---\na: b\n---\nc\n\nd\n").map
        #expect(map.map(\.range) == [13..<16, 16..<18])
        #expect([0, 13, 15, 16, 18].map { map.index(at: $0) } == [0, 0, 0, 1, 1])
        #expect(map.index(of: map[1].id) == 1)
    }

    /// The same text with both endings; see the field cases of the preview.
    @Test("covers the same text whatever ends the lines, and never cuts CR from LF")
    func endings() throws {
        let unix = "## T\n\n- [ ] a\n- b\n\n> q\n"
        let windows = unix.replacing("\n", with: "\r\n")
        #expect(
            DividedNote(windows).texts == DividedNote(unix).texts.map { $0.replacing("\n", with: "\r\n") })
        var note = try NoteText(bytes: Array(windows.utf8))
        let map = MarkdownSourceMap(parsing: note.utf8)
        let item = try #require(map.first { note.utf8(in: $0.range).starts(with: Array("- b".utf8)) })
        note.writeRegion(item.range, "- B\n\n")
        let tree = MarkdownTree(parsing: note.utf8)
        let task = try #require(note.utf8.withUnsafeBufferPointer { tree.tasks(in: $0) }.first)
        note.replace(task.statusRange, with: "x")
        #expect(note.bytes == Array("## T\r\n\r\n- [x] a\r\n- B\r\n\r\n> q\r\n".utf8))
    }
}
