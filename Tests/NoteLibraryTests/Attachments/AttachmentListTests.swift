// SPDX-License-Identifier: MIT
// How a note's list of files is read and written.

import NoteLibrary
import Testing

@Suite("The list of a note's attachments")
struct AttachmentListTests {
    private func names(_ text: String) -> [String] { NoteAttachments.names(in: Array(text.utf8)) }

    private func adding(_ name: String, to text: String) throws -> String {
        let file = Array(text.utf8)
        return String(
            decoding: try AttachmentList(of: file).edits(adding: name).applied(to: file), as: UTF8.self)
    }

    private func removing(_ index: Int, from text: String) throws -> String {
        let file = Array(text.utf8)
        return String(
            decoding: try AttachmentList(of: file).edits(removing: index).applied(to: file), as: UTF8.self)
    }

    @Test(
        "holds names and links, one value or many, in the order of the note",
        arguments: [
            ("---\nattachments: a.png\n---\n", ["a.png"]),
            ("---\nattachments:\n  - b.png\n  - a.png\n  - b.png\n---\n", ["b.png", "a.png"]),
            ("---\nattachments: [a.png, \"[[b c.pdf]]\"]\n---\n", ["a.png", "b c.pdf"]),
            ("---\nattachments: \"[[a.png|200]]\"\n---\n", ["a.png"]),
            ("---\nattachments: [[a.png]]\n---\n", ["a.png"]),
            ("---\nattachments:\n- [[a.png]]\n---\n", ["a.png"]),
            ("---\nattachments: 007\n---\n", ["007"]),
            ("---\nattachments:\n---\n", []),
            ("---\nattachments: []\n---\n", []),
            ("no front matter", []),
            ("---\nattachments: [a\n---\n", []),
        ])
    func reading(text: String, expected: [String]) {
        #expect(names(text) == expected)
    }

    @Test(
        "refuses what is no single path component",
        arguments: [
            "../a.png", "/etc/passwd", "..", ".", ".hidden", "a/b.png", "[[sub/a.png]]", "[[../../a.png]]",
        ])
    func refusing(name: String) {
        let list = AttachmentList(of: Array("---\nattachments: \"\(name)\"\n---\n".utf8))
        #expect(list.entries.map(\.text) == [name] && list.entries[0].name == nil && list.names.isEmpty)
    }

    @Test(
        "grows in the style that is there, and nothing else changes",
        arguments: [
            ("text\r\n", "---\r\nattachments:\r\n  - n.png\r\n---\r\ntext\r\n"),
            ("\u{FEFF}text", "\u{FEFF}---\nattachments:\n  - n.png\n---\ntext"),
            ("---\na: 1 # c\n---\n", "---\na: 1 # c\nattachments:\n  - n.png\n---\n"),
            ("---\nattachments: a.png\n---\n", "---\nattachments:\n  - a.png\n  - n.png\n---\n"),
            ("---\nattachments: [a.png] # c\n---\n", "---\nattachments: [a.png, n.png] # c\n---\n"),
            (
                "---\nattachments:\n- \"[[a.png]]\"\nb: 2\n---\n",
                "---\nattachments:\n- \"[[a.png]]\"\n- \"[[n.png]]\"\nb: 2\n---\n"
            ),
            ("---\nattachments:\n---\nx", "---\nattachments:\n  - n.png\n---\nx"),
            ("---\nattachments: [n.png]\n---\n", "---\nattachments: [n.png]\n---\n"),
        ])
    func growing(text: String, expected: String) throws {
        #expect(Array(try adding("n.png", to: text).utf8) == Array(expected.utf8))
    }

    @Test(
        "shrinks by one entry, and goes with the last",
        arguments: [
            (
                "---\nattachments:\n  - a # one\n  - b\n  - c\n---\nx", 0,
                "---\nattachments:\n  - b\n  - c\n---\nx"
            ),
            ("---\nattachments:\n  - a\n  - b\n---\nx", 1, "---\nattachments:\n  - a\n---\nx"),
            ("---\nattachments: [a, b, c] # c\n---\n", 0, "---\nattachments: [b, c] # c\n---\n"),
            ("---\nattachments: [a, b, c]\n---\n", 1, "---\nattachments: [a, c]\n---\n"),
            ("---\nattachments: [a, b, c]\n---\n", 2, "---\nattachments: [a, b]\n---\n"),
            (
                "---\r\nattachments:\r\n  - a\r\n  - b\r\n---\r\n", 0,
                "---\r\nattachments:\r\n  - b\r\n---\r\n"
            ),
            ("---\nattachments: a\nb: 1\n---\n", 0, "---\nb: 1\n---\n"),
            ("---\nattachments:\n  - a\n---\n", 0, "---\n---\n"),
        ])
    func shrinking(text: String, index: Int, expected: String) throws {
        #expect(Array(try removing(index, from: text).utf8) == Array(expected.utf8))
    }

    @Test("is left alone where the front matter is broken")
    func broken() {
        #expect(throws: PropertyError.self) { try adding("n.png", to: "---\nattachments: [a\n---\n") }
        #expect(throws: PropertyError.self) { try adding("n.png", to: "---\nattachments: {a: b}\n---\n") }
    }
}
