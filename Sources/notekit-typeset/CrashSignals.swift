// SPDX-License-Identifier: MIT
// How a worker ends of a fault.

internal import Glibc

/// The signals of faults.
enum CrashSignals {
    /// Ends the process at once by the signal of a fault, as the other side expects. Swift's runtime may have put
    /// its handlers there, which start a program that tells a person of the fault: it would keep the socket open.
    ///
    /// System calls: `rt_sigaction(2)`.
    static func endAtOnce() {
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
    }
}
