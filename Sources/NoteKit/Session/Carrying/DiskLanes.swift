// SPDX-License-Identifier: MIT
// Where work that blocks on the disk runs, so that it never holds up a thread of Swift's own.

internal import Dispatch
internal import Synchronization

/// A few threads for work that waits for the disk.
///
/// Swift runs tasks on as many threads as there are cores; a save that waits two seconds for another
/// program would hold up everything else in the process. At most `width` pieces of work run at a time, so
/// that a thousand sessions do not make a thousand threads.
package final class DiskLanes: Sendable {
    /// The lanes of this process.
    package static let shared = DiskLanes(width: 8)

    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "notekit.disk", attributes: .concurrent)
    private let width: Int

    /// Lanes of their own, for work that is not to hold up saving.
    package init(width: Int) { self.width = width }

    /// Runs `work` on a lane and answers what it came to.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            start { continuation.resume(returning: work()) }
        }
    }

    private func start(_ work: @escaping @Sendable () -> Void) {
        let mayRun = state.withLock { state in
            guard state.running < width else {
                state.waiting.append(work)
                return false
            }
            state.running += 1
            return true
        }
        if mayRun { queue.async { self.drain(work) } }
    }

    /// Runs a piece of work, and then those that wait, one after the other.
    private func drain(_ first: @Sendable () -> Void) {
        first()
        while let next = next() { next() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
