// SPDX-License-Identifier: MIT
// How what was open is opened over another connection, and what becomes of what cannot be.

internal import NoteFiles
internal import Synchronization

/// A vault that a client opened.
struct OpenedVault {
    /// As it was named when it was opened.
    let path: String
    /// Its name in requests.
    let name: String
    /// The last connection that it was opened over.
    var connection: Int
}

extension NoteClient {
    /// Opens a vault, and has it opened again with each connection.
    ///
    /// - Parameter connection: The connection that this belongs to the making of; nil for whichever there is.
    func open(
        _ call: Service.VaultOpen, within limit: Duration? = nil, over connection: Int? = nil
    ) async throws(NoteClientError) -> Service.VaultFacts {
        let parameters = ServiceWriter.object(call)
        return try await answer(
            Service.VaultOpen.self, within: limit, isGreeting: connection != nil,
            arrived: { [weak self] facts, connection in
                let opened = OpenedVault(path: call.path, name: facts.vault, connection: connection)
                self?.state.withLock { state in
                    // Two folders may differ in their bytes alone.
                    state.vaults.removeAll { $0.path.utf8.elementsEqual(opened.path.utf8) }
                    state.vaults.append(opened)
                }
            }
        ) { current throws(NoteClientError) in try Self.parameters(parameters, over: connection, on: current)
        }
    }

    /// Opens what is not open over a connection. One vault or note that cannot be opened hinders no other.
    ///
    /// - Returns: Whether nothing is left to be tried again: everything is open, or gone for good.
    /// - Throws: `NoteClientError` when the connection or the client is over.
    func openAgain(over connection: Int) async throws(NoteClientError) -> Bool {
        let (vaults, sessions) = state.withLock { ($0.vaults, $0.sessions) }
        var isComplete = true
        var closed: [(vault: OpenedVault, problem: NoteClientError)] = []
        for vault in vaults where vault.connection != connection {
            do throws(NoteClientError) {
                _ = try await open(Service.VaultOpen(path: vault.path), over: connection)
            } catch {
                guard error.isOfOneCall else { throw error }
                if !error.isFinal { isComplete = false }
                closed.append((vault, error))
            }
        }
        for session in sessions where !session.isOver && session.place?.connection != connection {
            let vault = closed.first { $0.vault.name.utf8.elementsEqual(session.vault.utf8) }
            let refusal: NoteClientError? =
                if let vault { vault.problem } else { try await openAgain(session, over: connection) }
            guard let problem = refusal else {
                // What was asked of it meanwhile waits for that.
                sendAll()
                continue
            }
            if problem.isFinal {
                session.end()
                news.mailbox.put(.ended(session, problem))
            } else {
                isComplete = false
            }
        }
        return isComplete
    }

    /// Opens a session.
    ///
    /// - Returns: Why it cannot be opened; nil where it is open.
    private func openAgain(
        _ session: RemoteSession, over connection: Int
    ) async throws(NoteClientError) -> NoteClientError? {
        do throws(NoteClientError) {
            _ = try await open(session, over: connection)
            return nil
        } catch {
            guard error.isOfOneCall else { throw error }
            return error
        }
    }
}

extension NoteClientError {
    /// Whether others may be answered over the same connection.
    fileprivate var isOfOneCall: Bool { ![.lost, .closed, .cancelled].contains(code) }

    /// Whether asking again is of no use.
    fileprivate var isFinal: Bool { refusal?.isFinal ?? false }
}
