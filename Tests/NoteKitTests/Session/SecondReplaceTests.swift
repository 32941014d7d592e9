// SPDX-License-Identifier: MIT
// Field case B3: an open note that is replaced twice.

import NoteKit
import Testing

@Suite("A session whose file is replaced more than once")
struct SecondReplaceTests {
    @Test("shows each new text", arguments: [Noticing.told, .asked])
    func shows(noticing: Noticing) async throws {
        let bench = try SessionBench("a\nb\nc\n")
        let session = NoteSession(at: bench.note, options: noticing.options(bench.options))
        let log = UpdateLog(session)
        try await session.open()
        for text in ["a\nB\nc\n", "a\nB\nC\n", "a\nb\nC\n"] {
            try OutsideProgram.renameOver(bench.note, text)
            try await noticing.wait(for: session) { $0.text.text == text && $0.status == .ready }
        }
        try await session.close()
        await log.end()
        #expect(log.changes.map(\.range) == [2..<3, 4..<5, 2..<3])
        #expect(!log.hasConflict)
    }

    @Test("is in conflict when its save is the first to notice, and overwrites nothing")
    func savesLast() async throws {
        let bench = try SessionBench("a\nb\nc\n")
        let session = NoteSession(at: bench.note, options: Noticing.saving.options(bench.options))
        try await session.open()
        try OutsideProgram.renameOver(bench.note, "a\nB\nc\n")
        try OutsideProgram.renameOver(bench.note, "a\nB\nC\n")
        try await session.replace(0..<0, with: "x")
        try await Noticing.saving.wait(for: session) { $0.status == .changedElsewhere }
        #expect(bench.file == "a\nB\nC\n")
        #expect(await session.text == "xa\nb\nc\n")
        let conflict = try #require(await session.conflict)
        #expect(conflict.theirs == Array("a\nB\nC\n".utf8))
        #expect(conflict.merge?.bytes == Array("xa\nB\nC\n".utf8))
        await #expect(throws: SessionError.self) { try await session.close() }
    }

    @Test("is in conflict when it has unsaved edits, and follows what they do next")
    func followsTheirs() async throws {
        let bench = try SessionBench("a\nb\nc\n")
        let session = bench.session()
        try await session.open()
        try await session.replace(0..<0, with: "x")
        for text in ["a\nB\nc\n", "a\nB\nC\n"] {
            try OutsideProgram.renameOver(bench.note, text)
            try await eventually("their text") { await session.conflict?.theirs == Array(text.utf8) }
        }
        // They take it all back: nothing stands in the way any more.
        try OutsideProgram.renameOver(bench.note, "a\nb\nc\n")
        try await eventually("the end of the conflict") { await session.conflict == nil }
        try await session.close()
        #expect(bench.file == "xa\nb\nc\n")
    }
}
