// SPDX-License-Identifier: MIT
// All who listen to one handle of a session.

internal import Synchronization

/// The listeners of one handle, from its making to its closing.
final class Audience: Sendable {
    private struct State {
        var mailboxes: [UpdateMailbox] = []
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// One more listener.
    func join() -> SessionUpdates {
        let mailbox = UpdateMailbox()
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.mailboxes.append(mailbox) }
            return state.hasEnded
        }
        if hasEnded { mailbox.end() }
        return SessionUpdates(mailbox: mailbox)
    }

    func tell(_ update: SessionUpdate, revision: Int) {
        for mailbox in state.withLock({ $0.mailboxes }) { mailbox.put(update, revision: revision) }
    }

    func end() {
        let mailboxes = state.withLock { state in
            defer { state = State(mailboxes: [], hasEnded: true) }
            return state.mailboxes
        }
        for mailbox in mailboxes { mailbox.end() }
    }
}
