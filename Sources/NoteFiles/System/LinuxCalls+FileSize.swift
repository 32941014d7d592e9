// SPDX-License-Identifier: MIT
// A limit on file sizes is an error for the caller, not the end of the program.

internal import Glibc

extension LinuxCalls {
    /// Runs a call that may pass the limit on file sizes, see setrlimit(2).
    ///
    /// Then the kernel sends `SIGXFSZ` to the calling thread, which by default ends the process,
    /// besides answering `EFBIG`. The signal is held back in this thread and taken out again.
    package func withFileSizeSignalHeld<Result, Failure: Error>(
        _ call: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, limit.rlim_cur != .max
        else {
            return try call()
        }
        var signal = sigset_t()
        sigemptyset(&signal)
        sigaddset(&signal, SIGXFSZ)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signal, &before)
        defer {
            if sigismember(&before, SIGXFSZ) == 0 {
                var pending = sigset_t()
                var now = timespec(tv_sec: 0, tv_nsec: 0)
                if sigpending(&pending) == 0, sigismember(&pending, SIGXFSZ) == 1 {
                    _ = sigtimedwait(&signal, nil, &now)
                }
                pthread_sigmask(SIG_UNBLOCK, &signal, nil)
            }
        }
        return try call()
    }
}
