// SPDX-License-Identifier: MIT
// What is remembered of an edit, so that it can be asked for after the connection was lost.

internal import Synchronization

/// An edit of a session that is not answered yet.
final class SentEdit: Sendable {
    let session: RemoteSession
    private let state = Mutex(State())

    private struct State {
        var number: Int?
        var wasMade = false
    }

    init(of session: RemoteSession) { self.session = session }

    /// What the daemon knows it by; nil before it was sent. In the order in which edits are sent.
    var number: Int? { state.withLock { $0.number } }

    /// It is about to be sent.
    func number(_ number: Int) { state.withLock { $0.number = number } }

    /// Whether it was made, though its answer never came.
    var wasMade: Bool { state.withLock { $0.wasMade } }

    func madeUnanswered() { state.withLock { $0.wasMade = true } }
}
