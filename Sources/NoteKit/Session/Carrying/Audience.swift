// SPDX-License-Identifier: MIT
// All who listen to one handle of a session.

internal import NoteFiles
internal import Synchronization

/// The listeners of one handle.
final class Audience: Sendable {
    /// A listener is kept by whoever listens: nobody writes to one who has gone.
    private struct Listener {
        weak var mailbox: Mailbox<SessionUpdate>?
    }

    private let listeners = Mutex<[Listener]>([])

    /// One more listener, until the handle is closed the next time.
    func join() -> SessionUpdates {
        let mailbox = Mailbox<SessionUpdate>(limit: 1024) { .lagged }
        listeners.withLock { listeners in
            listeners.removeAll { $0.mailbox == nil }
            listeners.append(Listener(mailbox: mailbox))
        }
        return SessionUpdates(mailbox: mailbox)
    }

    func tell(_ update: SessionUpdate) {
        for listener in listeners.withLock({ $0 }) { listener.mailbox?.put(update) }
    }

    func end() {
        let all = listeners.withLock { listeners in
            defer { listeners = [] }
            return listeners
        }
        for listener in all { listener.mailbox?.close() }
    }
}
