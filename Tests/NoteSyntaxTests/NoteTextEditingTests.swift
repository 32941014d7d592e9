// SPDX-License-Identifier: MIT
// Which bytes an edit writes: endings, the byte between two endings, the mark before a U+FEFF.

import Testing

@testable import NoteSyntax

@Suite("An edit of a note")
struct NoteTextEditingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var range: Range<Int>
        var text: String
        var result: String
        var testDescription: String { "\(range) of \(file.debugDescription) by \(text.debugDescription)" }

        init(_ file: String, _ range: Range<Int>, _ text: String, _ result: String) {
            (self.file, self.range, self.text, self.result) = (file, range, text, result)
        }
    }

    /// Every edit also shows what was asked for, reads back the same, and is undone to the byte.
    private func check(_ edit: Case) throws {
        let bytes = Array(edit.file.utf8)
        var note = try NoteText(bytes: bytes)
        var shown = note.utf8
        shown.replaceSubrange(
            edit.range, with: ReferenceNote.characters(of: Array(edit.text.utf8)).flatMap(\.shown))
        let value = note.replace(edit.range, with: edit.text)
        #expect(note.bytes == Array(edit.result.utf8))
        #expect(note.utf8 == shown)
        #expect(try NoteText(bytes: note.bytes).utf8 == shown)
        #expect(value.insertedCount == shown.count - (try NoteText(bytes: bytes).count) + edit.range.count)
        try note.apply(value.inverse)
        #expect(note.bytes == bytes)
        try note.apply(value)
        #expect(note.bytes == Array(edit.result.utf8))
    }

    static let endings: [Case] = [
        Case("", 0..<0, "\n", "\n"),
        Case("a", 1..<1, "\n", "a\n"),
        Case("a\r\nb", 0..<0, "\n", "\r\na\r\nb"),
        Case("a\r\nb", 1..<1, "\n", "a\r\n\r\nb"),
        Case("a\r\nb", 2..<2, "\n", "a\r\n\r\nb"),
        Case("a\r\nb", 3..<3, "\n", "a\r\nb\r\n"),
        Case("a\r\nb\n", 1..<1, "\nx", "a\r\nx\r\nb\n"),
        Case("a\r\nb\n", 2..<2, "x\n", "a\r\nx\nb\n"),
        Case("a\rb\nc", 5..<5, "\n", "a\rb\nc\n"),
        Case("a\r\nb\r\n", 4..<4, "x\ny", "a\r\nb\r\nx\r\ny"),
        Case("a\rb\r", 1..<1, "\n", "a\r\rb\r"),
        // What replaces endings takes theirs, first for first; the rest that of the line of the end.
        Case("a\r\nb\rc\nd", 0..<5, "1\n2\n3\n4", "1\r\n2\r3\n4\nd"),
        Case("a\r\nb\rc\nd", 1..<4, "\n", "a\r\nc\nd"),
        Case("a\r\nb\rc\nd", 1..<2, "\n\n", "a\r\n\rb\rc\nd"),
        Case("a\rb\r\nc", 1..<2, "\r\n", "a\rb\r\nc"),
        Case("a\nb", 1..<2, "\r", "a\nb"),
        Case("a\nb", 1..<1, "x\r\ny\rz\nw", "ax\ny\nz\nw\nb"),
        Case("a\r\n\r\nb", 0..<3, "", "b"),
    ]

    @Test("gives each new line the ending of its place", arguments: endings)
    func givesEndings(edit: Case) throws { try check(edit) }

    static let neighbours: [Case] = [
        // Deleting what stood between a CR and an LF of its own.
        Case("a\rx\nb", 2..<3, "", "a\r\r\nb"),
        Case("a\r\u{301}\nb", 2..<4, "", "a\r\r\nb"),
        Case("\rx\n", 1..<2, "", "\r\r\n"),
        Case("a\rx\r\nb", 2..<3, "", "a\r\r\nb"),
        Case("a\rx\n\nb", 2..<4, "", "a\r\r\nb"),
        // Typing an LF behind a CR, and a CR before an LF.
        Case("a\rb\n", 2..<2, "\n", "a\r\r\nb\n"),
        Case("a\rb\nc", 2..<3, "\n", "a\r\r\n\nc"),
        Case("\rx\ry\n", 1..<4, "\n", "\r\r\r\n"),
        Case("x\ry\n\nz", 1..<3, "\n", "x\r\r\n\nz"),
        // Endings that meet within the new text.
        Case("a\rb\nc", 1..<4, "\n\n", "a\r\r\nc"),
        Case("a\rb\nc\n", 0..<4, "\n\n\n", "\r\r\n\nc\n"),
        // Replacing the LF behind a CR by itself.
        Case("a\rb\n", 2..<4, "\n", "a\r\r\n"),
        // Nothing to keep apart.
        Case("a\r\nb\n", 1..<1, "x", "ax\r\nb\n"),
        Case("a\r\rb", 2..<2, "x", "a\rx\rb"),
        Case("a\r\r\nb", 2..<2, "x", "a\rx\r\nb"),
    ]

    @Test("keeps two endings apart that would read back as one", arguments: neighbours)
    func keepsApart(edit: Case) throws { try check(edit) }

    static let marks: [Case] = [
        Case("", 0..<0, "\u{FEFF}", "\u{FEFF}\u{FEFF}"),
        Case("a", 0..<0, "\u{FEFF}b", "\u{FEFF}\u{FEFF}ba"),
        Case("a\u{FEFF}b", 0..<1, "", "\u{FEFF}\u{FEFF}b"),
        Case("a\u{FEFF}b", 0..<4, "\u{FEFF}", "\u{FEFF}\u{FEFF}b"),
        Case("a\u{FEFF}b", 0..<4, "", "b"),
        Case("\u{FEFF}a", 0..<1, "", "\u{FEFF}"),
        Case("\u{FEFF}a", 0..<0, "\u{FEFF}", "\u{FEFF}\u{FEFF}a"),
        Case("\u{FEFF}\u{FEFF}a", 0..<3, "", "\u{FEFF}a"),
        Case("\u{FEFF}a", 0..<1, "b\n", "\u{FEFF}b\n"),
    ]

    @Test("neither loses nor doubles a mark, nor turns a character into one", arguments: marks)
    func keepsMarks(edit: Case) throws { try check(edit) }

    @Test("leaves an old copy of the note as it was")
    func copies() throws {
        let old = try NoteText(bytes: Array("a\r\nb".utf8))
        var new = old
        new.replace(0..<1, with: "x")
        #expect(old.text == "a\nb")
        #expect(new.text == "x\nb")
    }

    @Test("that a client sends is refused with the note unchanged when it does not fit")
    func checked() throws {
        let file = Array("\u{FEFF}é\r\n漢".utf8)
        var note = try NoteText(bytes: file)
        func code(_ work: (inout NoteText) throws -> Void) -> NoteTextError.Code? {
            do {
                try work(&note)
                return nil
            } catch {
                return (error as? NoteTextError)?.code
            }
        }
        let x = Array("x".utf8)
        #expect(code { _ = try $0.replace(checking: 1..<2, with: x) } == .insideCharacter)
        #expect(code { _ = try $0.replace(checking: 0..<5, with: x) } == .insideCharacter)
        #expect(code { _ = try $0.replace(checking: 0..<7, with: x) } == .outOfBounds)
        #expect(code { _ = try $0.replace(checking: -1..<0, with: x) } == .outOfBounds)
        #expect(code { _ = try $0.replace(checking: 0..<2, with: [0xFF]) } == .notUTF8)
        #expect(code { _ = try $0.setText(utf8: [0x61, 0xC3]) } == .notUTF8)
        #expect(code { _ = try $0.replace(inFile: 1..<3, with: x) } == .insideMark)
        #expect(code { _ = try $0.replace(inFile: 3..<4, with: x) } == .insideCharacter)
        #expect(code { _ = try $0.replace(inFile: 5..<6, with: x) } == .insideLineEnding)
        #expect(code { _ = try $0.replace(inFile: 5..<11, with: x) } == .outOfBounds)
        #expect(code { _ = try $0.replace(inFile: 5..<7, with: [0x80]) } == .notUTF8)
        #expect(note.bytes == file)
        try note.replace(inFile: 5..<7, with: x)
        #expect(note.bytes == Array("\u{FEFF}éx漢".utf8))
        try note.replace(inFile: 0..<9, with: x)
        #expect(note.bytes == Array("\u{FEFF}x".utf8))
    }

    @Test("is refused by a text that it was not made for")
    func misfit() throws {
        func note(_ text: String) throws -> NoteText { try NoteText(bytes: Array(text.utf8)) }
        func edit(_ text: String, _ range: Range<Int>, _ new: String) throws -> NoteEdit {
            var note = try note(text)
            return note.replace(range, with: new)
        }
        // The edit, and a text that holds other bytes or other neighbours there.
        let pairs = try [
            (edit("abc", 1..<2, "x"), "axc"), (edit("abc", 1..<2, "x"), "a"),
            (edit("axb", 1..<2, ""), "\rx\n"),
            (edit("a\rx\nb", 2..<3, ""), "aaxbb"), (edit("ab", 0..<1, ""), "a\u{FEFF}"),
            (edit("ab", 1..<1, "\n"), "\rb"), (edit("a\r\nb", 1..<1, "x"), "é\r\nb"),
            (edit("ab", 0..<1, ""), "\u{FEFF}ab"), (edit("\u{FEFF}ab", 0..<1, ""), "ab"),
            (edit("ab", 0..<0, "\u{FEFF}"), "\u{FEFF}ab"),
        ]
        for (edit, text) in pairs {
            var other = try note(text)
            let error = #expect(throws: NoteTextError.self, "\(text.debugDescription)") {
                try other.apply(edit)
            }
            #expect(error?.code == .doesNotFit)
            #expect(try other == note(text))
        }
    }

    @Test("is refused where an ending lost at one end is made up for at the other", arguments: 0..<40)
    func misfitThatCounts(length: Int) throws {
        // The new text starts with LF, and ends with CR, CR since an LF follows it. Behind a CR and
        // before a letter it would make one ending less at its start and one more at its end.
        let shape = RopeShape(leafCapacity: 16, fanout: 4)
        let front = String(repeating: "a", count: length)
        var note = try NoteText(bytes: Array("\(front)pq\ns\rt\nu".utf8), shape: shape)
        let edit = note.replace(length + 1..<length + 6, with: "\nQ\n")
        #expect(edit.inserted == [0x0A, 0x51, 0x0D, 0x0D])
        let other = try NoteText(bytes: Array("\(front)\rq\ns\rtu".utf8), shape: shape)
        var changed = other
        let error = #expect(throws: NoteTextError.self) { try changed.apply(edit) }
        #expect(error?.code == .doesNotFit)
        #expect(changed == other)
    }

    @Test("among several is applied with all of them or none")
    func allOrNone() throws {
        var note = try NoteText(bytes: Array("abc".utf8))
        var other = note
        let edits = [other.replace(0..<1, with: "x"), other.replace(1..<2, with: "y")]
        var third = try NoteText(bytes: Array("aBc".utf8))
        #expect(throws: NoteTextError.self) { try third.apply(edits) }
        #expect(third.text == "aBc")
        try note.apply(edits)
        #expect(note == other)
    }
}
