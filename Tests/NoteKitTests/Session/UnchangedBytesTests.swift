// SPDX-License-Identifier: MIT
// Field case B1: the same bytes are no change, whatever their file or time.

import NoteKit
import Testing

@Suite("A session whose file got the same bytes again")
struct UnchangedBytesTests {
    enum Touch: String, CaseIterable {
        case time = "touch \"$1\""
        case file = "cp \"$1\" .new; mv .new \"$1\""
        case inPlace = "text=$(cat \"$1\"); printf '%s\\n' \"$text\" > \"$1\""
    }

    @Test(
        "goes on as if nothing had happened", arguments: Touch.allCases, Noticing.allCases)
    func goesOn(touch: Touch, noticing: Noticing) async throws {
        for isDirty in [false, true] {
            let bench = try SessionBench("a\n")
            let session = NoteSession(at: bench.note, options: noticing.options(bench.options))
            let log = UpdateLog(session)
            try await session.open()
            // An undo history that has to stay.
            try await session.replace(1..<1, with: "b")
            try await session.save()
            if isDirty { try await session.replace(0..<0, with: "c") }
            let before = await session.snapshot
            try OutsideProgram.shell(touch.rawValue, bench.note)
            if noticing != .saving { try await session.look() }
            let after = await session.snapshot
            #expect(after.revision == before.revision && after.status == before.status)
            #expect(after.isUnsaved == isDirty)
            try await session.save()
            #expect(bench.file == (isDirty ? "cab\n" : "ab\n"))
            try await session.undo()
            #expect(await session.text == (isDirty ? "ab\n" : "a\n"))
            try await session.close()
            await log.end()
            #expect(!log.hasConflict)
            #expect(log.changes.allSatisfy { !$0.isOutside })
        }
    }
}
