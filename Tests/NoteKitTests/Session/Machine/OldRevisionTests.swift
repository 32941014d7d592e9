// SPDX-License-Identifier: MIT
// Edits that were made on an older revision: put where they belong, or refused.

import Testing

@testable import NoteKit

@Suite("An edit on an older revision")
struct OldRevisionTests {
    /// On `0123456789` somebody else makes a change, and an edit made before it arrives.
    struct Row: Sendable, CustomTestStringConvertible {
        let change: Range<Int>
        let with: String
        let edit: Range<Int>
        /// What is shown after the edit to `X`; nil where it is refused.
        let shown: String?

        init(_ change: Range<Int>, _ with: String, _ edit: Range<Int>, _ shown: String?) {
            (self.change, self.with, self.edit, self.shown) = (change, with, edit, shown)
        }

        var testDescription: String { "\(change) '\(with)', then \(edit)" }
    }

    static let rows = [
        // In front of it: it moves along.
        Row(0..<2, "", 4..<6, "23X6789"),
        Row(0..<0, "ab", 4..<6, "ab0123X6789"),
        Row(0..<4, "abc", 4..<6, "abcX6789"),
        // Behind it: it stays.
        Row(6..<8, "", 4..<6, "0123X89"),
        Row(6..<6, "ab", 4..<6, "0123Xab6789"),
        Row(9..<10, "", 10..<10, "012345678X"),
        // At the very place of an insertion: what was there first stays in front.
        Row(4..<4, "ab", 4..<4, "0123abX456789"),
        Row(4..<6, "", 4..<4, "0123X6789"),
        Row(2..<4, "", 4..<4, "01X456789"),
        Row(2..<4, "ab", 4..<4, "01abX456789"),
        // In it, around it, over an end of it: never mixed.
        Row(5..<5, "ab", 4..<6, nil),
        Row(4..<6, "45", 4..<6, "0123X6789"),
        Row(4..<6, "ab", 4..<6, nil),
        Row(3..<7, "", 4..<6, nil),
        Row(3..<5, "", 4..<6, nil),
        Row(5..<7, "", 4..<6, nil),
        Row(3..<7, "", 5..<5, nil),
    ]

    @Test("is put where its text is now, or refused", arguments: rows)
    func placed(row: Row) throws {
        var play = try Play("0123456789")
        try play.tell(.edit(row.change, Array(row.with.utf8), on: 0, by: SessionClient(number: 2)))
        let before = play.machine.text
        do {
            try play.tell(.edit(row.edit, [0x58], on: 0, by: Play.me))
            #expect(play.shown == row.shown)
        } catch let error as SessionError {
            #expect(row.shown == nil && error.code == .staleRevision)
            #expect(play.machine.text == before)
        }
    }

    @Test("is placed past an outside change too")
    func outside() throws {
        var play = try Play("one\ntwo\n")
        try play.look(.found("zero\none\ntwo\n"))
        try play.type("!", at: 7, on: 0)
        #expect(play.shown == "zero\none\ntwo!\n")
    }

    @Test("is placed past all the changes since, one after the other")
    func chain() throws {
        var play = try Play("0123456789")
        for _ in 0..<100 { try play.type("ab", at: 0) }
        try play.type("X", at: 5, on: 0)
        #expect(play.shown.hasSuffix("ab01234X56789"))
    }

    @Test("is refused when it is too long ago to tell")
    func tooOld() throws {
        var play = try Play("0123456789")
        for _ in 0..<9000 { try play.type("a", at: 0) }
        #expect(throws: SessionError.self) { try play.type("X", at: 5, on: 0) }
        try play.type("X", at: 5, on: play.machine.revision - 4000)
        #expect(play.machine.text.count == 9011)
    }

    /// A note in which a client typed `abc` behind the `4` of `0123456789`, and which is at rest.
    private func atRest() throws -> Play {
        var play = try Play("0123456789")
        for (offset, letter) in ["a", "b", "c"].enumerated() { try play.type(letter, at: 5 + offset) }
        try play.wake()
        try play.tell(Play.saved)
        #expect(try play.wake() == "journal discarded")
        return play
    }

