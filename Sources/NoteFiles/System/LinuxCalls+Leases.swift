// SPDX-License-Identifier: MIT
// Leases whose signal is caught by the thread that holds them, so that the host program never sees it.

internal import CNoteLinux
internal import Glibc

extension LinuxCalls {
    // While a lease is held the kernel signals its holder when somebody wants in. The default would
    // end the process. So the signal is addressed to this thread alone, which keeps it blocked from
    // before the lease is taken until after it is given back, and takes it out of the queue itself.
    // Where no signal can be queued any more (RLIMIT_SIGPENDING) the kernel sends SIGIO instead.

    package func takeLease(_ file: Int32, _ kind: LeaseKind) -> Int32 {
        let addressed = cn_signal_this_thread(file, cn_lease_signal())
        guard addressed == 0 else { return Int32(addressed) }
        var before = blockLeaseSignals()
        if kind == .write { before.insert(.isWriteLease) }
        let result = cn_setlease(file, kind == .read ? cn_F_RDLCK : cn_F_WRLCK)
        guard result >= 0 else {
            unblockLeaseSignals(as: before)
            return Int32(result)
        }
        return before.rawValue
    }

    package func leaseIsUnbroken(_ file: Int32, _ kind: LeaseKind) -> Bool {
        cn_getlease(file) == (kind == .read ? cn_F_RDLCK : cn_F_WRLCK)
    }

    package func releaseLease(_ file: Int32, _ signalsBefore: Int32) {
        let before = SignalsBefore(rawValue: signalsBefore)
        let isUnbroken = leaseIsUnbroken(file, before.contains(.isWriteLease) ? .write : .read)
        // Nothing to be done when this fails: the lease ends with the descriptor.
        _ = cn_setlease(file, cn_F_UNLCK)
        // One signal for each sort of break: of a write lease by a reader, then by a writer.
        var taken = 0
        while taken < 16, isPending(cn_lease_signal()), takeOut(cn_lease_signal()) { taken += 1 }
        // The host program's own SIGIO stays where it is: this one is ours if the lease was broken and
        // nothing else told so.
        if !isUnbroken, taken == 0, !before.contains(.fallbackWasPending), isPending(SIGIO) {
            _ = takeOut(SIGIO)
        }
        unblockLeaseSignals(as: before)
    }

    /// How the signals of a lease stood in this thread before it was taken.
    private struct SignalsBefore: OptionSet {
        let rawValue: Int32
        static let wasBlocked = SignalsBefore(rawValue: 1)
        static let fallbackWasBlocked = SignalsBefore(rawValue: 2)
        static let fallbackWasPending = SignalsBefore(rawValue: 4)
        /// Not of a signal, but told by the same number.
        static let isWriteLease = SignalsBefore(rawValue: 8)
    }

    private func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }

    private func isPending(_ signal: Int32) -> Bool {
        var pending = sigset_t()
        return sigpending(&pending) == 0 && sigismember(&pending, signal) == 1
    }

    private func takeOut(_ signal: Int32) -> Bool {
        var signals = set(of: [signal])
        var now = timespec(tv_sec: 0, tv_nsec: 0)
        return sigtimedwait(&signals, nil, &now) == signal
    }

    private func blockLeaseSignals() -> SignalsBefore {
        var signals = set(of: [cn_lease_signal(), SIGIO])
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signals, &mask)
        var before: SignalsBefore = []
        if sigismember(&mask, cn_lease_signal()) == 1 { before.insert(.wasBlocked) }
        if sigismember(&mask, SIGIO) == 1 { before.insert(.fallbackWasBlocked) }
        if isPending(SIGIO) { before.insert(.fallbackWasPending) }
        return before
    }

    private func unblockLeaseSignals(as before: SignalsBefore) {
        var signals: [Int32] = []
        if !before.contains(.wasBlocked) { signals.append(cn_lease_signal()) }
        if !before.contains(.fallbackWasBlocked) { signals.append(SIGIO) }
        var set = set(of: signals)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
