// SPDX-License-Identifier: MIT
// Several edits in one step: all of them or none, in the text before any of them.

import NoteKit
import Testing

@Suite("Several edits of a session in one step")
struct SeveralEditsTests {
    private func replacement(_ range: Range<Int>, _ text: String) -> TextReplacement {
        TextReplacement(range, with: Array(text.utf8))
    }

    @Test(
        "are made in the text before any of them, in whatever order they come",
        arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
    func anyOrder(order: [Int]) async throws {
        let bench = try SessionBench("abcdef\n")
        let session = bench.session()
        try await session.open()
        let edits = [replacement(0..<1, "AA"), replacement(2..<2, "-"), replacement(4..<6, "")]
        let snapshot = try await session.replace(order.map { edits[$0] }, revision: 0)
        #expect(snapshot.text.text == "AAb-cd\n")
        #expect(snapshot.revision == 1)
        try await session.undo()
        #expect(await session.text == "abcdef\n")
        try await session.close()
    }

    @Test("at one place stand in the order in which they came")
    func samePlace() async throws {
        let bench = try SessionBench("ab\n")
        let session = bench.session()
        try await session.open()
        let edits = [replacement(1..<1, "1"), replacement(1..<1, "2"), replacement(1..<2, "B")]
        #expect(try await session.replace(edits, revision: session.snapshot.revision).text.text == "a12B\n")
        try await session.close()
    }

    @Test("of which one is refused change nothing")
    func allOrNone() async throws {
        let bench = try SessionBench("a\u{E9}b\n")
        let session = bench.session()
        try await session.open()
        for bad in [replacement(2..<2, "x"), replacement(4..<9, "x"), replacement(0..<4, "x")] {
            await #expect(throws: SessionError.self) {
                try await session.replace([self.replacement(0..<1, "A"), bad], revision: 0)
            }
        }
        #expect(await session.snapshot.revision == 0)
        #expect(await session.text == "a\u{E9}b\n")
        try await session.close()
    }

    @Test("of an older revision are moved along together")
    func older() async throws {
        let bench = try SessionBench("one two\n")
        let session = bench.session()
        try await session.open()
        try await session.replace(0..<0, with: "zero ")
        let snapshot = try await session.replace(
            [replacement(0..<3, "1"), replacement(4..<7, "2")], revision: 0)
        #expect(snapshot.text.text == "zero 1 2\n")
        try await session.close()
    }

    @Test("are saved like one")
    func saved() async throws {
        let bench = try SessionBench("one two\n")
        let session = bench.session()
        try await session.open()
        _ = try await session.replace([replacement(0..<3, "1"), replacement(4..<7, "2")], revision: 0)
        try await session.save()
        #expect(bench.file == "1 2\n")
        try await session.close()
    }
}
