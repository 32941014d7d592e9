// SPDX-License-Identifier: MIT
// How long a client may hold notes still, and who waits for it.

import Foundation
import NoteKit
import Synchronization
import Testing

@testable import NoteService

@Suite("A hold of open notes", .timeLimit(.minutes(2)))
final class VaultHoldTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("hold-\(UUID().uuidString)").resolvingSymlinksInPath()
    private let daemon: NoteDaemon
    private let vault: NotePath

    init() throws {
        let notes = folder.appendingPathComponent("vault")
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        for name in ["a", "b"] {
            try Data("text\n".utf8).write(to: notes.appendingPathComponent("\(name).md"))
        }
        vault = NotePath(notes.path)
        var timing = SessionTiming()
        (timing.pause, timing.limit) = (.seconds(3600), .seconds(3600))
        daemon = NoteDaemon(
            stateFolder: NotePath(folder.path + "/state"), timing: timing,
            log: ServiceLog.standardError(least: .error))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func hold(
        _ path: String, _ clock: AlarmClock = AlarmClock(), whenOver: @escaping @Sendable () -> Void = {}
    ) -> VaultHold {
        VaultHold(
            of: NotePath(path), behind: daemon.gates, clock: clock, whenOver: whenOver,
            in: { [daemon] in daemon.openVaults })
    }

    private func yield() async { for _ in 0..<100 { await Task.yield() } }

    private static func refusal(of hold: VaultHold) async -> ProtocolError.Code? {
        do throws(ProtocolError) {
            _ = try await hold.take()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("ends by itself when it takes too long, and edits go through then")
    func ends() async throws {
        let served = try await daemon.open(vault.description)
        let note = try await served.notes.hold(try VaultPlace("a.md", in: vault))
        let clock = AlarmClock()
        let isOver = Mutex(0)
        let hold = hold("\(vault)/a.md", clock) { isOver.withLock { $0 += 1 } }
        let notes = try await hold.take()
        #expect(notes.count == 1 && notes.unsaved.isEmpty)
        let isThrough = Mutex(false)
        async let edit: Void = note.gate.pass { isThrough.withLock { $0 = true } }
        await yield()
        #expect(!isThrough.withLock { $0 } && isOver.withLock { $0 } == 0)
        clock.ring()
        await edit
        #expect(isThrough.withLock { $0 })
        #expect(await hold.release() == false)
        #expect(isOver.withLock { $0 } == 1)
        await served.notes.release(note)
        #expect(await daemon.end().isEmpty)
    }

    @Test("is of the notes at its path or below it, and of no others")
    func paths() async throws {
        let served = try await daemon.open(vault.description)
        let note = try await served.notes.hold(try VaultPlace("a.md", in: vault))
        let counts: [(path: String, count: Int)] = [
            ("\(vault)", 1), ("\(vault)/a.md", 1), ("/", 1), (folder.path, 1), ("\(vault)/a", 0),
            ("\(vault)/b.md", 0), ("\(vault)x", 0), ("\(vault)/a.md/x", 0),
        ]
        for (path, count) in counts {
            let hold = hold(path)
            #expect(try await hold.take().count == count, "\(path)")
            #expect(await hold.release() == true)
            #expect(await hold.release() == false)
        }
        await served.notes.release(note)
        #expect(await daemon.end().isEmpty)
    }

    @Test(
        "is of notes that are opened meanwhile too, and they take in what was written before they are edited")
    func opened() async throws {
        let served = try await daemon.open(vault.description)
        let hold = hold("\(vault)")
        #expect(try await hold.take().count == 0)
        let note = try await served.notes.hold(try VaultPlace("a.md", in: vault))
        async let edit: SessionSnapshot = note.gate.pass {
            try await note.session.replace([TextReplacement(0..<0, with: Array("typed ".utf8))], revision: 0)
        }
        await yield()
        try Data("text of another\n".utf8).write(to: folder.appendingPathComponent("vault/a.md"))
        #expect(await hold.release())
        #expect(try await edit.text.text == "typed text of another\n")
        await served.notes.release(note)
        #expect(await daemon.end().isEmpty)
    }

    @Test(
        "waits for one that is before it, has edits made in between, and is refused when that takes too long")
    func waits() async throws {
        let served = try await daemon.open(vault.description)
        let note = try await served.notes.hold(try VaultPlace("a.md", in: vault))
        let (first, clock) = (hold("\(vault)"), AlarmClock())
        _ = try await first.take()
        let impatient = hold("\(vault)/a.md", clock)
        let refused = Task { await VaultHoldTests.refusal(of: impatient) }
        await yield()
        clock.ring()
        #expect(await refused.value == .busy)
        #expect(await impatient.release() == false)
        let second = hold("\(vault)")
        async let notes = second.take()
        let edits = Mutex(0)
        async let edit: Void = note.gate.pass { edits.withLock { $0 += 1 } }
        await yield()
        #expect(edits.withLock { $0 } == 0)
        #expect(await first.release())
        _ = try await notes
        #expect(edits.withLock { $0 } == 1)
        await edit
        #expect(await second.release())
        await served.notes.release(note)
        #expect(await daemon.end().isEmpty)
    }

    @Test("whose saves stand still is refused when its time is over, and edits go through")
    func standsStill() async throws {
        let served = try await daemon.open(vault.description)
        let note = try await served.notes.hold(try VaultPlace("a.md", in: vault))
        _ = try await note.session.replace([TextReplacement(0..<0, with: [0x61])], revision: 0)
        let other = try FileHandle(forUpdating: folder.appendingPathComponent("vault/a.md"))
        let clock = AlarmClock()
        let hold = hold("\(vault)", clock)
        let refused = Task { await VaultHoldTests.refusal(of: hold) }
        // The second time begins when the gate is closed.
        await clock.waitUntilAsleep(2)
        clock.ring()
        #expect(await refused.value == .busy)
        await note.gate.pass {}
        #expect(await note.session.snapshot.isUnsaved, "it waits for the other program")
        try other.close()
        await served.notes.release(note)
        #expect(await daemon.end().isEmpty)
    }

    @Test("is ended before it was taken, or while it stands in line: then it holds nothing")
    func endedBefore() async throws {
        let served = try await daemon.open(vault.description)
        let note = try await served.notes.hold(try VaultPlace("a.md", in: vault))
        let early = hold("\(vault)")
        early.end()
        #expect(await VaultHoldTests.refusal(of: early) == .busy)
        let first = hold("\(vault)")
        _ = try await first.take()
        let second = hold("\(vault)")
        let refused = Task { await VaultHoldTests.refusal(of: second) }
        await yield()
        second.end(ProtocolError(.ending, "The client has left."))
        #expect(await refused.value == .ending)
        #expect(await first.release())
        await note.gate.pass {}
        await served.notes.release(note)
        #expect(await daemon.end().isEmpty)
    }

    @Test("has no notes in a vault that was closed: nobody opens one there any more")
    func closedVault() async throws {
        let served = try await daemon.open(vault.description)
        let places = try ["a.md", "b.md"].map { try VaultPlace($0, in: vault) }
        _ = try await served.notes.hold(places[0])
        // One is being opened while the others are closed.
        async let late = served.notes.hold(places[1])
        #expect(await served.notes.closeAll().isEmpty)
        do {
            let note = try await late
            #expect(await note.session.status == .loading, "it was opened before, and closed")
        } catch let error as ProtocolError {
            #expect(error.code == .unknownVault)
        }
        #expect(await served.notes.count == 0)
        await #expect(throws: ProtocolError.self) { _ = try await served.notes.hold(places[0]) }
        #expect(await daemon.end().isEmpty)
    }

    @Test(
        "keeps the daemon itself from writing the note: a whole text waits for it, and the next hold for that"
    )
    func writing() async throws {
        let served = try await daemon.open(vault.description)
        let note = try await served.notes.hold(try VaultPlace("a.md", in: vault))
        let file = folder.appendingPathComponent("vault/a.md")
        let first = hold("\(vault)")
        _ = try await first.take()
        async let answer = note.put(at: NotePath(file.path)) { before throws(ProtocolError) in
            var text = before.text
            text.setText("written\n")
            return text
        }
        await yield()
        let second = hold("\(vault)")
        async let notes = second.take()
        await yield()
        #expect(try String(contentsOf: file, encoding: .utf8) == "text\n")
        #expect(await first.release())
        _ = try await notes
        #expect(try String(contentsOf: file, encoding: .utf8) == "written\n")
        #expect(try await answer?.status == .saved)
        #expect(await second.release())
        await served.notes.release(note)
        #expect(await daemon.end().isEmpty)
    }
}

/// A clock whose sleepers wake when it rings, those who lie down later too.
private final class AlarmClock: Clock {
    private let state = Mutex(State())
    private let asleep: AsyncStream<Void>
    private let sleeps: AsyncStream<Void>.Continuation

    private struct State {
        var hasRung = false
        var bells: [AsyncStream<Void>.Continuation] = []
    }

    init() { (asleep, sleeps) = AsyncStream.makeStream(of: Void.self) }

    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func ring() {
        let bells = state.withLock { state in
            state.hasRung = true
            return state.bells
        }
        for bell in bells { bell.finish() }
    }

    /// Returns when so many have gone to sleep.
    func waitUntilAsleep(_ count: Int) async {
        var sleepers = asleep.makeAsyncIterator()
        for _ in 0..<count { await sleepers.next() }
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        // One for each: it ends for all who listen when the task of one is cancelled.
        let (stream, bell) = AsyncStream.makeStream(of: Void.self)
        let hasRung = state.withLock { state in
            state.bells.append(bell)
            return state.hasRung
        }
        sleeps.yield()
        if hasRung { bell.finish() }
        for await _ in stream {}
        try Task.checkCancellation()
    }
}
