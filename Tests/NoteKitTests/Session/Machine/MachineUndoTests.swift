// SPDX-License-Identifier: MIT
// What undo takes back, and what it leaves to those who wrote it.

import Testing

@testable import NoteKit

@Suite("Undo in a session")
struct MachineUndoTests {
    private func undo(_ play: inout Play) throws { try play.tell(.undo(by: Play.me)) }
    private func redo(_ play: inout Play) throws { try play.tell(.redo(by: Play.me)) }

    private func refusal(_ play: inout Play, _ event: SessionEvent) throws -> SessionError.Code? {
        do {
            try play.tell(event)
            return nil
        } catch let error as SessionError {
            return error.code
        }
    }

    @Test("takes back what was typed in one go, and redo brings it again")
    func typing() throws {
        var play = try Play("a\n")
        for (offset, letter) in ["b", "c", "d"].enumerated() { try play.type(letter, at: 1 + offset) }
        play.now += .seconds(2)
        try play.type("e", at: 4)
        try undo(&play)
        #expect(play.shown == "abcd\n")
        try undo(&play)
        #expect(play.shown == "a\n")
        #expect(try refusal(&play, .undo(by: Play.me)) == .nothingToUndo)
        try redo(&play)
        try redo(&play)
        #expect(play.shown == "abcde\n")
        #expect(try refusal(&play, .redo(by: Play.me)) == .nothingToUndo)
    }

    @Test(
        "takes back a long text that was typed in one go, byte for byte",
        arguments: ["a\r\nb", "\u{FEFF}a\rb", ""])
    func longTyping(text: String) throws {
        var play = try Play(text)
        try play.type("\n")
        try play.tell(.save)
        try play.tell(Play.saved)
        let before = play.machine.text.bytes
        play.now += .seconds(2)
        for number in 0..<10_000 { try play.type(number.isMultiple(of: 3) ? "é" : "x") }
        let after = play.machine.text.bytes
        #expect(after.count == before.count + 13_334)
        try undo(&play)
        #expect(play.machine.text.bytes == before)
        try redo(&play)
        #expect(play.machine.text.bytes == after)
    }

    @Test("forgets the oldest steps when they hold too much, and never the last one")
    func bounded() throws {
        let large = String(repeating: "y", count: 3 << 20)
        var play = try Play("a")
        for _ in 0..<3 {
            play.now += .seconds(2)
            try play.tell(
                .edit(
                    0..<play.machine.text.count, Array((large + play.shown.prefix(1)).utf8), on: nil,
                    by: Play.me))
        }
        try undo(&play)
        #expect(try refusal(&play, .undo(by: Play.me)) == .nothingToUndo)
        #expect(play.machine.text.count == large.utf8.count + 1)
    }

    @Test("tells every client, also the one that asked")
    func toldToAll() throws {
        var play = try Play("a")
        try play.type("b")
        let effects = try play.tell(.undo(by: Play.me))
        let isToAll = effects.contains { if case .tell(.change(_, by: nil)) = $0 { true } else { false } }
        #expect(isToAll)
    }

    @Test("is an edit like any other: journalled, saved, and the file is as before")
    func isAnEdit() throws {
        var play = try Play("a")
        try play.type("b")
        try play.tell(.save)
        try play.tell(Play.saved)
        #expect(try play.words(.undo(by: Play.me)) == "journal 1 on 'ab', tell 1..<2 '', tell status")
        #expect(try play.wake() == "write 'a' over 'ab'")
    }

