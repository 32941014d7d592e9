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

    /// The processor time that this thread takes for some work, in seconds.
    static func processorSeconds(_ work: () -> Int) -> Double {
        let start = threadSeconds
        let result = work()
        let seconds = threadSeconds - start
        // Nothing that was made may be found useless and left out.
        if result == .min { say("") }
        return seconds
    }

    private static var threadSeconds: Double {
        var time = timespec()
        _ = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Lets time pass awake: a sleep would end tens of microseconds late.
    static func spin(nanoseconds: UInt64) {
        let end = now &+ nanoseconds
        while now < end {}
    }
}
