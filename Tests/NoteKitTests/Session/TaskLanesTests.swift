// SPDX-License-Identifier: MIT
// Where tasks run, and how they wait, in a process that is to sleep while nothing happens.

import Synchronization
import Testing

@testable import NoteKit

@Suite("Tasks on lanes", .timeLimit(.minutes(2)))
struct TaskLanesTests {
    private actor Sum {
        private(set) var value = 0
        func add(_ number: Int) { value += number }
    }

    @Test("are all done, with their child tasks and what they ask of actors")
    func allDone() async {
        let sum = Sum()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let task = Task(executorPreference: TaskLanes.shared) {
                        async let one: Void = sum.add(number)
                        async let other: Void = sum.add(number)
                        await Task.yield()
                        _ = await (one, other)
                    }
                    await task.value
                }
            }
        }
        #expect(await sum.value == 199 * 200)
    }

    @Test("wait as long as they were told to")
    func waits() async throws {
        let clock = LaneClock()
        let start = clock.now
        try await clock.sleep(for: .milliseconds(20))
        #expect(start.duration(to: clock.now) >= .milliseconds(20))
        try await clock.sleep(until: start, tolerance: nil)
        try await clock.sleep(for: .seconds(-1))
    }

    @Test("wait no longer when they are cancelled, before or meanwhile", arguments: [false, true])
    func cancelled(meanwhile: Bool) async {
        let hasBegun = Mutex(false)
        let task = Task(executorPreference: TaskLanes.shared) {
            if !meanwhile { while !Task.isCancelled { await Task.yield() } }
            hasBegun.withLock { $0 = true }
            try await LaneClock().sleep(for: .seconds(3_600))
        }
        if meanwhile { while !hasBegun.withLock({ $0 }) { await Task.yield() } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
