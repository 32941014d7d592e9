// SPDX-License-Identifier: MIT
// The trails of all sessions that can be resumed, by the keys of their clients.

internal import Synchronization

/// Remembers the trails of the sessions that were opened last, whether their connections are there or not.
final class EditTrails: Sendable {
    private let state = Mutex(State())
    private let most: Int

    private struct State {
        var trails: [String: (trail: EditTrail, turn: Int)] = [:]
        var turn = 0
    }

    init(most: Int = 4_096) { self.most = most }

    /// A session is opened under a key.
    func add(_ trail: EditTrail, _ key: String) {
        state.withLock { state in
            state.turn += 1
            state.trails[key] = (trail, state.turn)
            guard state.trails.count > most else { return }
            let oldest = state.turn - most / 2
            state.trails = state.trails.filter { $0.value.turn > oldest }
        }
    }

    /// A session was closed by its client, which has all answers.
    func remove(_ trail: EditTrail) {
        state.withLock { $0.trails = $0.trails.filter { $0.value.trail !== trail } }
    }

    /// The trail of a key; nil where that is forgotten, or was of another run of the daemon.
    subscript(key: String) -> EditTrail? { state.withLock { $0.trails[key]?.trail } }
}
