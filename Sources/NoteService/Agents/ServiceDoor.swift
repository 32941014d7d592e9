// SPDX-License-Identifier: MIT
// Which service a program of one vault speaks to.

internal import NoteKit
package import NoteProtocol
internal import Synchronization

/// The way to the daemon, or to a service in this process where there is none.
package final class ServiceDoor: Sendable {
    private let runtime: RuntimeFolder
    private let configuration: ServiceConfiguration
    private let isReadOnly: Bool
    private let log: ServiceLog
    private let state = Mutex(State())

    private struct State {
        var usesDaemon = false
        var local: LocalService?
        /// What was said last.
        var complaint: String?
    }

    /// - Parameters:
    ///   - runtime: Where the socket of the daemon would be.
    ///   - configuration: For a service in this process.
    ///   - isReadOnly: Whether that leaves what killed programs left as it is.
    ///   - log: Takes what that has to say.
    package init(
        to runtime: RuntimeFolder = .standard, else configuration: ServiceConfiguration,
        isReadOnly: Bool = false, log: ServiceLog
    ) {
        self.runtime = runtime
        self.configuration = configuration
        self.isReadOnly = isReadOnly
        self.log = log
    }

    /// Looks whether the daemon has a vault open. One that has not is left alone: it would hold the vault from then on.
    func choose(for vault: NotePath, as name: String) async {
        guard let visit = await visit(as: name) else { return }
        if await visit.hasOpen(vault) { state.withLock { $0.usesDaemon = true } }
        visit.end()
    }

    /// Whether connections lead to the daemon.
    var usesDaemon: Bool { state.withLock { $0.usesDaemon } }

    /// Asks the daemon something while this process serves the vault itself; nil where none can be asked.
    func visit(as name: String) async -> DaemonVisit? {
        do throws(NoteClientError) {
            return try await DaemonVisit(in: runtime, as: name) { self.complain($0) }
        } catch {
            if error.code != .notRunning { complain("The daemon was not asked: \(error)") }
            return nil
        }
    }

    /// Tells why the daemon was done without; not again as long as it is the same.
    private func complain(_ sentence: String) {
        let isNew = state.withLock { state in
            defer { state.complaint = sentence }
            return state.complaint != sentence
        }
        if isNew { log.warning(sentence) }
    }

    /// Makes a connection. When the daemon has ended, this process takes over.
    @Sendable func connect() throws(ServiceError) -> Int32 {
        if state.withLock({ $0.usesDaemon }) {
            do throws(ServiceError) {
                return try ServiceSocket.connect(in: runtime)
            } catch {
                guard error.code == .notRunning else { throw error }
                state.withLock { $0.usesDaemon = false }
                log.notice("The daemon has ended; the vault is served by this process now.")
            }
        }
        return try local().connect()
    }

    private func local() throws(ServiceError) -> LocalService {
        let made = state.withLock { state in
            Result { () throws(ServiceError) in
                if let local = state.local { return local }
                let local = try LocalService(configuration, isReadOnly: isReadOnly, log: log)
                state.local = local
                return local
            }
        }
        return try made.get()
    }

    /// Ends the service in this process.
    func end() async {
        guard let local = state.withLock({ $0.local }) else { return }
        for each in await local.end() {
            each.tell(log)
        }
    }
}
