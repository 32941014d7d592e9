// SPDX-License-Identifier: MIT
// Many sessions and many handles: opened, closed, dropped, at the same time.

import Foundation
import Testing

@testable import NoteKit

@Suite("Sessions that come and go")
struct SessionLifeTests {
    @Test("open one note after the other has let go of it, however many tasks want it at once")
    func openWhileClosing() async throws {
        let bench = try SessionBench("")
        let (note, options) = (bench.note, bench.options)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<32 {
                group.addTask {
                    for round in 0..<8 {
                        let session = NoteSession(at: note, options: options)
                        try await session.open()
                        try await session.replace(0..<0, with: "\(task).\(round)\n")
                        try await session.close()
                    }
                }
            }
            try await group.waitForAll()
        }
        let lines = try #require(bench.file).split(separator: "\n")
        #expect(Set(lines).count == 32 * 8 && lines.count == 32 * 8)
    }

    @Test("are one for a handle that two tasks open at once, and end with it")
    func openTwiceAtOnce() async throws {
        let bench = try SessionBench()
        let other = bench.session()
        for round in 0..<50 {
            let session = bench.session()
            async let one: Void = session.open()
            async let two: Void = session.open()
            try await one
            try await two
            try await session.replace(0..<0, with: "x")
            try await session.close()
            // Only once nobody holds it any more is it read again by the next to open it.
            try bench.write("round \(round)\n")
            try await other.open()
            #expect(await other.text == "round \(round)\n")
            #expect(await other.snapshot.revision == 0)
            try await other.close()
        }
    }

    @Test("tell how they were closed, and tell again after they are opened again")
    func updatesOfSecondOpening() async throws {
        let bench = try SessionBench("")
        let session = bench.session()
        for _ in 0..<3 {
            let log = UpdateLog(session)
            try await session.open()
            let revision = try await session.replace(0..<0, with: "x")
            try await session.close()
            await log.end()
            #expect(log.all.last == .status(.saved, revision: revision))
        }
        #expect(bench.file == "xxx")
    }

    @Test("save what a handle left that was dropped without a word")
    func dropped() async throws {
        let bench = try SessionBench("")
        try await {
            let session = bench.session()
            try await session.open()
            try await session.replace(0..<0, with: "x")
        }()
        try await eventually("the save") { bench.file == "x" }
    }

    @Test("offer what could not be saved to the very next opening, though programs are being started")
    func reopenAfterConflict() async throws {
        // A child has a share in every open file until it becomes its program.
        let starting = Task {
            while !Task.isCancelled { try Tool.run("/bin/true") }
        }
        defer { starting.cancel() }
        for isTyping in [false, true] {
            let bench = try SessionBench("a\n")
            // The journal is being synced while the session is closed.
            bench.options.timing.journalSync = isTyping ? .zero : .seconds(60)
            for round in 0..<20 {
                try bench.write("a\n")
                let session = bench.session()
                try await session.open()
                try await session.replace(0..<0, with: "mine \(round)\n")
                try bench.write("theirs\n")
                await #expect(throws: SessionError.self) { try await session.close() }
                let next = bench.session()
                try await next.open()
                #expect(await next.status == .changedElsewhere)
                #expect(await next.conflict?.mine == Array("mine \(round)\na\n".utf8))
                try await next.resolve(.theirs)
                try await next.close()
            }
            #expect(bench.keeper.versions(of: bench.note).count == 20)
            let journals = bench.folder.path + "/state/journal"
            #expect(try FileManager.default.contentsOfDirectory(atPath: journals) == [])
        }
    }

    @Test("hold no journal and no file of it while nothing is typed, and are given another one")
    func resting() async throws {
        let bench = try SessionBench("")
        let clock = ManualClock()
        bench.options.clock = clock
        let session = bench.session()
        try await session.open()
        let journals = bench.folder.path + "/state/journal"
        for round in 1...3 {
            try await session.replace(0..<0, with: "x")
            #expect(try FileManager.default.contentsOfDirectory(atPath: journals).count == 1)
            try await session.save()
            try await eventually("the end of the journal") {
                clock.advance(by: .seconds(20))
                return try FileManager.default.contentsOfDirectory(atPath: journals) == []
            }
            try await eventually("the end of its file") { try openFiles(in: journals) == 0 }
            #expect(bench.file == String(repeating: "x", count: round))
        }
        try await session.close()
    }

    /// How many files of a folder this process has open.
    private func openFiles(in folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
            // One that was closed meanwhile is not open.
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            return place?.hasPrefix(folder + "/") == true
        }
    }

    @Test("leave nothing behind, closed or dropped, with and without unsaved edits")
    func leavesNothing() async throws {
        let bench = try SessionBench()
        // Whatever waits for a time waits for ever.
        bench.options.clock = ManualClock()
        var cores: [WeakCore] = []
        for index in 0..<100 {
            let session = NoteSession(at: bench.path("note \(index).md"), options: bench.options)
            let log = UpdateLog(session)
            try await session.open()
            if index.isMultiple(of: 2) { try await session.replace(0..<0, with: "x") }
            for core in SessionRegistry.shared.all where await core.machine.path == session.path {
                cores.append(WeakCore(core: core))
            }
            if index % 3 > 0 {
                try await session.close()
                await log.end()
            }
        }
        #expect(cores.count == 100)
        try await eventually("the end of all sessions") { cores.allSatisfy { $0.core == nil } }
    }

    private struct WeakCore {
        weak var core: SessionCore?
    }

    @Test("of one file answer both handles, and the one that stays keeps the edits of the one that goes")
    func twoHandles() async throws {
        let bench = try SessionBench("")
        let one = bench.session()
        let two = bench.session()
        try await one.open()
        for round in 0..<50 {
            try await two.open()
            try await one.replace(0..<0, with: "1")
            try await two.replace(0..<0, with: "2")
            try await two.close()
            #expect(await one.text == String(repeating: "21", count: round + 1))
            #expect(bench.file == String(repeating: "21", count: round + 1))
        }
        try await one.close()
    }

    @Test("of a note that is no text can be closed, by each of two handles")
    func closesUnreadable() async throws {
        let bench = try SessionBench()
        try bench.write([0xFF, 0xFE, 0x41, 0x00])
        let one = bench.session()
        let two = bench.session()
        try await one.open()
        try await two.open()
        try await two.close()
        try await one.close()
        #expect(try NoteDisk().read(bench.note).bytes == [0xFF, 0xFE, 0x41, 0x00])
    }

    @Test("are all saved by one call, though some are being closed and one cannot be")
    func saveAll() async throws {
        let bench = try SessionBench()
        let notes = (0..<300).map { bench.path("note \($0).md") }
        let sessions = notes.map { NoteSession(at: $0, options: bench.options) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, session) in sessions.enumerated() {
                group.addTask {
                    try await session.open()
                    try await session.replace(0..<0, with: "text \(index)")
                }
            }
            try await group.waitForAll()
        }
        try Array("theirs".utf8).withUnsafeBytes { bytes in
            try Data(bytes).write(to: URL(fileURLWithPath: "\(notes[7])"))
        }
        async let closing: Void = sessions[8].close()
        let problems = await NoteSession.saveAll()
        try await closing
        #expect(problems[notes[7]]?.code == .conflict)
        #expect(notes.filter { problems[$0] != nil } == [notes[7]])
        for (index, note) in notes.enumerated() where index != 7 {
            #expect(try NoteDisk().read(note).bytes == Array("text \(index)".utf8))
        }
        try await sessions[7].resolve(.mine)
        for session in sessions { try await session.close() }
    }
}
