// SPDX-License-Identifier: MIT
// What this process may take.

internal import Glibc

/// Limits of setrlimit(2). Those that change keep their upper bound, so that the next note can be given more.
enum ProcessLimits {
    /// In bytes, of a file that is written: fontconfig may write its cache.
    private static let longestFile: rlim_t = 64 << 20

    /// What holds for all notes.
    static func setForGood() {
        set(RLIMIT_CORE, 0)
        set(RLIMIT_FSIZE, longestFile)
    }

    /// What may be mapped from now on, in bytes, with what there is.
    static func setMemory(_ bytes: Int) { set(RLIMIT_AS, rlim_t(max(0, bytes))) }

    /// What may be taken of the processor from now on; the system counts whole seconds, so that it may be one more.
    static func setTime(_ time: Duration) {
        set(RLIMIT_CPU, rlim_t(((processorTime + time) / .seconds(1)).rounded(.up)))
    }

    /// What was taken of the processor.
    static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// No higher than what this process may have at all.
    private static func set(_ kind: __rlimit_resource, _ wanted: rlim_t) {
        var limit = rlimit()
        let kind = __rlimit_resource_t(kind.rawValue)
        guard getrlimit(kind, &limit) == 0 else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        // It is a limit that may stand as it is, so none that a process may not set.
        _ = setrlimit(kind, &limit)
    }
}
