// SPDX-License-Identifier: MIT
// The machine's clock and short waits that do not sleep.

internal import Glibc

/// Nanoseconds that all processes of this machine agree on.
enum Clock {
    static var now: UInt64 {
        var time = timespec()
        _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// Lets time pass awake: a sleep would end tens of microseconds late.
    static func spin(nanoseconds: UInt64) {
        let end = now &+ nanoseconds
        while now < end {}
    }
}
