// SPDX-License-Identifier: MIT
// Edits of a client that does not wait for answers: each is made on top of the ones before, past what others do.

import Testing

@testable import NoteKit

@Suite("Edits that stand on unanswered ones")
struct EditsOnTopTests {
    private static let other = SessionClient(number: 2)

    private func onTop(_ range: Range<Int>, _ text: String, on revision: Int) -> SessionEvent {
        .editsOnTop([TextReplacement(range, with: Array(text.utf8))], on: revision, by: Play.me)
    }

    @Test("are placed in the text that their client sees")
    func typing() throws {
        var play = try Play("XY")
        try play.type("a", at: 0, on: 0)
        try play.tell(onTop(1..<1, "b", on: 0))
        #expect(play.shown == "abXY")
        try play.tell(.edit(0..<0, Array("other ".utf8), on: 2, by: Self.other))
        try play.tell(onTop(2..<2, "c", on: 0))
        try play.tell(.edit(11..<11, Array("!".utf8), on: 4, by: Self.other))
        try play.tell(onTop(5..<5, "d", on: 0))
        #expect(play.shown == "other abcXY!d")
    }

    @Test("know of what their client was told, and of nothing else")
    func told() throws {
        var play = try Play("0123456789")
        try play.tell(.edit(0..<0, Array("ab".utf8), on: 0, by: Self.other))
        try play.type("X", at: 5, on: 0)
        // The client is told of the first change, and puts its own edit behind it.
        try play.tell(.edit(2..<3, [], on: 2, by: Self.other))
        try play.tell(onTop(8..<9, "Y", on: 1))
        #expect(play.shown == "ab1234XY6789")
    }

    @Test("are refused where others changed that part, and where there is none to stand on")
    func refused() throws {
        var play = try Play("0123456789")
        for revision in [0, 1, -1, Int.max] {
            let error = #expect(throws: SessionError.self) { try play.tell(onTop(0..<0, "x", on: revision)) }
            #expect(error?.code == .staleRevision)
        }
        try play.type("X", at: 0, on: 0)
        try play.tell(.edit(5..<7, [], on: 1, by: Self.other))
        let error = #expect(throws: SessionError.self) { try play.tell(onTop(6..<6, "x", on: 0)) }
        #expect(error?.code == .staleRevision)
        try play.tell(.left(Play.me))
        #expect(throws: SessionError.self) { try play.tell(onTop(0..<0, "x", on: 2)) }
    }

    /// Everybody's characters are different ones, so that it can be told where each has gone.
    private struct Letters {
        private var count: UInt32 = 0

        mutating func next() -> String {
            count += 1
            return UnicodeScalar(0x4E00 + count).map { String(Character($0)) } ?? ""
        }
    }

    private func bytes(_ range: Range<Int>) -> Range<Int> { range.lowerBound * 3..<range.upperBound * 3 }

    @Test(
        "end up between the same neighbours, whatever others do in between",
        arguments: 1...300 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var letters = Letters()
        var play = try Play((0..<12).map { _ in letters.next() }.joined())
        for _ in 0..<6 {
            let known = play.machine.revision
            var view = Array(play.shown.unicodeScalars)
            for step in 0..<6 {
                for _ in 0..<random.below(3) {
                    let count = play.machine.text.count / 3
                    let start = random.below(count + 1)
                    let end = random.oneIn(2) ? start : min(count, start + 1 + random.below(2))
                    let new = random.oneIn(3) && start < end ? "" : letters.next()
                    try play.tell(.edit(bytes(start..<end), Array(new.utf8), on: nil, by: Self.other))
                }
                let start = random.below(view.count + 1)
                let end = random.oneIn(2) ? start : min(view.count, start + 1)
                let new = random.oneIn(3) ? "" : letters.next()
                let replacement = TextReplacement(bytes(start..<end), with: Array(new.utf8))
                let before = Array(play.shown.unicodeScalars)
                do throws(SessionError) {
                    _ = try play.machine.handle(
                        step == 0
                            ? .edits([replacement], on: known, by: Play.me)
                            : .editsOnTop([replacement], on: known, by: Play.me), at: play.now)
                } catch {
                    #expect(error.code == .staleRevision)
                    break
                }
                let after = Array(play.shown.unicodeScalars)
                let removed = Set(view[start..<end])
                view.replaceSubrange(start..<end, with: Array(new.unicodeScalars))
                #expect(Set(before).subtracting(after) == removed, "seed \(seed): others were removed")
                // What is left of the client's text stands in the client's order.
                #expect(after.filter(Set(view).contains) == view.filter(Set(after).contains), "seed \(seed)")
            }
        }
    }
}