    @Test("is placed past what was typed in one go, when that is one change by now")
    func joined() throws {
        for (revision, offset, shown) in [
            (0, 5, "01234abcX56789"), (0, 2, "01X234abc56789"), (0, 7, "01234abc56X789"),
            (3, 5, "01234Xabc56789"),
        ] {
            var play = try atRest()
            try play.tell(.edit(offset..<offset, [0x58], on: revision, by: SessionClient(number: 2)))
            #expect(play.shown == shown, "\(offset) on \(revision)")
        }
        // Where something was deleted first.
        var deleted = try Play("0123456789")
        try deleted.tell(.edit(5..<7, [], on: 0, by: Play.me))
        try deleted.type("a", at: 5)
        try deleted.wake()
        try deleted.tell(Play.saved)
        #expect(try deleted.wake() == "journal discarded")
        try deleted.tell(.edit(5..<5, [0x58], on: 0, by: SessionClient(number: 2)))
        #expect(deleted.shown == "01234aX789")
        // Around it, and with a change since.
        var play = try atRest()
        let around = SessionEvent.edit(4..<6, [0x58], on: 0, by: SessionClient(number: 2))
        #expect(throws: SessionError.self) { try play.tell(around) }
        try play.type("z", at: 0)
        try play.tell(.edit(5..<5, [0x58], on: 0, by: SessionClient(number: 2)))
        #expect(play.shown == "z01234abcX56789")
    }

    @Test("is refused on a revision in the middle of what was typed in one go", arguments: [1, 2])
    func inTheMiddle(revision: Int) throws {
        var play = try atRest()
        let error = #expect(throws: SessionError.self) {
            try play.tell(.edit(0..<0, [0x58], on: revision, by: SessionClient(number: 2)))
        }
        #expect(error?.code == .staleRevision && play.shown == "01234abc56789")
    }

    @Test("is placed for a client that made its last one in the middle of what was typed in one go")
    func viewInTheMiddle() throws {
        let (one, other) = (SessionClient(number: 2), SessionClient(number: 3))
        var play = try Play("0123456789")
        try play.tell(.edit(5..<5, [0x61], on: 0, by: one))
        for (revision, letter) in [UInt8](0x62...0x64).enumerated() {
            let offset = 6 + revision
            try play.tell(.edit(offset..<offset, [letter], on: revision + 1, by: other))
        }
        try play.wake()
        try play.tell(Play.saved)
        #expect(try play.wake() == "journal discarded")
        // It knows of its own edit on revision 0, and of no more.
        try play.tell(.editsOnTop([TextReplacement(6..<6, with: [0x58])], on: 0, by: one))
        #expect(play.shown == "01234abcdX56789")
    }

    @Test("is refused when it names a revision that never was", arguments: [1, 7, -1, Int.max, Int.min])
    func unknownRevision(revision: Int) throws {
        var play = try Play("0123456789")
        let error = #expect(throws: SessionError.self) { try play.type("X", at: 5, on: revision) }
        #expect(error?.code == .staleRevision)
    }

    @Test(
        "is refused when its range was not in the text of its revision",
        arguments: [-1..<2, 9..<11, Int.max - 1..<Int.max, Int.min..<Int.max, 11..<11])
    func outOfBounds(range: Range<Int>) throws {
        var play = try Play("0123456789")
        try play.type("abc", at: 0)
        for revision in [0, 1, nil] as [Int?] where revision == 0 || range.upperBound != 11 {
            let error = #expect(throws: SessionError.self) {
                try play.tell(.edit(range, [0x58], on: revision, by: Play.me))
            }
            #expect(error?.code == .badEdit)
        }
    }

    @Test("of the whole text is refused, whatever it changes")
    func wholeText() throws {
        var play = try Play("a")
        try play.type("b")
        let error = #expect(throws: SessionError.self) {
            try play.tell(.setText([0x61], on: 0, by: Play.me))
        }
        #expect(error?.code == .staleRevision)
        try play.tell(.setText([0x63], on: 1, by: Play.me))
        #expect(play.shown == "c")
    }

    @Test("tells everybody but its client what stands where")
    func told() throws {
        var play = try Play("a\r\nb\rc\n")
        let effects = try play.tell(.edit(1..<3, Array("\n\nz".utf8), on: 0, by: Play.me))
        #expect(
            SessionWords.effects(effects)
                == "journal 1 on 'a\\r\\nb\\rc\\n', tell 1..<3 '\\n\\nz', tell status")
        guard case .tell(.change(let change, by: let client)) = effects[1] else { throw CancellationError() }
        #expect(client == Play.me && change.revision == 1 && !change.isOutside)
    }

    @Test("that inserts bytes which only the file needs tells what is shown")
    func shownBytes() throws {
        // A return before a line feed of the next line needs a second one; a first U+FEFF needs a mark.
        var play = try Play("a\rx\nb")
        #expect(try play.words(.edit(2..<3, [], on: nil, by: Play.me)).contains("tell 2..<3 ''"))
        #expect(play.machine.text.bytes == Array("a\r\r\nb".utf8) && play.shown == "a\n\nb")
        play = try Play("b")
        #expect(
            try play.words(.edit(0..<0, [0xEF, 0xBB, 0xBF], on: nil, by: Play.me))
                .contains("tell 0..<0 '\\xef\\xbb\\xbf'"))
        #expect(play.machine.text.bytes == [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x62])
    }
}
