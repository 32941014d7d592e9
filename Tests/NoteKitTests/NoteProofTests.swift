// SPDX-License-Identifier: MIT
// What the proof of one note accepts, and which flaw it finds where.

import NoteSyntax
import Testing

@testable import NoteKit

@Suite("The proof of a note")
struct NoteProofTests {
    private static let notes = [
        "", "x", "\n", "\r", "\r\n", "a\nb\r\nc\rd", "\u{FEFF}a\r\nb", "\u{FEFF}", "\n\r\n\r\r\n\n",
        "one \ntwo\r\nthree",
        "é\u{2028}\u{0085}\n漢字\r", "a\u{0}b\n", String(repeating: "long line ", count: 5000) + "\r\n\n\r",
        String(repeating: "a\nb\r\nc\r", count: 300),
    ]

    private func fault<F: Flaw>(_ flaw: F.Type, _ note: String) throws -> NoteProof<FlawedText<F>>.Fault? {
        var proof = NoteProof<FlawedText<F>>()
        return try proof.fault(in: Array(note.utf8))
    }

    @Test("holds for every note as it is", arguments: notes)
    func holds(note: String) throws {
        var proof = NoteProof<NoteText>()
        #expect(try proof.fault(in: Array(note.utf8)) == nil)
        #expect(try fault(Flawless.self, note) == nil)
    }

    @Test("tells where an ending would be normalized")
    func normalized() throws {
        let fault = try fault(NormalizesEndings.self, "a\nb\r\nc\n")
        #expect(fault?.reason == "handed back unchanged, its text would be written")
        #expect(fault?.offset == 3)
    }

    @Test("tells that a byte order mark would be lost")
    func mark() throws {
        #expect(try fault(DropsMark.self, "\u{FEFF}a\n")?.offset == 0)
        #expect(try fault(DropsMark.self, "a\n") == nil)
    }

    @Test("tells that a last newline would be added")
    func lastNewline() throws {
        #expect(try fault(AddsLastNewline.self, "a\nb")?.offset == 3)
        #expect(try fault(AddsLastNewline.self, "a\nb\n") == nil)
    }

    @Test("tells that an edit would change another line")
    func elsewhere() throws {
        // Of the first line itself nothing is trimmed, since the edit puts a letter behind the blank.
        let fault = try fault(TrimsElsewhere.self, "a \nb\nc\n")
        #expect(fault?.reason == "editing a line would change more than that line")
        #expect(fault?.offset == 1)
    }

    @Test("tells that undoing would not restore the bytes")
    func undo() throws {
        #expect(try fault(CannotUndo.self, "a\n")?.reason == "undoing an edit would not restore the bytes")
    }

    @Test("tells where a range of the tree or of a style is wrong")
    func ranges() throws {
        let tree = try fault(MisplacesNodes.self, "é *b*\n")
        #expect(tree?.reason == "parsed and styled, a emphasis starts or ends inside a character")
        #expect(tree?.offset == 1)
        let styles = try fault(MisplacesStyles.self, "a\n\n*b*\n")
        #expect(styles?.reason == "parsed and styled, a style emph reaches out of the note")
        #expect(styles?.offset == 3)
    }

    @Test("tells that styling changed a byte")
    func styledBytes() throws {
        let fault = try fault(ScribblesWhileParsing.self, "ab\n")
        #expect(fault?.reason == "styling would change its bytes")
        #expect(fault?.offset == 1)
    }

    @Test("refuses bytes that are not UTF-8, with the place")
    func unreadable() {
        var proof = NoteProof<NoteText>()
        let error = #expect(throws: UnreadableText.self) { try proof.fault(in: [0x61, 0xFF]) }
        #expect(error?.offset == 1)
    }

    @Test(
        "edits the first line, the middle one, the last, and each that ends oddly",
        arguments: [
            ("", [0]), ("a", [1]), ("a\nb\nc\nd\ne", [1, 5, 9]), ("a\nb\n", [1, 3, 4]),
            ("a\r\nb\r\nc\r\n", [1, 4, 9]), ("a\nb\nc\rd\ne\nf\r\ng\nh\n", [1, 5, 9, 11, 17]),
            ("\u{FEFF}a\nb", [4, 6]),
        ])
    func lines(note: String, offsets: [Int]) {
        var lines = RawLines()
        var chosen: [RawLines.End] = []
        Array(note.utf8).withUnsafeBufferPointer { lines.findWorthEditing(in: $0, into: &chosen) }
        #expect(chosen.map(\.offset) == offsets)
    }
}
