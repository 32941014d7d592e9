// SPDX-License-Identifier: MIT
// When in the course of a session's work the outside writer is let go.

internal import Glibc
internal import NoteFiles
internal import Synchronization

/// Follows the file calls of a session, and lets the writer go at a chosen one.
final class SessionRaceTrigger: Sendable {
    private struct State {
        var turn: UInt64 = 0
        var calls = 0
        /// At which call; zero for none.
        var releaseAt = 0
        var callsOfLastSave = 40
        var isSaving = false
        var hits = 0
    }

    private let state = Mutex(State())
    private let words: SharedWords

    init(words: SharedWords) { self.words = words }

    /// How often the writer was let go while the session was at work.
    var hits: Int { state.withLock { $0.hits } }

    /// Chooses the moment of a turn.
    func begin(_ turn: UInt64, _ chance: inout SeededRandom) {
        let way = Int.random(in: 0..<8, using: &chance)
        let share = Double.random(in: 0..<1, using: &chance)
        state.withLock { state in
            state.turn = turn
            state.calls = 0
            // Now and then the writer comes before or after the save.
            state.releaseAt = way == 0 ? 0 : 1 + Int(share * Double(state.callsOfLastSave))
        }
    }

    /// Lets the writer go, if that has not been done.
    func end() {
        state.withLock { state in
            if state.isSaving { state.callsOfLastSave = max(8, state.calls) }
            state.isSaving = false
            words[.go] = state.turn
        }
    }

    func calls(_ call: HookedCalls.Call) {
        state.withLock { state in
            state.calls += 1
            if call == .renameat2 { state.isSaving = true }
            guard state.calls == state.releaseAt else { return }
            state.hits += 1
            words[.go] = state.turn
        }
    }
}
