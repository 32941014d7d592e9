// SPDX-License-Identifier: MIT
// That no note, however strange, breaks the file or takes for ever.

import Foundation
import NoteTypesetting
import Testing

@Suite("A hostile note becomes a sound file")
struct PDFHostileTests {
    @Test("of quotes and lists without end", arguments: ["> ", "- ", ">- "])
    func nesting(sign: String) throws {
        let note = try TypesetNote(String(repeating: sign, count: 10_000) + "deep")
        #expect(try note.faults() == "")
        let words = try note.words()
        #expect(words.contains { $0.text == "deep" }, "what lies outside the page is not found")
        for word in words { #expect(word.box.minX >= 71 && word.box.maxX <= 541) }
    }

    @Test("of a table of 10,000 rows")
    func rows() throws {
        let note = try TypesetNote(
            "| a | b |\n|---|---|\n" + (0..<10_000).map { "| r\($0) | x |\n" }.joined())
        #expect(note.report.pages > 300)
        #expect(try note.faults() == "")
    }

    @Test("of a table of 500 columns, which stay inside")
    func columns() throws {
        let row = "|" + String(repeating: "wide|", count: 500)
        let note = try TypesetNote("\(row)\n|\(String(repeating: "-|", count: 500))\n\(row)\n")
        #expect(try note.letters() == String(repeating: "wide", count: 1000))
        for word in try note.words() { #expect(word.box.minX >= 71 && word.box.maxX <= 541) }
    }

    @Test("of a row that no page can hold")
    func tallRow() throws {
        let words = (1...4000).map { "w\($0)" }
        let note = try TypesetNote("| a | b |\n|---|---|\n| \(words.joined(separator: " ")) | x |\n")
        #expect(try note.words().filter { $0.text.hasPrefix("w") }.map(\.text) == words)
        for word in try note.words() { #expect(word.box.maxY <= 720.5) }
    }

    @Test("of a word of 100,000 letters", arguments: ["x", "字", "ا"])
    func longWord(letter: String) throws {
        let note = try TypesetNote(String(repeating: letter, count: 100_000))
        #expect(try note.letters().unicodeScalars.count == 100_000)
        for word in try note.words() { #expect(word.box.minX >= 70 && word.box.maxX <= 541) }
    }

    @Test("of code points that are no characters, controls and marks without end")
    func strangeText() throws {
        let none = [0xFFFE, 0xFDD0, 0x1FFFF, 0xFFFF].compactMap { Unicode.Scalar(UInt32($0)) }
            .map { String(Character($0)) }
        let strange = "# a\(none[0])\(none[1])\(none[2])b\n\n\u{0}\u{7}\u{2028}\u{202E}c\u{200B}\n\n"
        let note = try TypesetNote(
            strange + "a" + String(repeating: "\u{301}", count: 20_000), title: "t\(none[3])\u{0}u")
        #expect(try note.faults() == "")
        #expect(try note.information().contains("Title:           t\u{FFFD} u"))
    }

    @Test(
        "of bytes that are no text, which are shown as such",
        arguments: [[0xC3], [0xE6, 0xBC], [0xFF], [0xF0, 0x9F]])
    func noText(bytes: [UInt8]) throws {
        let body = Array("# a".utf8) + bytes + Array("\n\nא b `c".utf8) + bytes + Array("` d".utf8) + bytes
        let (file, _) = try NotePDFRenderer().render(NotePDFRenderer.Content(title: "", body: body))
        #expect(file == (try TypesetNote(String(decoding: body, as: UTF8.self)).bytes))
    }

    @Test("of one heading over and over, and a link that names it as often")
    func headingPath() throws {
        let note = try TypesetNote(
            String(repeating: "# a\n", count: 2000) + "\n[[#" + String(repeating: "a#", count: 1999) + "a]]\n"
        )
        #expect(note.report.warnings.isEmpty)
        #expect(try note.faults() == "")
    }

    @Test("of headings only, more than pages can keep together")
    func headings() throws {
        let note = try TypesetNote(String(repeating: "# heading\n", count: 500))
        #expect(try note.words().count == 500)
        #expect(try note.faults() == "")
    }
}
