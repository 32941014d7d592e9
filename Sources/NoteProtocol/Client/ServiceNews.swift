// SPDX-License-Identifier: MIT
// What a client hears without asking, and how it is kept from drowning in it.

internal import NoteFiles

/// A piece of news.
public enum ServiceNews: Sendable {
    /// The text of a session was changed by somebody else, and has that revision now.
    case changed(RemoteSession, RemoteRevision, Service.NoteChanged)
    /// The status of a session is another one, or its note has another path.
    case status(RemoteSession, Service.NoteStatusChanged)
    /// Notes of a vault came, went, moved or changed on the disk.
    case vault(Service.VaultChanged)
    /// A conflict began, changed or is over.
    case conflict(Service.ConflictChanged)
    /// How far a request is that was given a `workDoneToken`.
    case progress(Service.Progress)
    /// The connection ended, for this reason. Sessions are opened anew once there is another one.
    case disconnected(String)
    /// There is a connection again. Ask `vault/changes`: what happened meanwhile was told to nobody.
    case reconnected(Service.Initialize.Answer)
    /// A session was opened anew: this is its text now, with all edits that were answered.
    case reopened(RemoteSession, RemoteText)
    /// A session cannot be opened anew, since its note or its vault is gone, and is over. What was typed and not saved
    /// is in the journal of the daemon, under the path that the note had.
    case ended(RemoteSession, NoteClientError)
    /// More happened than was listened to. Call `RemoteSession.reopen()` for each session, and ask
    /// `vault/changes`.
    case lagged
}

/// The news of one client, in order. One reader at a time.
public struct ServiceNewsStream: AsyncSequence, Sendable {
    /// What comes out.
    public typealias Element = ServiceNews
    /// Nothing goes wrong.
    public typealias Failure = Never

    let mailbox: Mailbox<ServiceNews>

    /// Takes news as they come. One iterator at a time.
    public struct Iterator: AsyncIteratorProtocol {
        let mailbox: Mailbox<ServiceNews>

        /// The next piece of news; nil when the client is closed or the task is cancelled.
        public mutating func next() async -> ServiceNews? { await mailbox.next() }

        /// The same.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> ServiceNews? {
            await mailbox.next()
        }
    }

    /// Begins to take news. One iterator at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

    /// What waits now, without waiting for more.
    public func take() -> [ServiceNews] { mailbox.take() }
}
