// SPDX-License-Identifier: MIT
// How those who listen to a session get its updates: in order, and never more than they can bear.

internal import NoteFiles

/// The updates of one listener. They end when the session is closed.
///
/// At most 1,024 wait. Who falls further behind gets `lagged` in their place and reads the text again. One
/// reader at a time: to have several, ask for `NoteSession.updates` several times.
public struct SessionUpdates: AsyncSequence, Sendable {
    /// What comes out.
    public typealias Element = SessionUpdate
    /// Nothing goes wrong.
    public typealias Failure = Never

    let mailbox: Mailbox<SessionUpdate>

    /// Takes updates as they come. One iterator at a time.
    public struct Iterator: AsyncIteratorProtocol {
        let mailbox: Mailbox<SessionUpdate>

        /// The next update; nil when the session is closed or the task is cancelled.
        public mutating func next() async -> SessionUpdate? { await mailbox.next() }

        /// The same.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SessionUpdate? {
            await mailbox.next()
        }
    }

    /// Begins to take updates. One iterator at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

    /// What waits now, without waiting for more: after an edit was answered, everything before it.
    public func take() -> [SessionUpdate] { mailbox.take() }

    /// Has something called whenever an update waits and when the session is closed, for a reader that is
    /// no task of its own and takes what waits then. It must not block.
    package func whenOneWaits(_ call: @escaping @Sendable () -> Void) { mailbox.whenOneWaits(call) }
}
