// SPDX-License-Identifier: MIT
// A thread of the sockets that cannot go on is not taken for one that lives.

import Glibc
import Synchronization
import Testing

@testable import NoteService

@Suite("The thread of the sockets")
struct SocketLoopTests {
    private final class Nobody: MessageReceiver {
        var wantsMore: Bool { false }
        func take(_ message: [UInt8]) {}
        func hasRoom() {}
        func inputEnded() {}
        func nobodyReads() {}
        func ended(_ reason: String) {}
    }

    @Test("says that it is lost, and answers no more that it is alive")
    func lost() async throws {
        let isLost = Mutex(false)
        let loop = try SocketLoop(
            limits: ServiceLimits(), log: ServiceLog { _, _ in }, lost: { isLost.withLock { $0 = true } }
        ) { _ in Nobody() }
        try loop.start()
        #expect(await loop.ping())
        // What it waits at is something else from now on, which it sees when it comes round.
        let other = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(other) }
        try #require(dup2(other, loop.epoll) == loop.epoll)
        _ = await loop.ping()
        #expect(await !loop.ping())
        await loop.end()
        #expect(isLost.withLock { $0 })
    }
}
