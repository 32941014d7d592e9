// SPDX-License-Identifier: MIT
// When a watcher tells: by a clock that the test moves.

import Foundation
import Glibc
import Testing

@testable import NoteFiles

@Suite("A watcher's settling time", .timeLimit(.minutes(2)))
struct WatchTimingTests {
    /// A watched folder with some notes, and its clock.
    private func watch(_ names: String...) async throws -> (Watch, TestWatchCalls) {
        let calls = TestWatchCalls()
        let folder = try TemporaryFolder()
        for name in names { folder.file(name) }
        return (try await Watch(folder, calls: calls), calls)
    }

    /// Puts a new file at a name. That is one hint and no more, so that all have been taken when the thread waits.
    private func put(_ name: String, in watch: Watch) {
        watch.folder.file(".new")
        watch.rename(".new", name)
    }

    /// What is told without a question, once there is something.
    private func told(_ watch: Watch) async -> [FolderBatch] {
        var batches: [FolderBatch] = []
        await eventually {
            batches += watch.batches.take()
            return !batches.isEmpty
        }
        return batches
    }

    @Test("passes before a new note is told, and nobody has to ask")
    func settles() async throws {
        let (watch, calls) = try await watch("n.md")
        put("new.md", in: watch)
        await eventually { calls.waiting == .some(50_000_000) }
        calls.advance(.milliseconds(49))
        await eventually { calls.waiting == .some(1_000_000) }
        #expect(watch.batches.take().isEmpty)
        calls.advance(.milliseconds(1))
        #expect(await told(watch) == [FolderBatch(changes: [.created("new.md")])])
        await eventually { calls.waiting == .some(nil) }
    }

    @Test("passes once for a note that was saved by a rename, whatever came of the file beside it")
    func beside() async throws {
        let (watch, calls) = try await watch("n.md")
        // The hint of the file beside the note is taken before that of the rename.
        watch.folder.file("n.md.tmp")
        await eventually { calls.waiting == .some(50_000_000) }
        calls.advance(.milliseconds(1))
        await eventually { calls.waiting == .some(49_000_000) }
        watch.rename("n.md.tmp", "n.md")
        // It is gone, so there is nothing to look at but the note.
        await eventually { calls.waiting == .some(50_000_000) }
        calls.advance(.milliseconds(50))
        #expect(await told(watch) == [FolderBatch(changes: [.changed("n.md")])])
        await eventually { calls.waiting == .some(nil) }
    }

    @Test("makes nobody wait as long again for the pass after the one that others needed")
    func paced() async throws {
        let (watch, calls) = try await watch("n.md")
        put("new.md", in: watch)
        await eventually { calls.waiting == .some(50_000_000) }
        calls.advance(.milliseconds(5))
        watch.remove("n.md")
        await eventually { calls.waiting == .some(45_000_000) }
        calls.advance(.milliseconds(45))
        #expect(await told(watch) == [FolderBatch(changes: [.created("new.md")])])
        // Its own time is over in five milliseconds, but no more than one pass is made in ten.
        await eventually { calls.waiting == .some(10_000_000) }
        calls.advance(.milliseconds(10))
        #expect(await told(watch) == [FolderBatch(changes: [.removed("n.md")])])
        await eventually { calls.waiting == .some(nil) }
    }

    @Test("begins anew with each write, but not for ever")
    func constantFire() async throws {
        let calls = TestWatchCalls()
        let folder = try TemporaryFolder()
        folder.file("n.md")
        let watch = try await Watch(folder, calls: calls)
        var rounds = 0
        var told: [FolderScan.Change] = []
        while told.isEmpty {
            rounds += 1
            let waits = calls.waits
            try folder.write("text \(rounds)", to: "n.md")
            // The hint has been taken, and the thread waits again.
            await eventually { calls.waits > waits && calls.waiting != nil }
            told += watch.batches.take().flatMap(\.changes)
            calls.advance(.milliseconds(40))
            await eventually { calls.waiting.map { $0 != 0 } ?? false }
            told += watch.batches.take().flatMap(\.changes)
        }
        #expect(told == [.changed("n.md")])
        // Ten settling times are five hundred milliseconds, of forty each.
        #expect(rounds > 8 && rounds < 20)
    }

    @Test("does not keep a move apart whose halves are read one after the other")
    func halves() async throws {
        let calls = TestWatchCalls()
        let folder = try TemporaryFolder()
        folder.file("n.md")
        let watch = try await Watch(folder, settling: .zero, calls: calls)
        // Moved out of the vault there is no second half: it is waited for, but no longer than a moment.
        watch.rename("n.md", "../n.md")
        await eventually { calls.waiting == .some(2_000_000) }
        #expect(watch.batches.take().isEmpty)
        calls.advance(.milliseconds(2))
        var told: [FolderScan.Change] = []
        await eventually {
            told += watch.batches.take().flatMap(\.changes)
            return !told.isEmpty
        }
        #expect(told == [.removed("n.md")])
    }
}
