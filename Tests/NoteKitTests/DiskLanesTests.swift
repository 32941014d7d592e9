// SPDX-License-Identifier: MIT
// Work that waits for the disk and tasks do not get into each other's way.

import Glibc
import Synchronization
import Testing

@testable import NoteKit

@Suite("Work on the lanes of the disk")
struct DiskLanesTests {
    @Test("never takes a thread away from tasks")
    func threads() async {
        let lanes = DiskLanes(width: 8)
        var (working, tasks): (Set<pthread_t>, Set<pthread_t>) = ([], [])
        await withTaskGroup(of: (onLane: pthread_t, inTask: pthread_t).self) { group in
            for _ in 0..<500 {
                group.addTask {
                    let onLane = await lanes.run { pthread_self() }
                    await Task.yield()
                    return (onLane, pthread_self())
                }
            }
            for await pair in group {
                working.insert(pair.onLane)
                tasks.insert(pair.inTask)
            }
        }
        #expect(working.isDisjoint(with: tasks))
    }

    private final class Count: Sendable {
        let state = Mutex((now: 0, most: 0, done: 0))

        func begin() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.done) } }
        func end() { state.withLock { $0 = ($0.now - 1, $0.most, $0.done + 1) } }
    }

    @Test("is done as many pieces at a time as there are lanes, and all of it")
    func width() async {
        let (lanes, count) = (DiskLanes(width: 3), Count())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await lanes.run {
                        count.begin()
                        sched_yield()
                        count.end()
                    }
                }
            }
        }
        let (_, most, done) = count.state.withLock { $0 }
        #expect(most <= 3 && done == 100)
    }
}
