// SPDX-License-Identifier: MIT
// Where work that blocks on the disk runs, so that it never holds up a thread of Swift's own.

internal import Dispatch
internal import Synchronization

/// A few threads for work that waits for the disk.
///
/// Swift runs tasks on as many threads as there are cores; a save that waits two seconds for another
/// program would hold up everything else in the process. At most `width` pieces of work run at a time, so
/// that a thousand sessions do not make a thousand threads.
///
/// Each lane is a serial queue: libdispatch gives those threads of their own. A concurrent queue would share the
/// few threads on which tasks run, and each `fsync(2)` would take one of them away.
package final class DiskLanes: Sendable {
    /// The lanes of this process.
    package static let shared = DiskLanes(width: 8)

    private struct State {
        /// The lanes on which nothing runs.
        var free: [DispatchQueue]
        var waiting: [@Sendable () -> Void] = []
    }

    private let state: Mutex<State>

    /// Lanes of their own, for work that is not to hold up saving.
    package init(width: Int) {
        state = Mutex(State(free: (0..<width).map { _ in DispatchQueue(label: "notekit.disk") }))
    }

    /// Runs `work` on a lane and answers what it came to.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            start { continuation.resume(returning: work()) }
        }
    }

    private func start(_ work: @escaping @Sendable () -> Void) {
        let lane = state.withLock { state in
            let lane = state.free.popLast()
            if lane == nil { state.waiting.append(work) }
            return lane
        }
        if let lane { lane.async { self.drain(work, on: lane) } }
    }

    /// Runs a piece of work, and then those that wait, one after the other.
    private func drain(_ first: @Sendable () -> Void, on lane: DispatchQueue) {
        first()
        while let next = next(on: lane) { next() }
    }

    private func next(on lane: DispatchQueue) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free.append(lane)
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
