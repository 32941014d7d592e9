// SPDX-License-Identifier: MIT
// That the disk refused, and when it is asked again.

/// A refusal of the disk, with those of the same kind of work right before it.
struct Trouble: Sendable {
    /// What the disk said.
    let error: FileError
    /// When it is tried again.
    let retryAt: Duration
    private let count: Int

    /// The wait doubles from refusal to refusal.
    init(_ error: FileError, after last: Trouble?, at now: Duration, _ timing: SessionTiming) {
        self.error = error
        count = (last?.count ?? 0) + 1
        var wait = timing.firstRetry
        // After so many more doublings nothing would change.
        for _ in 1..<min(count, 32) { wait = min(wait * 2, timing.lastRetry) }
        retryAt = now + wait
    }
}
