// SPDX-License-Identifier: MIT
// Requests of a client that does not read wait, and so do all but a few of those with large answers.

import Synchronization
import Testing

@testable import NoteService

@Suite("The gate of a client's requests")
struct AnswerGateTests {
    /// Whether a request may begin now.
    private func enters(_ gate: AnswerGate, isLarge: Bool = false) async -> Bool {
        await withTaskGroup(of: Bool?.self) { group in
            group.addTask { await gate.enter(isLarge: isLarge) }
            group.addTask {
                // Whoever may begin does so at the first look.
                for _ in 0..<1000 { await Task.yield() }
                gate.end()
                return nil
            }
            var answer = false
            for await each in group { if let each { answer = each } }
            return answer
        }
    }

    @Test("is closed while the client does not read, and for good when it is gone")
    func congestion() async {
        let isCongested = Mutex(true)
        let gate = AnswerGate { isCongested.withLock { $0 } }
        async let waiting = gate.enter(isLarge: false)
        isCongested.withLock { $0 = false }
        gate.look()
        #expect(await waiting)
        isCongested.withLock { $0 = true }
        #expect(await !enters(gate))
        isCongested.withLock { $0 = false }
        #expect(await !gate.enter(isLarge: false))
    }

    @Test("lets few through at a time whose answers may be large, and all others")
    func large() async {
        let gate = AnswerGate { false }
        for _ in 0..<AnswerGate.mostLarge { #expect(await gate.enter(isLarge: true)) }
        #expect(await gate.enter(isLarge: false))
        async let next = gate.enter(isLarge: true)
        gate.leave(isLarge: true)
        #expect(await next)
        #expect(await !enters(gate, isLarge: true))
    }
}
