// SPDX-License-Identifier: MIT
// How signals become orders.

internal import Glibc
internal import NoteKit
internal import NoteService

/// The signals that the daemon answers. The main thread takes them and does nothing else.
struct ServiceSignals: Sendable {
    private let signals: sigset_t

    /// Blocks the signals in this thread and in all that are started from now on. To be called first of all:
    /// so it happens before the program has a second thread.
    static func blocked() -> ServiceSignals {
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { sigaddset(&wanted, number) }
        pthread_sigmask(SIG_BLOCK, &wanted, nil)
        return ServiceSignals(signals: wanted)
    }

    /// Carries out a run in a task, and hands it the signals that come meanwhile.
    ///
    /// - Returns: The exit code that the run came to.
    func serve(_ run: ServiceRun, _ work: @escaping @Sendable () async -> Int32) -> Int32 {
        let end = Ending()
        Task(executorPreference: TaskLanes.shared) {
            end.tell(await work())
            // Wakes the thread that waits below.
            kill(getpid(), SIGUSR1)
        }
        var (signals, number) = (signals, Int32(0))
        var isEnding = false
        while true {
            guard sigwait(&signals, &number) == 0 else { continue }
            if let code = end.code { return code }
            switch number {
            case SIGHUP: run.tell(.reload)
            case SIGUSR1: break
            default:
                // Whoever asks twice means at once. What is unsaved is in the journals.
                if isEnding { return 5 }
                isEnding = true
                run.tell(.end("signal \(number)"))
            }
        }
    }
}