    /// The note is `one\ntwo\nthree\n`; a client changes it, it is saved, another program changes it.
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let edit: Range<Int>
        let with: String
        let outside: String
        /// What is shown after undo; nil where there is nothing to undo any more.
        let shown: String?
        var testDescription: String { what }
    }

    static let rows = [
        Row(
            what: "a change in another line", edit: 4..<7, with: "2", outside: "ONE\n2\nthree\n",
            shown: "ONE\ntwo\nthree\n"),
        Row(
            what: "a line more in front", edit: 4..<7, with: "2", outside: "zero\none\n2\nthree\n",
            shown: "zero\none\ntwo\nthree\n"),
        Row(
            what: "a line more at the end", edit: 4..<7, with: "2", outside: "one\n2\nthree\nfour\n",
            shown: "one\ntwo\nthree\nfour\n"),
        Row(
            what: "a change of what was typed", edit: 4..<7, with: "2", outside: "one\n22\nthree\n",
            shown: nil),
        Row(what: "what was typed is gone", edit: 4..<7, with: "2", outside: "one\nthree\n", shown: nil),
        Row(
            what: "what was deleted is back", edit: 3..<7, with: "", outside: "one\ntwo\nthree\n", shown: nil),
        Row(
            what: "something else stands where it was", edit: 3..<7, with: "", outside: "one\n2\nthree\n",
            shown: nil),
        Row(what: "all is another", edit: 4..<7, with: "2", outside: "x", shown: nil),
        Row(what: "other line endings", edit: 4..<7, with: "2", outside: "one\r\n2\r\nthree\r\n", shown: nil),
        Row(what: "a mark", edit: 4..<7, with: "2", outside: "\u{FEFF}one\n2\nthree\n", shown: nil),
    ]

    @Test("never brings back what another program replaced", arguments: rows)
    func acrossOutside(row: Row) throws {
        var play = try Play("one\ntwo\nthree\n")
        try play.tell(.edit(row.edit, Array(row.with.utf8), on: nil, by: Play.me))
        try play.tell(.save)
        try play.tell(Play.saved)
        try play.look(.found(row.outside))
        let before = play.machine.text
        if let shown = row.shown {
            try undo(&play)
            #expect(play.shown == shown)
            try redo(&play)
            #expect(play.machine.text == before)
        } else {
            #expect(try refusal(&play, .undo(by: Play.me)) == .nothingToUndo)
            #expect(play.machine.text == before)
        }
    }

    @Test("does not go past a step that another program touched")
    func notPastTouched() throws {
        var play = try Play("one\ntwo\nthree\n")
        try play.type("1", at: 3)
        play.now += .seconds(2)
        try play.type("2", at: 8)
        play.now += .seconds(2)
        try play.type("3", at: 15)
        #expect(play.shown == "one1\ntwo2\nthree3\n")
        try play.tell(.save)
        try play.tell(Play.saved)
        try play.look(.found("one1\nTWO\nthree3\n"))
        try undo(&play)
        #expect(play.shown == "one1\nTWO\nthree\n")
        #expect(try refusal(&play, .undo(by: Play.me)) == .nothingToUndo)
    }

    @Test("keeps its steps when another program wrote the same bytes (B1)")
    func sameBytes() throws {
        var play = try Play("a")
        try play.type("b")
        try play.tell(.save)
        try play.tell(Play.saved)
        try play.look(.found("ab"))
        try undo(&play)
        #expect(play.shown == "a")
    }

    @Test("keeps its steps where mine was chosen, and has none where something else was")
    func afterChoice() throws {
        for (choice, canUndo) in [
            (ConflictChoice.mine, true), (.both, true), (.theirs, false), (.merged("m"), false),
        ] {
            var play = try Play("a")
            try play.type("x")
            try play.look(.found("b"))
            try play.tell(.resolve(choice))
            try play.tell(.putAside)
            #expect(try (refusal(&play, .undo(by: Play.me)) == nil) == canUndo)
        }
    }

    @Test("remembers a thousand steps and no more")
    func limit() throws {
        var play = try Play("")
        for _ in 0..<1010 { try play.type("\n") }
        for _ in 0..<1000 { try undo(&play) }
        #expect(play.machine.text.count == 10)
        #expect(try refusal(&play, .undo(by: Play.me)) == .nothingToUndo)
    }
}
