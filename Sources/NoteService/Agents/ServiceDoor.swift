// SPDX-License-Identifier: MIT
// Which service a program of one vault speaks to.

internal import NoteKit
package import NoteProtocol
internal import Synchronization

/// The way to the daemon, or to a service in this process where there is none.
package final class ServiceDoor: Sendable {
    private let runtime: RuntimeFolder
    private let configuration: ServiceConfiguration
    private let log: ServiceLog
    private let state = Mutex(State())

    private struct State {
        var usesDaemon = false
        var local: LocalService?
    }

    /// - Parameters:
    ///   - runtime: Where the socket of the daemon would be.
    ///   - configuration: For a service in this process.
    ///   - log: Takes what that has to say.
    package init(
        to runtime: RuntimeFolder = .standard, else configuration: ServiceConfiguration, log: ServiceLog
    ) {
        self.runtime = runtime
        self.configuration = configuration
        self.log = log
    }

    /// Looks whether the daemon has a vault open. One that has not is left alone: it would hold the vault from then on.
    func choose(for vault: NotePath, as name: String) async {
        var options = NoteClientOptions()
        options.folder = runtime
        options.reconnects = false
        do throws(NoteClientError) {
            let client = try await NoteClient.connect(as: name, options: options)
            let vaults = try await client.answer(to: Service.VaultList()).vaults
            client.close()
            let isThere = vaults.contains { $0.path.utf8.elementsEqual(vault.description.utf8) }
            state.withLock { $0.usesDaemon = isThere }
        } catch {
            if error.code != .notRunning { log.warning("The daemon was not asked: \(error)") }
        }
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
                let local = try LocalService(configuration, log: log)
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
