// SPDX-License-Identifier: MIT
// How long the daemon holds a vault open that nobody uses.

import Foundation
import NoteKit
import Testing

@testable import NoteService

@Suite("A vault that nobody uses", .timeLimit(.minutes(2)))
struct VaultRestTests {
    let clock = ManualClock()
    let daemon: PairedDaemon

    init() throws {
        daemon = try PairedDaemon(clock: clock)
        try daemon.write("a.md", "text\n")
    }

    private var isOpen: Bool { !daemon.daemon.openVaults.isEmpty }

    /// Opens the vault and leaves, and returns when the time of its rest has begun.
    private func visit() async throws {
        let sleepers = clock.sleeperCount
        let client = try await daemon.client()
        _ = try await daemon.open(client)
        client.leave()
        while clock.sleeperCount == sleepers { await Task.yield() }
    }

    /// Lets time pass, and what it woke do its work.
    private func pass(_ duration: Duration, sleepersLeft: Int) async {
        clock.advance(by: duration)
        while clock.sleeperCount != sleepersLeft { await Task.yield() }
        for _ in 0..<1_000 { await Task.yield() }
    }

    private func end() async throws {
        await daemon.end()
        try daemon.remove()
    }

    @Test("is let go after ten minutes")
    func letGo() async throws {
        try await visit()
        await pass(.seconds(599), sleepersLeft: 1)
        #expect(isOpen)
        await pass(.seconds(1), sleepersLeft: 0)
        while isOpen { await Task.yield() }
        while !daemon.words.contains(where: { $0.contains("was let go: nobody uses it") }) {
            await Task.yield()
        }
        // Whoever comes next opens it anew.
        try await visit()
        #expect(isOpen)
        try await end()
    }

    @Test("is let go ten minutes after its last client has left, not its first")
    func lastClient() async throws {
        try await visit()
        await pass(.seconds(300), sleepersLeft: 1)
        try await visit()
        await pass(.seconds(300), sleepersLeft: 1)
        #expect(isOpen)
        await pass(.seconds(300), sleepersLeft: 0)
        while isOpen { await Task.yield() }
        try await end()
    }

    @Test("stays open while somebody uses it, or the configuration names it", arguments: [false, true])
    func inUse(isNamed: Bool) async throws {
        if isNamed { #expect(try await daemon.daemon.openVault(at: NotePath(daemon.vault)) == 1) }
        try await visit()
        let client = try await daemon.client()
        if !isNamed { _ = try await daemon.open(client) }
        await pass(.seconds(600), sleepersLeft: 0)
        #expect(isOpen)
        try await end()
    }
}
