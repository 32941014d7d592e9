// SPDX-License-Identifier: MIT
// How the program ends when it is told to, and when nobody listens any more.

internal import Glibc
internal import NoteKit
internal import Synchronization

/// The signals that the program answers.
enum Signals {
    /// Makes a lost reader an error of `write(2)` instead of a sudden end.
    static func prepare() { _ = signal(SIGPIPE, SIG_IGN) }

    /// Calls `end` with the signal when an interrupt asks for an end, on a thread of its own that lives as long
    /// as the program. One that comes two seconds later ends the program at once.
    ///
    /// To be called before other threads are started: they inherit that interrupts are blocked.
    static func whenAsked(_ end: @escaping @Sendable (Int32) -> Void) {
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var before = sigaction()
            // A parent that ignores a signal, as nohup(1) does, wants it ignored.
            // SAFETY: only compared; a function pointer is as wide as an integer.
            if sigaction(number, nil, &before) == 0,
                unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) != ignored
            {
                sigaddset(&wanted, number)
            }
        }
        pthread_sigmask(SIG_BLOCK, &wanted, nil)
        let signals = wanted
        let thread = Workers.start {
            var (signals, number) = (signals, Int32(0))
            guard sigwait(&signals, &number) == 0 else { return }
            end(number)
            // timeout(1) and a shell ask twice for the same end: to the program and to its group.
            var soon = timespec(tv_sec: 2, tv_nsec: 0)
            while sigtimedwait(&signals, nil, &soon) > 0 {}
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            while true { pause() }
        }
        // Without a thread for them interrupts end the program in their own way.
        if thread == nil { pthread_sigmask(SIG_UNBLOCK, &wanted, nil) }
    }

    /// Lets a piece of work end before an interrupt ends the program.
    static func blocked<Result>(_ work: () -> Result) -> Result {
        hold()
        defer { letThrough() }
        return work()
    }

    /// From now on interrupts wait, on this thread and those that it starts.
    static func hold() {
        areHeld.withLock { $0 = true }
        mask(SIG_BLOCK)
    }

    /// Interrupts end the program again, one that has waited too.
    static func letThrough() {
        areHeld.withLock { $0 = false }
        mask(SIG_UNBLOCK)
    }

    /// Waits for somebody else, with nothing half done here: interrupts that `hold` has wait end the program
    /// meanwhile. Those that are taken by `whenAsked` still are.
    static func interruptibly<Result>(_ wait: () -> Result) -> Result {
        guard areHeld.withLock({ $0 }) else { return wait() }
        mask(SIG_UNBLOCK)
        defer { mask(SIG_BLOCK) }
        return wait()
    }

    /// Whether interrupts wait by `hold`.
    private static let areHeld = Mutex(false)

    private static func mask(_ how: Int32) {
        var interrupts = sigset_t()
        sigemptyset(&interrupts)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&interrupts, number) }
        pthread_sigmask(how, &interrupts, nil)
    }

    /// Ends the program by a signal, so that a shell sees why.
    static func end(by number: Int32) -> Never {
        _ = signal(number, SIG_DFL)
        var one = sigset_t()
        sigemptyset(&one)
        sigaddset(&one, number)
        pthread_sigmask(SIG_UNBLOCK, &one, nil)
        raise(number)
        // Only where the signal ends nothing.
        exit(128 + number)
    }

    // SAFETY: only compared; a function pointer is as wide as an integer.
    private static let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
}
