// SPDX-License-Identifier: MIT
// How a whole text that is handed back touches only the lines that differ.

import Testing

@testable import NoteSyntax

@Suite("A whole text that is handed back")
struct WholeTextTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var text: String
        var result: String
        var edits: Int
        var testDescription: String { "\(file.debugDescription) to \(text.debugDescription)" }

        init(_ file: String, _ text: String, _ result: String, edits: Int) {
            (self.file, self.text, self.result, self.edits) = (file, text, result, edits)
        }
    }

    static let cases: [Case] = [
        Case("a\r\nb\nc\rd", "a\nb\nc\nd", "a\r\nb\nc\rd", edits: 0),
        Case("a\r\nb\nc\rd", "a\r\nb\r\nc\r\nd", "a\r\nb\nc\rd", edits: 0),
        // Two distant changes; the lines between keep their endings.
        Case("a\r\nb\nc\rd\ne\r\n", "A\nb\nc\nd\nE\n", "A\r\nb\nc\rd\nE\r\n", edits: 2),
        Case("a1\r\nb1\nc1\r", "a2\nb2\nc2\n", "a2\r\nb2\nc2\r", edits: 3),
        Case("a\r\nb\nc\rd", "a\nc\nd", "a\r\nc\rd", edits: 1),
        Case("a\r\nb\r\nc\n", "b\nc\n", "b\r\nc\n", edits: 1),
        Case("a\r\nb\n", "a\nb\nc\n", "a\r\nb\nc\n", edits: 1),
        Case("a\r\nb", "a\nb\nc", "a\r\nb\r\nc", edits: 1),
        Case("a\r\nb\r\n", "a\nb", "a\r\nb", edits: 1),
        Case("a\r\n", "", "", edits: 1),
        Case("", "a\nb\n", "a\nb\n", edits: 1),
        Case("\u{FEFF}a\r\n", "", "\u{FEFF}", edits: 1),
        Case("\u{FEFF}", "a", "\u{FEFF}a", edits: 1),
        Case("x\ry\nz", "x\n\nz", "x\r\r\nz", edits: 1),
        // NFC and NFD differ, and so do characters that share bytes.
        Case("e\u{301}\r\n", "\u{E9}\n", "\u{E9}\r\n", edits: 1),
        Case("é\r\n漢\n", "ê\n漣\n", "ê\r\n漣\n", edits: 2),
        Case("👩‍👩‍👧\r\n", "👩‍👩‍👦\n", "👩‍👩‍👦\r\n", edits: 1),
    ]

    @Test("touches only what differs, and is undone as one", arguments: cases)
    func wholeText(change: Case) throws {
        let bytes = Array(change.file.utf8)
        var note = try NoteText(bytes: bytes)
        let edits = note.setText(change.text)
        #expect(note.bytes == Array(change.result.utf8))
        #expect(edits.count == change.edits)
        try note.apply(edits.inverse)
        #expect(note.bytes == bytes)
        try note.apply(edits)
        #expect(note.bytes == Array(change.result.utf8))
    }

    @Test("moves no byte between two changes of a long note of mixed endings")
    func distantChanges() throws {
        let endings = ["\n", "\r\n", "\r"]
        let lines = (0..<3000).map { "line \($0)" }
        let bytes = Array(lines.enumerated().map { $1 + endings[$0 * 7 % 3] }.joined().utf8)
        var note = try NoteText(bytes: bytes)
        var changed = lines
        changed[10] += " more"
        changed.insert("new", at: 2900)
        changed.remove(at: 1500)
        let edits = note.setText(changed.joined(separator: "\n") + "\n")
        #expect(edits.count == 3)
        #expect(edits.reduce(0) { $0 + $1.removed.count + $1.inserted.count } < 40)
        #expect(note.line(at: 1499).ending == (try NoteText(bytes: bytes)).line(at: 1499).ending)
        try note.apply(edits.inverse)
        #expect(note.bytes == bytes)
    }
}
