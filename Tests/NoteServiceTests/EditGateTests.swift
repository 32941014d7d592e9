// SPDX-License-Identifier: MIT
// Edits wait while the daemon writes a note, and it waits for those that are on their way.

import Synchronization
import Testing

@testable import NoteService

@Suite("The gate of the edits of a note")
struct EditGateTests {
    private final class Log: Sendable {
        private let words = Mutex<[String]>([])

        func add(_ word: String) { words.withLock { $0.append(word) } }
        var all: [String] { words.withLock { $0 } }
    }

    @Test("lets none through while it is closed, and all once everybody has opened it again")
    func closed() async {
        let (gate, log) = (EditGate(), Log())
        await gate.close()
        await gate.close()
        let edits = (0..<10).map { _ in Task { await gate.pass { log.add("edit") } } }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        for _ in 0..<100 { await Task.yield() }
        log.add("open")
        gate.open()
        for edit in edits { await edit.value }
        #expect(log.all == ["open"] + [String](repeating: "edit", count: 10))
    }

    @Test("is closed only once no edit is on its way any more")
    func closing() async {
        let (gate, log) = (EditGate(), Log())
        let (begun, tellBegun) = AsyncStream.makeStream(of: Void.self)
        let (go, tellGo) = AsyncStream.makeStream(of: Void.self)
        let edit = Task {
            await gate.pass {
                tellBegun.finish()
                for await _ in go {}
                log.add("edit")
            }
        }
        for await _ in begun {}
        let closing = Task {
            await gate.close()
            log.add("closed")
        }
        for _ in 0..<100 { await Task.yield() }
        tellGo.finish()
        await closing.value
        await edit.value
        #expect(log.all == ["edit", "closed"])
    }
}
