// SPDX-License-Identifier: MIT
// Leases whose signal is caught by the thread that holds them, so that the host program never sees it.

internal import CNoteLinux
internal import Glibc

extension LinuxCalls {
    // While a lease is held the kernel signals its holder when somebody wants in. The default would
    // end the process. So the signal is addressed to this thread alone, which keeps it blocked from
    // before the lease is taken until after it is given back, and takes it out of the queue itself.

    package func takeLease(_ file: Int32, _ kind: LeaseKind) -> Int32 {
        let addressed = cn_signal_this_thread(file, cn_lease_signal())
        guard addressed == 0 else { return Int32(addressed) }
        let wasBlocked = blockLeaseSignal()
        let result = cn_setlease(file, kind == .read ? cn_F_RDLCK : cn_F_WRLCK)
        guard result >= 0 else {
            restoreLeaseSignal(wasBlocked: wasBlocked)
            return Int32(result)
        }
        return wasBlocked
    }

    package func leaseIsUnbroken(_ file: Int32, _ kind: LeaseKind) -> Bool {
        cn_getlease(file) == (kind == .read ? cn_F_RDLCK : cn_F_WRLCK)
    }

    package func releaseLease(_ file: Int32, _ signalWasBlocked: Int32) {
        // Nothing to be done when this fails: the lease ends with the descriptor.
        _ = cn_setlease(file, cn_F_UNLCK)
        var signals = leaseSignalSet()
        var now = timespec(tv_sec: 0, tv_nsec: 0)
        // One signal at most is queued for each break; a lease is broken once.
        if leaseSignalIsPending() { _ = sigtimedwait(&signals, nil, &now) }
        restoreLeaseSignal(wasBlocked: signalWasBlocked)
    }

    private func leaseSignalSet() -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, cn_lease_signal())
        return signals
    }

    private func leaseSignalIsPending() -> Bool {
        var pending = sigset_t()
        return sigpending(&pending) == 0 && sigismember(&pending, cn_lease_signal()) == 1
    }

    private func blockLeaseSignal() -> Int32 {
        var signals = leaseSignalSet()
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        return sigismember(&before, cn_lease_signal()) == 1 ? 1 : 0
    }

    private func restoreLeaseSignal(wasBlocked: Int32) {
        guard wasBlocked == 0 else { return }
        var signals = leaseSignalSet()
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}
