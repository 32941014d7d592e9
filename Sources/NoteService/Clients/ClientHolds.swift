// SPDX-License-Identifier: MIT
// What one client holds still, and that nothing of it outlives the client.

internal import Synchronization

/// The holds of a client, each from the moment on when it asks for it until edits go through again.
final class ClientHolds: Sendable {
    /// How many there are at once at most.
    static let most = 64

    private let state = Mutex(State())

    private struct State {
        /// By the numbers that the client knows.
        var holds: [Int: VaultHold] = [:]
        /// Why there are no more; nil as long as there are.
        var end: ProtocolError?
    }

    /// Takes a hold before it holds anything.
    ///
    /// - Throws: `ProtocolError` with code `.limit`, or why there are no more.
    func add(_ hold: VaultHold, as number: Int) throws(ProtocolError) {
        let refusal = state.withLock { state -> ProtocolError? in
            if let end = state.end { return end }
            guard state.holds.count < Self.most else {
                return ProtocolError(.limit, "This client has \(Self.most) holds already.")
            }
            state.holds[number] = hold
            return nil
        }
        if let refusal { throw refusal }
    }

    /// The hold of a number; nil for one that is over.
    subscript(_ number: Int) -> VaultHold? { state.withLock { $0.holds[number] } }

    /// A hold is over.
    func remove(_ number: Int) { state.withLock { $0.holds[number] = nil } }

    /// Begins to end all of them, how far each may have come; there are no more from now on.
    func end(_ reason: ProtocolError) {
        let holds = state.withLock { state in
            state.end = state.end ?? reason
            return Array(state.holds.values)
        }
        for hold in holds { hold.end(reason) }
    }
}
