// SPDX-License-Identifier: MIT
// All who listen to one handle of a session.

internal import NoteFiles
internal import Synchronization

/// The listeners of one handle, from its making to its closing.
final class Audience: Sendable {
    private struct State {
        var mailboxes: [Mailbox<SessionUpdate>] = []
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// One more listener.
    func join() -> SessionUpdates {
        let mailbox = Mailbox<SessionUpdate>(limit: 1024) { .lagged }
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.mailboxes.append(mailbox) }
            return state.hasEnded
        }
        if hasEnded { mailbox.close() }
        return SessionUpdates(mailbox: mailbox)
    }

    func tell(_ update: SessionUpdate) {
        for mailbox in state.withLock({ $0.mailboxes }) { mailbox.put(update) }
    }

    func end() {
        let mailboxes = state.withLock { state in
            defer { state = State(mailboxes: [], hasEnded: true) }
            return state.mailboxes
        }
        for mailbox in mailboxes { mailbox.close() }
    }
}
