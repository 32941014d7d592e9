// SPDX-License-Identifier: MIT
// Field case B5: a session's own saves are never somebody else's.

import Foundation
import NoteKit
import Testing

@Suite("A session that nobody disturbs")
struct OwnSavesTests {
    @Test("takes none of its own saves for an outside change", arguments: [true, false])
    func typesForAMinute(isWatching: Bool) async throws {
        let clock = ManualClock()
        let bench = try SessionBench("")
        bench.options.isWatching = isWatching
        bench.options.clock = clock
        bench.options.timing.pause = .milliseconds(250)
        bench.options.timing.limit = .seconds(1)
        let session = bench.session()
        let log = UpdateLog(session)
        try await session.open()
        var saves = 0
        for index in 0..<600 {
            try await session.replace(index..<index, with: "x")
            clock.advance(by: .milliseconds(100))
            if index % 20 == 19 {
                // A pause of the typist; the time between letters stays as it was.
                clock.advance(by: .milliseconds(250))
                try await eventually("a save") { !(await session.snapshot.isUnsaved) }
                saves += 1
            }
        }
        try await session.look()
        try await session.close()
        await log.end()
        #expect(saves == 30)
        #expect(!log.hasConflict && log.changes.isEmpty)
        #expect(bench.file == String(repeating: "x", count: 600))
        let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
        #expect(names.sorted() == ["n.md", "state"])
    }

    @Test("sees what another program writes right after one of its saves")
    func seesWhatFollows() async throws {
        let bench = try SessionBench("0000\n")
        let session = bench.session()
        try await session.open()
        for round in 1...50 {
            let (mine, theirs) = ("m\(1000 + round)\n", "t\(1000 + round)\n")
            try await session.setText(mine)
            try await session.save()
            // The same size and, in most rounds, the same millisecond.
            try bench.write(theirs)
            try await session.look()
            #expect(await session.text == theirs)
            #expect(bench.file == theirs)
        }
        try await session.close()
    }
}
