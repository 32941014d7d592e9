// SPDX-License-Identifier: MIT
// How the program ends when it is told to, and when nobody listens any more.

internal import Glibc
internal import NoteKit
internal import Synchronization

/// The signals that the program answers.
enum Signals {
    /// The number of the signal that asked for an end; zero while none did.
    private static let caught = Atomic<Int32>(0)
    /// The bell to be rung then; less than zero where nobody listens.
    private static let bell = Atomic<Int32>(-1)

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

    /// Makes interrupts wait until somebody asks for `asked`.
    ///
    /// - Parameter bell: Rung by an interrupt.
    static func wait(ringing bell: Bell? = nil) {
        // The first use of a global sets it up, which no signal handler may do.
        caught.store(0, ordering: .relaxed)
        self.bell.store(bell?.file ?? -1, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let before = signal(number) { Signals.takeNote(of: $0) }
            // A parent that ignores a signal, as nohup(1) does, wants it ignored.
            // SAFETY: only compared; a function pointer is as wide as an integer.
            if unsafeBitCast(before, to: Int.self) == ignored { _ = signal(number, SIG_IGN) }
        }
    }

    /// What the handler does: nothing but what signal-safety(7) allows.
    private static func takeNote(of number: Int32) {
        let before = errno
        caught.store(number, ordering: .relaxed)
        let file = bell.load(ordering: .relaxed)
        if file >= 0 { Bell.ring(file) }
        errno = before
    }

    /// Lets a piece of work end before an interrupt ends the program.
    static func blocked<Result>(_ work: () -> Result) -> Result {
        var interrupts = sigset_t()
        var before = sigset_t()
        sigemptyset(&interrupts)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&interrupts, number) }
        pthread_sigmask(SIG_BLOCK, &interrupts, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return work()
    }

    /// The signal that asked for an end; nil while none did.
    static var asked: Int32? {
        let number = caught.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Ends the program by the signal that asked for it.
    static func endAsAsked() -> Never { end(by: asked ?? SIGINT) }

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
