// SPDX-License-Identifier: MIT
// How long to pause before looking again.

/// Pauses that double from half a millisecond up to fifty.
struct Backoff {
    private var pause: UInt64 = 500_000

    /// The next pause, in nanoseconds.
    mutating func next() -> UInt64 {
        defer { pause = min(pause * 2, 50_000_000) }
        return pause
    }
}
