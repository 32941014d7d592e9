// SPDX-License-Identifier: MIT
// All who listen to one handle of a session.

internal import NoteFiles
internal import Synchronization

/// The listeners of one handle.
final class Audience: Sendable {
    /// A listener is kept by whoever listens: nobody writes to one who has gone.
    private struct Listener {
        weak var mailbox: Mailbox<SessionUpdate>?
        /// Whether it hears of changes of the text.
        let wantsChanges: Bool
    }

    private let listeners = Mutex<[Listener]>([])

    /// One more listener, until the handle is closed the next time.
    ///
    /// - Parameter wantsChanges: Whether it hears of changes of the text, the most by far.
    func join(wantsChanges: Bool) -> SessionUpdates {
        let mailbox = Mailbox<SessionUpdate>(limit: 1024) { .lagged }
        listeners.withLock { listeners in
            listeners.removeAll { $0.mailbox == nil }
            listeners.append(Listener(mailbox: mailbox, wantsChanges: wantsChanges))
        }
        return SessionUpdates(mailbox: mailbox)
    }

    /// Tells updates that belong together: nobody takes some of them alone.
    func tell(_ updates: [SessionUpdate]) {
        let others = updates.filter { if case .change = $0 { false } else { true } }
        for listener in listeners.withLock({ $0 }) {
            listener.mailbox?.put(listener.wantsChanges ? updates : others)
        }
    }

    func end() {
        let all = listeners.withLock { listeners in
            defer { listeners = [] }
            return listeners
        }
        for listener in all { listener.mailbox?.close() }
    }
}
