// SPDX-License-Identifier: MIT
// What a client has open: vaults by name, sessions, holds.

internal import NoteKit
internal import Synchronization

extension ServedClient {
    /// The open vault of a name.
    func vault(_ id: String) throws(ProtocolError) -> ServedVault {
        guard let vault = daemon.openVault(id) else {
            throw ProtocolError(.unknownVault, "No such vault is open.")
        }
        return vault
    }

    func session(_ id: Int) throws(ProtocolError) -> ClientSession {
        guard let session = state.withLock({ $0.sessions[id] }) else {
            throw ProtocolError(.unknownSession, "This client has no session \(id).")
        }
        return session
    }

    /// Makes room for one more session; to be followed by `add` or `giveUpOpening`.
    func beginOpening() throws(ProtocolError) {
        let limit = daemon.limits.sessionsOfClient
        let mayOpen = state.withLock { state in
            guard state.sessions.count + state.openings < limit else { return false }
            state.openings += 1
            return true
        }
        guard mayOpen else { throw ProtocolError(.limit, "This client has \(limit) sessions open already.") }
    }

    func giveUpOpening() { state.withLock { $0.openings -= 1 } }

    /// Takes a session that was opened; lets go of it where the client is gone.
    func add(_ session: ClientSession) async {
        let isKept = state.withLock { state in
            state.openings -= 1
            let isKept = !state.hasEnded && state.leaving == nil
            if isKept { state.sessions[session.id] = session }
            return isKept
        }
        if !isKept { await letGo(of: session) }
    }

    /// Has the client told from now on what happens in a session. It knows the session by now: news that came before
    /// the answer which names it would be lost on it.
    func listen(to id: Int) {
        guard let session = state.withLock({ $0.sessions[id] }) else { return }
        session.updates.whenOneWaits { [weak self] in self?.haveTold(.session(session.id)) }
    }

    /// Takes a session away from the client, and answers it.
    func remove(_ id: Int) throws(ProtocolError) -> ClientSession {
        guard let session = state.withLock({ $0.sessions.removeValue(forKey: id) }) else {
            throw ProtocolError(.unknownSession, "This client has no session \(id).")
        }
        return session
    }

    func letGo(of session: ClientSession) async {
        do throws(SessionError) {
            try await session.close()
        } catch {
            daemon.log.notice(
                "'\(session.note.path)' has unsaved edits of a client that is gone: \(error) They stay.")
        }
    }
}
