// SPDX-License-Identifier: MIT
// How a test learns that a program has ended, for certain.

import Foundation
import Synchronization

/// The end of a program: its exit code, or the negative number of the signal that ended it.
///
/// Foundation hears of an end through a socket and a run loop, and under load that was seen to get lost, with
/// the program a zombie for good. So a thread of our own waits for it too; whoever is first tells.
final class ProcessEnd: Sendable {
    private let code = Mutex<Int32?>(nil)
    private let told: AsyncStream<Void>
    private let teller: AsyncStream<Void>.Continuation

    init() { (told, teller) = AsyncStream.makeStream(of: Void.self) }

    /// Starts a program.
    func start(_ process: Process) throws {
        process.terminationHandler = {
            self.tell($0.terminationReason == .uncaughtSignal ? -$0.terminationStatus : $0.terminationStatus)
        }
        try Terminal.withoutBlockedSignals { try process.run() }
        let number = id_t(process.processIdentifier)
        Thread.detachNewThread {
            var end = siginfo_t()
            // Without taking it from Foundation, which may have been faster: then this fails.
            while waitid(P_PID, number, &end, WEXITED | WNOWAIT) == -1 {
                guard errno == EINTR else { return }
            }
            let status = end._sifields._sigchld.si_status
            self.tell(end.si_code == CLD_EXITED ? status : -status)
        }
    }

    /// Waits for the end.
    func wait() async -> Int32 {
        for await _ in told {}
        return code.withLock { $0 ?? -1 }
    }

    private func tell(_ number: Int32) {
        code.withLock { $0 = $0 ?? number }
        teller.finish()
    }
}
