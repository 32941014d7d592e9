// SPDX-License-Identifier: MIT
// Time that goes on while the machine sleeps.

internal import Glibc

/// Time since the machine was started.
public enum BootTime {
    /// The time since the start, the time that the machine slept included. Setting the clock of the system
    /// does not change it.
    ///
    /// System calls: `clock_gettime(2)` with `CLOCK_BOOTTIME`.
    @Sendable public static func now() -> Duration {
        var time = timespec()
        // Linux has had this clock since 2.6.39; it can only fail for a clock that there is not.
        let result = clock_gettime(CLOCK_BOOTTIME, &time)
        precondition(result == 0, "there is no CLOCK_BOOTTIME")
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
