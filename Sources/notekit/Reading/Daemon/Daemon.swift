// SPDX-License-Identifier: MIT
// How a command, which runs once and waits, asks the daemon.

internal import Dispatch
internal import Glibc
internal import NoteKit
internal import NoteProtocol
internal import Synchronization

/// The running daemon.
struct Daemon: Sendable {
    /// How long an answer is waited for that comes at once where all is well.
    static let patience = Duration.seconds(2)

    /// What this program is to the daemon.
    static let name = "notekit"

    let client: NoteClient

    /// The daemon of this user; nil where none runs.
    ///
    /// System calls: `stat(2)`; where there is a socket, those of `NoteClient.connect`.
    ///
    /// - Throws: `DaemonFailure` when one runs that cannot be used.
    static func running() throws(DaemonFailure) -> Daemon? {
        do throws(DaemonFailure) {
            return try connected()
        } catch {
            guard error.error.code == .lost else { throw error }
            // It ended while it was asked. A second look finds none, or the one that came after it.
            return try connected()
        }
    }

    private static func connected() throws(DaemonFailure) -> Daemon? {
        var options = NoteClientOptions()
        options.reconnects = false
        options.patience = patience
        var facts = stat()
        // Nearly everybody has none, and pays no thread for that.
        guard options.folder.socket.withCString({ stat($0, &facts) }) == 0 else { return nil }
        let chosen = options
        let answer = ask {
            await DaemonFailure.catching(isHarmless: true) { () async throws(NoteClientError) in
                try await NoteClient.connect(as: name, options: chosen)
            }
        }
        do throws(DaemonFailure) {
            return Daemon(client: try answer.get())
        } catch {
            guard error.error.code == .notRunning else { throw error }
            return nil
        }
    }

    /// What it says of itself.
    var facts: Service.Initialize.ServerInfo? { client.daemon?.serverInfo }

    /// Whether it knows a method.
    func knows<Call: ServiceCall>(_ call: Call.Type) -> Bool {
        client.daemon?.methods.contains { $0.utf8.elementsEqual(Call.name.utf8) } ?? false
    }

    /// What it answers, waited for on this thread. An interrupt ends the program meanwhile.
    ///
    /// - Throws: `DaemonFailure`: what `NoteClient.answer` throws.
    func answer<Call: ServiceCall>(
        to call: Call, within limit: Duration = patience
    ) throws(DaemonFailure) -> Call.Answer {
        let client = client
        return try Self.ask {
            await DaemonFailure.catching(isHarmless: Call.isRepeatable) { () async throws(NoteClientError) in
                try await client.answer(to: call, within: limit)
            }
        }.get()
    }

    /// Waits on this thread for what a task comes to that asks the daemon. An interrupt ends the program meanwhile:
    /// here nothing is half done, and a daemon that stands still must not keep anybody.
    static func ask<Answer: Sendable>(_ work: @escaping @Sendable () async -> Answer) -> Answer {
        Signals.interruptibly { wait(work) }
    }

    /// Waits on this thread for what a task comes to.
    static func wait<Answer: Sendable>(_ work: @escaping @Sendable () async -> Answer) -> Answer {
        let waited = Waited<Answer>()
        Task { waited.tell(await work()) }
        return waited.answer()
    }
}

/// What a thread waits for.
private final class Waited<Answer: Sendable>: Sendable {
    private let told = Mutex<Answer?>(nil)
    private let bell = DispatchSemaphore(value: 0)

    func tell(_ answer: Answer) {
        told.withLock { $0 = answer }
        bell.signal()
    }

    func answer() -> Answer {
        while true {
            bell.wait()
            if let answer = told.withLock({ $0 }) { return answer }
        }
    }
}
