// SPDX-License-Identifier: MIT
// What a note keeps of its file: the mark, the endings, every odd byte.

import Testing

@testable import NoteSyntax

@Suite("A note that is read from a file")
struct NoteTextFileTests {
    static let files: [String] = [
        "", "\n", "\r", "\r\n", "a", "a\n", "a\r\nb\rc\nd", "\n\r", "\r\r\n", "\r\n\n", "\n\r\n\r",
        "\u{FEFF}",
        "\u{FEFF}\u{FEFF}a", "\u{FEFF}\r\n", "a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{C}f\n",
        "\0\u{1}\u{1F}\u{7F}\0",
        "e\u{301} \u{E9}\n", "👩‍👩‍👧\r\n👩🏽‍🚀\r", "a\u{FEFF}b\n",
    ]

    @Test("gives back every byte and would write nothing", arguments: files)
    func unchanged(file: String) throws {
        let bytes = Array(file.utf8)
        var note = try NoteText(bytes: bytes)
        #expect(note.bytes == bytes)
        #expect(note.setText(note.text).isEmpty)
        #expect(try note.setText(utf8: note.utf8).isEmpty)
        #expect(note.writePlan(base: bytes) == .nothing)
        #expect(try note.writePlan(base: NoteText(bytes: bytes)) == .nothing)
        var chunks: [UInt8] = []
        note.forEachFileChunk { chunks += $0 }
        #expect(chunks == bytes)
        #expect(note.fileByteCount == bytes.count)
    }

    @Test("shows its text without the mark and with newlines only", arguments: files)
    func shown(file: String) throws {
        let note = try NoteText(bytes: Array(file.utf8))
        let shown = ReferenceNote(file: Array(file.utf8)).shown
        #expect(note.utf8 == shown)
        #expect(Array(note.text.utf8) == shown)
        #expect(note.count == shown.count)
        #expect(note.hasByteOrderMark == Array(file.utf8).starts(with: [0xEF, 0xBB, 0xBF]))
    }

    @Test("ends lines with LF, CRLF and CR only")
    func lines() throws {
        let note = try NoteText(bytes: Array("a\nbc\r\n\rd\u{2028}\u{85}\u{B}\u{C}e\r\r\n".utf8))
        #expect(note.lines.map(\.ending) == [.lf, .crlf, .cr, .cr, .crlf, .none])
        #expect(
            note.lines.map { note.text(in: $0.range) } == [
                "a", "bc", "", "d\u{2028}\u{85}\u{B}\u{C}e", "", "",
            ])
        #expect(note.lines == (0..<note.lineCount).map { note.line(at: $0) })
        #expect(LineEnding.allCases.map { note.lineCount(ending: $0) } == [1, 2, 2, 1])
    }

    @Test("A1: keeps its byte order mark, neither lost nor doubled by ten saves")
    func byteOrderMark() throws {
        var file: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("# T\nbody\n".utf8)
        for save in 1...11 {
            var note = try NoteText(bytes: file)
            #expect(note.text(in: note.line(at: 0).range) == "# T")
            #expect(note.position(at: 0) == TextPosition(line: 0, column: 0))
            #expect(note.fileOffset(at: 0) == 3)
            let end = note.line(at: 1).range.upperBound
            note.replace(end..<end, with: "x")
            file = note.bytes
            let wanted = "# T\nbody" + String(repeating: "x", count: save) + "\n"
            #expect(file == [0xEF, 0xBB, 0xBF] + Array(wanted.utf8))
        }
    }

    @Test("is equal to another only when the bytes are")
    func equality() throws {
        let texts = [
            "\u{E9}", "e\u{301}", "a\n", "a\r\n", "a\r", "a", "\u{FEFF}a", "A\u{30A}", "\u{C5}", "\u{212B}",
        ]
        let notes = try texts.map { try NoteText(bytes: Array($0.utf8)) }
        for (i, left) in notes.enumerated() {
            for (j, right) in notes.enumerated() {
                #expect((left == right) == (i == j))
                #expect(left.writePlan(base: right) == (i == j ? .nothing : .write(left.bytes)))
            }
        }
        #expect(Set(notes).count == texts.count)
    }

    @Test("is equal however its bytes are spread over leaves")
    func equalityAcrossShapes() throws {
        let bytes = Array(String(repeating: "aé漢🌱\r\n\r\n", count: 50).utf8)
        let notes = try [16, 17, 23, 64, 4096].map {
            try NoteText(bytes: bytes, shape: RopeShape(leafCapacity: $0, fanout: 4))
        }
        #expect(Set(notes).count == 1)
        #expect(notes.allSatisfy { $0 == notes[0] && $0.brokenRule == nil })
        var other = notes[0]
        other.replace(204..<205, with: "b")
        #expect(notes.allSatisfy { $0 != other })
    }

    @Test("parts no pair and no character, wherever a leaf would end", arguments: 0..<48)
    func leafBoundaries(shift: Int) throws {
        let unit = "\r\n👩‍👩‍👧\r\r\ne\u{301}漢\n"
        let bytes = Array((String(repeating: "a", count: shift) + String(repeating: unit, count: 12)).utf8)
        let note = try NoteText(bytes: bytes, shape: RopeShape(leafCapacity: 16, fanout: 4))
        #expect(note.brokenRule == nil)
        #expect(note.bytes == bytes)
        #expect(note.utf8 == ReferenceNote(file: bytes).shown)
    }

    @Test("of many megabytes is edited, undone and read back whole")
    func bigNote() throws {
        let line = Array("- [ ] a task with a [[link]] and *words*\r\n".utf8)
        var bytes: [UInt8] = []
        for _ in 0..<20_000 { bytes += line }
        var note = try NoteText(bytes: bytes)
        #expect(note.brokenRule == nil)
        let start = note.line(at: 10_000).range.lowerBound
        let edits = (0..<50).map { note.replace(start + $0..<start + $0, with: $0 % 7 == 0 ? "\n" : "x") }
        #expect(note.brokenRule == nil)
        #expect(note.lineCount == 20_009)
        #expect(note.lineCount(ending: .crlf) == 20_008)
        try note.apply(edits.inverse)
        #expect(note.holds(bytes))
    }
}
