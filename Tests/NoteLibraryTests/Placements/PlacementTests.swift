// SPDX-License-Identifier: MIT
// Placements one by one: what is one, where one comes, and what is refused.

import NoteLibrary
import Testing

@Suite("A placement")
struct PlacementTests {
    private let marker = InlineAttachmentMarker.file("p.png")

    private func placing(_ text: String, at offset: Int) throws -> String {
        let file = Array(text.utf8)
        return String(
            decoding: try InlineAttachments(of: file).edits(placing: marker, at: offset).applied(to: file),
            as: UTF8.self)
    }

    private func acting(
        _ text: String, _ act: (InlineAttachments, InlineAttachment) throws -> [NoteEdit]
    ) throws -> String {
        let file = Array(text.utf8)
        let writing = InlineAttachments(of: file)
        return String(
            decoding: try act(writing, try writing.placement(of: "p.png")).applied(to: file), as: UTF8.self)
    }

    private func code(_ body: () throws -> Void) -> PlacementError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PlacementError)?.code
        }
    }

    @Test(
        "is a line that stands alone by the parse, and nothing else is",
        arguments: [
            ("![[a.png]]", ["a.png"]), ("a\n\n  ![[a b.png|300]]  \n\nb", ["a b.png"]),
            ("{{attachment:01234567-89AB-cdef-0123-456789abcdef}}", ["01234567-89AB-cdef-0123-456789abcdef"]),
            ("# h\n![[a.png]]\n***", ["a.png"]), ("> ![[q.png]]", ["q.png"]),
            ("a\n![[a.png]]", []), ("![[a.png]]\nb", []), ("![[a.png]] b", []), ("`![[a.png]]`", []),
            ("```\n![[a.png]]\n```", []), ("    ![[a.png]]", []), ("\\![[a.png]]", []),
            ("%%\n![[a.png]]\n%%", []),
            ("---\nx: \"![[a.png]]\"\n---\n", []), ("<!--\n![[a.png]]\n-->", []),
            ("| a |\n|---|\n| ![[a.png]] |", []),
            ("![[a.png]]\n---", []), ("![[]]", []), ("![[#part]]", []), ("{{attachment:nothing}}", []),
            ("[[a.png]]", []), ("![](a.png)", []),
        ])
    func listing(text: String, expected: [String]) {
        let placements = InlineAttachments(of: Array(text.utf8)).placements
        #expect(placements.map(\.marker.identity) == expected)
        #expect(placements.allSatisfy { $0.isInside == text.hasPrefix(">") })
    }

    @Test("lines that could be one are found without a parse")
    func candidates() {
        let file = Array(
            "a\r\n  ![[x]]\r\n```\n![[y]]\n```\r{{attachment:01234567-89ab-cdef-0123-456789abcdef}}".utf8)
        let lines = InlineAttachmentMarker.candidateLines(in: file).map {
            String(decoding: file[$0], as: UTF8.self)
        }
        #expect(lines == ["  ![[x]]", "![[y]]", "{{attachment:01234567-89ab-cdef-0123-456789abcdef}}"])
    }

    @Test(
        "comes below the block of the offset, above at its start, or in a blank line",
        arguments: [
            ("", 0, "![[p.png]]\n"), ("\u{FEFF}", 0, "\u{FEFF}![[p.png]]\n"),
            ("a", 1, "a\n\n![[p.png]]"), ("a\n", 1, "a\n\n![[p.png]]\n"), ("a\n", 0, "![[p.png]]\n\na\n"),
            ("a\r\nb\r\n", 2, "a\r\nb\r\n\r\n![[p.png]]\r\n"), ("a\n\nb\n", 2, "a\n\n![[p.png]]\n\nb\n"),
            ("a\n\nb\n", 3, "a\n\n![[p.png]]\n\nb\n"), ("a\n\nb\n", 4, "a\n\nb\n\n![[p.png]]\n"),
            ("# h\ntext\n", 2, "# h\n![[p.png]]\n\ntext\n"), ("text\n# h\n", 2, "text\n\n![[p.png]]\n# h\n"),
            ("- a\n- b\n\nc\n", 2, "- a\n- b\n\n![[p.png]]\n\nc\n"),
            ("- a\n---\nb", 2, "- a\n\n\n![[p.png]]\n\n---\nb"),
            ("Title\n===\nx", 1, "Title\n===\n![[p.png]]\n\nx"), ("> q\n\nx", 2, "> q\n\n![[p.png]]\n\nx"),
            ("| a |\n|---|\n| b |\n\nx", 8, "| a |\n|---|\n| b |\n\n![[p.png]]\n\nx"),
            ("---\na: 1\n---\nx", 5, "---\na: 1\n---\n![[p.png]]\n\nx"),
            ("a\n\n```\nopen", 7, "a\n\n![[p.png]]\n\n```\nopen"),
            ("```\na\n```\n", 5, "```\na\n```\n\n![[p.png]]\n"),
            ("a\n\n\n\nb", 4, "a\n\n\n![[p.png]]\n\n\nb"),
        ])
    func placing(text: String, offset: Int, expected: String) throws {
        let placed = try placing(text, at: offset)
        #expect(Array(placed.utf8) == Array(expected.utf8), "\(placed.debugDescription)")
        let back = try acting(placed) { try $0.edits(lifting: $1) }
        #expect(Array(back.utf8) == Array(text.utf8), "\(back.debugDescription)")
    }

    @Test("moves past one block, a list being one, and stops at the ends")
    func moving() throws {
        let note = "# h\n\n- a\n- b\n\n![[p.png]]\n\nlast"
        let up = try acting(note) { try $0.edits(movingUp: $1) }
        #expect(up == "# h\n\n![[p.png]]\n\n- a\n- b\n\nlast")
        #expect(try acting(up) { try $0.edits(movingDown: $1) } == note)
        let down = try acting(note) { try $0.edits(movingDown: $1) }
        #expect(down == "# h\n\n- a\n- b\n\nlast\n\n![[p.png]]")
        #expect(code { _ = try acting(down) { try $0.edits(movingDown: $1) } } == .last)
        #expect(code { _ = try acting("![[p.png]]\n\na") { try $0.edits(movingUp: $1) } } == .first)
    }

    @Test(
        "is left where another block would become something else without it",
        arguments: [
            "1. a\n\n![[p.png]]\n\n1. b", "- a\n\n![[p.png]]\n\n    code", "    a\n\n![[p.png]]\n\n    b",
        ])
    func lifting(text: String) {
        #expect(code { _ = try acting(text) { try $0.edits(lifting: $1) } } == .noBlock)
    }

    @Test("leaves the blank line below it where a rule would open front matter")
    func frontmatter() throws {
        let lifted = try acting("![[p.png]]\n\n---\na: 1\n---\n") { try $0.edits(lifting: $1) }
        #expect(lifted == "\n---\na: 1\n---\n")
    }

    @Test("in a list, a quote or a footnote is shown and stays")
    func inside() {
        for text in ["> a\n>\n> ![[p.png]]", "- a\n\n  ![[p.png]]", "[^1]: a\n\n    ![[p.png]]"] {
            #expect(code { _ = try acting(text) { try $0.edits(lifting: $1) } } == .inside)
        }
    }

    @Test("is named by its name, the last part of it, or its UUID, and by a place where there are two")
    func naming() throws {
        let id = "01234567-89ab-cdef-0123-456789abcdef"
        let file = Array("![[f/a.png]]\n\n{{attachment:\(id)}}\n\n![[a.png]]\n".utf8)
        let writing = InlineAttachments(of: file)
        #expect(try writing.placement(of: "a.png").range.lowerBound == 0)
        #expect(try writing.placement(of: "a.png", at: 70).marker == .file("a.png"))
        #expect(try writing.placement(of: id.uppercased()).marker == .record(id))
        #expect(code { _ = try writing.placement(of: "b.png") } == .missing)
        #expect(code { _ = try writing.placement(of: "a.png", at: 20) } == .missing)
        #expect(code { _ = try writing.edits(placing: marker, at: 1_000) } == .badOffset)
    }

    @Test(
        "spells names that a link can spell",
        arguments: ["a]].png", "a|b", "a#b", "a^b", "", " a", "a\nb", "a\\b"])
    func spelling(name: String) {
        #expect(InlineAttachmentMarker(placing: name) == nil)
        #expect(InlineAttachmentMarker(placing: "a b é 漢.png")?.bytes == Array("![[a b é 漢.png]]".utf8))
    }

    @Test("shows a file that the note holds, or nothing")
    func source() {
        let id = "01234567-89AB-CDEF-0123-456789ABCDEF"
        let source = InlineAttachmentSource(["photo.png", "Caf\u{E9}.pdf", "\(id).jpg", "x.png", "X.png"])
        #expect(source.name(of: .file("photo.png")) == "photo.png")
        #expect(source.name(of: .file("files/photo.png")) == "photo.png")
        #expect(source.name(of: .file("Photo.PNG")) == "photo.png")
        #expect(source.name(of: .file("Cafe\u{301}.pdf")) == "Caf\u{E9}.pdf")
        #expect(source.name(of: .record(id.lowercased())) == "\(id).jpg")
        #expect(source.name(of: .file("x.png")) == "x.png" && source.name(of: .file("X.PNG")) == nil)
        #expect(source.name(of: .file("other.png")) == nil)
    }
}
