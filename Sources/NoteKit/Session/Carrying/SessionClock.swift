// SPDX-License-Identifier: MIT
// The clock of a session, whatever kind it is.

/// Time as durations from the moment at which the session began, and waiting for it.
struct SessionClock: Sendable {
    /// The time now.
    let now: @Sendable () -> Duration
    /// Waits until a time; throws when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init<C: Clock<Duration>>(_ clock: C) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
