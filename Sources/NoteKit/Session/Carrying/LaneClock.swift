// SPDX-License-Identifier: MIT
// How a task waits for a time in a process that is to sleep until then.

internal import Dispatch
internal import NoteFiles
internal import Synchronization

/// A clock that stands still while the machine sleeps, and whose sleepers wake on no thread of Swift's own; see
/// `TaskLanes`. Whoever is cancelled leaves no timer behind.
package struct LaneClock: Clock {
    private static let queue = DispatchQueue(label: "notekit.clock")

    package init() {}

    package var now: SuspendingClock.Instant { SuspendingClock.now }
    package var minimumResolution: Duration { .nanoseconds(1) }

    package func sleep(until deadline: SuspendingClock.Instant, tolerance: Duration?) async throws {
        let alarm = Alarm()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { alarm.set(to: now.duration(to: deadline), $0) }
        } onCancel: {
            alarm.end(with: .failure(CancellationError()))
        }
    }

    /// One sleep.
    private final class Alarm: Sendable {
        private struct State {
            var sleeper: CheckedContinuation<Void, any Error>?
            /// How the sleep ended; nil before.
            var result: Result<Void, any Error>?
        }

        private let state = Mutex(State())
        // SAFETY: what libdispatch makes may be used from any thread.
        private nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: LaneClock.queue)

        func set(to duration: Duration, _ sleeper: CheckedContinuation<Void, any Error>) {
            // One that was made and never begun may not be let go of.
            timer.schedule(deadline: .now() + .nanoseconds(Int(clamping: duration.nanoseconds)))
            timer.setEventHandler { [weak self] in self?.end(with: .success(())) }
            timer.activate()
            let result = state.withLock { state in
                if state.result == nil { state.sleeper = sleeper }
                return state.result
            }
            if let result { sleeper.resume(with: result) }
        }

        /// Ends the sleep, once.
        func end(with result: Result<Void, any Error>) {
            let sleeper = state.withLock { state in
                if state.result == nil { state.result = result }
                defer { state.sleeper = nil }
                return state.sleeper
            }
            timer.cancel()
            sleeper?.resume(with: result)
        }
    }
}
