// SPDX-License-Identifier: MIT
// What a client is told without asking, and when.

internal import Synchronization

extension ServedClient {
    /// Sends news.
    func tell(_ news: some ServiceNotification) { connection.send(OutgoingMessage.notification(news)) }

    /// Has the client told what is new in a lane, when its turn comes and the client reads.
    func haveTold(_ lane: RequestLane) {
        let mustTell = state.withLock { state in !state.hasEnded && state.told.insert(lane).inserted }
        guard mustTell else { return }
        lanes.put({ [self] in await tellNews(of: lane) }, in: lane)
    }

    private func tellNews(of lane: RequestLane) async {
        let isCongested = connection.isCongested
        let session = state.withLock { state -> ClientSession? in
            state.told.remove(lane)
            if isCongested { state.waiting.insert(lane) }
            guard case .session(let id) = lane else { return nil }
            return state.sessions[id]
        }
        if isCongested {
            // It may have read everything in the same moment.
            if !connection.isCongested { hasRoom() }
            return
        }
        if let session { await session.tellNews(to: self) }
        if case .vault(let id) = lane { tellChanges(of: id) }
    }

    private func tellChanges(of id: String) {
        guard let vault = daemon.openVault(id) else { return }
        let log = vault.log
        let known = state.withLock { state -> Int? in
            guard let known = state.clocks[id], known < log.count else { return nil }
            state.clocks[id] = log.count
            return known
        }
        guard let known else { return }
        let changes = log.changes(since: known)
        tell(
            VaultChanged(
                vault: id, clock: log.clock, degraded: vault.hindrances(of: log),
                isComplete: changes != nil, changes: (changes ?? []).map { VaultChange($0) }))
    }

    /// Follows a vault from a number of its changes on.
    ///
    /// - Parameter count: The number of the last change that the client knows.
    /// - Returns: False where it is gone, and follows nothing.
    func follow(_ vault: ServedVault, from count: Int) -> Bool {
        let (isNew, isThere) = state.withLock { state in
            guard !state.hasEnded, state.clocks[vault.id] == nil else { return (false, !state.hasEnded) }
            state.clocks[vault.id] = count
            return (true, true)
        }
        if isNew { vault.join(self) }
        return isThere
    }

    /// Follows a vault no more that was let go in this very moment.
    func forget(_ vault: ServedVault) {
        state.withLock { $0.clocks[vault.id] = nil }
        vault.leave(self)
    }
}
