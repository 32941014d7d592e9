// SPDX-License-Identifier: MIT
// Failures of other programs at fields of front matter; see the field cases.

import NoteMarkdown
import Testing

@Suite("A property of front matter that others have spoilt")
struct PropertyFieldCaseTests {
    @Test("E1: a long value stays in its line when another is set, and is written in one")
    func longValues() throws {
        let long = String(repeating: "word ", count: 30) + "end"
        var note = EditedNote("---\ntitle: \(long)\nn: 1\n---\nbody\n")
        try note.set("n", "2")
        #expect(note.text == "---\ntitle: \(long)\nn: 2\n---\nbody\n")
        try note.set("n", long + " more")
        #expect(note.text == "---\ntitle: \(long)\nn: \(long) more\n---\nbody\n")
        try note.set("title", long + ": " + long)
        #expect(note.text == "---\ntitle: \"\(long): \(long)\"\nn: \(long) more\n---\nbody\n")
    }

    @Test("E3: dates stay as they are written, and read as they are written")
    func dates() throws {
        var note = EditedNote("---\ndate: 2025-11-04\nwhen: 2025-11-04T09:30\nstatus: a\n---\n")
        try note.set("status", "b")
        #expect(note.text == "---\ndate: 2025-11-04\nwhen: 2025-11-04T09:30\nstatus: b\n---\n")
        #expect(
            note.properties.rows
                == ["date|date|2025-11-04", "when|datetime|2025-11-04T09:30", "status|text|b"])
    }

    @Test("E5: a colon in quotes belongs to the value, and one that is typed is put in quotes")
    func colons() throws {
        let head = "---\nkey: \"x:y\"\nurl: https://ex.org:8080/x#y\nq: 'it''s: fine'\nn: "
        var note = EditedNote(head + "1\n---\n")
        try note.set("n", "2")
        #expect(note.text == head + "2\n---\n")
        #expect(
            note.properties.rows == [
                "key|text|x:y", "url|text|https://ex.org:8080/x#y", "q|text|it's: fine", "n|number|2",
            ])
        try note.set("key", "c: d # e")
        #expect(note.text == head.replacing("\"x:y\"", with: "\"c: d # e\"") + "2\n---\n")
        #expect(note.properties["key"]?.text == "c: d # e")
    }

    @Test("E7: every line keeps its CRLF, behind a byte order mark too", arguments: ["", "\u{FEFF}"])
    func lineEndings(mark: String) throws {
        var note = EditedNote(mark + "---\r\nuid: t\r\ntags: []\r\n---\r\n\r\nbody\r\n")
        let check = { (note: EditedNote, expected: String) in
            #expect(note.bytes == Array((mark + expected).utf8), "\(note.text)")
            for property in note.properties.properties { #expect(!property.text.utf8.contains(0x0D)) }
        }
        try note.set("k", "w")
        check(note, "---\r\nuid: t\r\ntags: []\r\nk: w\r\n---\r\n\r\nbody\r\n")
        try note.append("x", to: "tags")
        check(note, "---\r\nuid: t\r\ntags: [x]\r\nk: w\r\n---\r\n\r\nbody\r\n")
        try note.remove("uid")
        check(note, "---\r\ntags: [x]\r\nk: w\r\n---\r\n\r\nbody\r\n")
        #expect(note.properties.rows == ["tags|list|x", "k|text|w"])
    }
}
