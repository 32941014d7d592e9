// SPDX-License-Identifier: MIT
// When a watcher tells: by a clock that the test moves.

import Foundation
import Glibc
import Testing

@testable import NoteFiles

@Suite("A watcher's settling time", .timeLimit(.minutes(2)))
struct WatchTimingTests {
    @Test("passes before a change is told, and nobody has to ask")
    func settles() async throws {
        let calls = TestWatchCalls()
        let folder = try TemporaryFolder()
        folder.file("n.md")
        let watch = try await Watch(folder, calls: calls)
        // One hint and no more, so that all have been taken when the thread waits.
        folder.file(".new")
        watch.rename(".new", "n.md")
        await eventually { calls.waiting == .some(50_000_000) }
        calls.advance(.milliseconds(49))
        await eventually { calls.waiting == .some(1_000_000) }
        #expect(watch.batches.take().isEmpty)
        calls.advance(.milliseconds(1))
        var batches: [FolderBatch] = []
        await eventually {
            batches += watch.batches.take()
            return !batches.isEmpty
        }
        #expect(batches == [FolderBatch(changes: [.changed("n.md")])])
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
