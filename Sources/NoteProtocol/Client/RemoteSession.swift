// SPDX-License-Identifier: MIT
// A note that a client has open at the daemon, whatever becomes of the connection.

internal import Synchronization

/// A session of this client.
///
/// When the connection is lost the client opens it anew, and tells its text by `ServiceNews.reopened`; all edits
/// that were answered are in it. Revisions from before are refused then with `.staleSession`: so no edit is made
/// in a text that its maker has not seen.
public final class RemoteSession: Sendable, Hashable {
    /// The vault, as `Service.VaultOpen` named it.
    public let vault: String
    private let client: NoteClient
    private let state: Mutex<State>

    private struct State {
        var path: String
        /// The number that the daemon knows it by, on a connection; nil while it is not open there.
        var place: Place?
        var openings = 0
        var isOver = false
    }

    struct Place: Hashable {
        let connection: Int
        let number: Int
    }

    init(_ path: String, in vault: String, of client: NoteClient) {
        self.vault = vault
        self.client = client
        state = Mutex(State(path: path))
    }

    /// Whether both are the same session.
    public static func == (one: RemoteSession, other: RemoteSession) -> Bool { one === other }

    /// The identity of the session.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The path of the note below the vault; a rename is followed.
    public var path: String { state.withLock { $0.path } }

    // MARK: What is asked

    /// Changes the text: all of the edits, or none. They are in the journal when this returns.
    ///
    /// - Parameters:
    ///   - edits: Their ranges are in the text of the revision, and do not overlap.
    ///   - revision: The revision that they speak of.
    ///   - limit: How long to wait for the answer; nil for the usual time.
    /// - Returns: The revision that the text has now.
    /// - Throws: `NoteClientError`: `.staleSession` when the session was opened anew since that revision, `.refused`
    ///   with the word `stale-revision` or `bad-edit`; nothing was done. After `.lost` and `.timedOut` it is not
    ///   known; the text that `ServiceNews.reopened` or `reopen()` tells shows it.
    public func edit(
        _ edits: [Service.TextEdit], on revision: RemoteRevision, within limit: Duration? = nil
    ) async throws(NoteClientError) -> RemoteRevision {
        let answer = try await client.answer(of: self, within: limit, opening: revision.opening) { session in
            Service.NoteEdit(session: session, revision: revision.number, edits: edits)
        }
        return RemoteRevision(opening: revision.opening, number: answer.revision)
    }

    /// Saves now, without waiting for the pause.
    ///
    /// - Parameter limit: How long to wait for the answer; nil for the usual time.
    /// - Returns: How the session stands.
    /// - Throws: `NoteClientError`: `.refused` with the word `conflict` or `not-written`.
    @discardableResult
    public func save(within limit: Duration? = nil) async throws(NoteClientError) -> Service.SessionFacts {
        try await client.answer(of: self, within: limit) { Service.NoteSave(session: $0) }
    }

    /// Ends a conflict, on the sides that were looked at.
    ///
    /// - Parameters:
    ///   - choice: What becomes of the note.
    ///   - token: The sides that the choice was made on, as `Service.ConflictShow` named them.
    ///   - text: The merged text; for `.merged` alone.
    ///   - limit: How long to wait for the answer; nil for the usual time.
    /// - Returns: How the session stands.
    /// - Throws: `NoteClientError`: `.refused` with the word `no-conflict`, or `conflict`: a side is another by now,
    ///   and nothing was written.
    @discardableResult
    public func resolve(
        _ choice: Service.NoteResolve.Choice, of token: String, text: String? = nil,
        within limit: Duration? = nil
    ) async throws(NoteClientError) -> Service.SessionFacts {
        try await client.answer(of: self, within: limit) {
            Service.NoteResolve(session: $0, choice: choice, token: token, text: text)
        }
    }

    /// The blocks of its text, the unsaved edits included.
    ///
    /// - Parameter limit: How long to wait for the answer; nil for the usual time.
    /// - Throws: `NoteClientError`.
    public func blocks(
        within limit: Duration? = nil
    ) async throws(NoteClientError) -> Service.NoteBlocks.Answer {
        try await client.answer(of: self, within: limit) { session in
            var call = Service.NoteBlocks()
            call.session = session
            return call
        }
    }

    /// Opens the session anew, for whoever does not know its text any more.
    ///
    /// - Parameter limit: How long to wait for the answer; nil for the usual time.
    /// - Returns: The text of now. Revisions from before are refused.
    /// - Throws: `NoteClientError`; the session is as it was.
    public func reopen(within limit: Duration? = nil) async throws(NoteClientError) -> RemoteText {
        let old = place
        let text = try await client.open(self, within: limit)
        // The old one is saved, and of no use any more; it ends with the connection where it cannot be closed.
        if let old { await client.letGo(of: old) }
        return text
    }

    /// Saves what is pending, and ends the session.
    ///
    /// - Parameter limit: How long to wait for the answer; nil for the usual time.
    /// - Returns: Whether everything is in the file, and why not. What is not stays with the daemon.
    /// - Throws: `NoteClientError`. The session is over all the same; what is unsaved stays with the daemon.
    @discardableResult
    public func close(within limit: Duration? = nil) async throws(NoteClientError) -> Service.NoteClose.Answer
    {
        defer { end() }
        return try await client.answer(of: self, within: limit) { Service.NoteClose(session: $0) }
    }

    // MARK: For the client

    /// Where the daemon has it; nil while it is not open there.
    var place: Place? { state.withLock { $0.place } }

    /// The revision that a number stands for at present.
    func revision(_ number: Int) -> RemoteRevision {
        RemoteRevision(opening: state.withLock { $0.openings }, number: number)
    }

    /// Its number for a request.
    ///
    /// - Parameter opening: The opening that the request speaks of; nil for any.
    /// - Throws: `NoteClientError` with code `.staleSession` or `.closed`; nil is answered while it is not open.
    func number(on connection: Int, opening: Int?) throws(NoteClientError) -> Int? {
        let (place, openings, isOver) = state.withLock { ($0.place, $0.openings, $0.isOver) }
        if isOver { throw NoteClientError(.closed, "The session of '\(path)' is over. Nothing was done.") }
        if let opening, opening != openings {
            throw NoteClientError(
                .staleSession,
                "The session of '\(path)' was opened anew. Nothing was done; take its new text.")
        }
        return place.flatMap { $0.connection == connection ? $0.number : nil }
    }

    /// The daemon has it open under a number.
    func become(_ answer: Service.NoteOpen.Answer, on connection: Int) -> RemoteText {
        let opening = state.withLock { state in
            state.place = Place(connection: connection, number: answer.session)
            state.openings += 1
            return state.openings
        }
        return RemoteText(answer, opening: opening)
    }

    func follow(to path: String) { state.withLock { $0.path = path } }

    func end() {
        let place = state.withLock { state in
            state.isOver = true
            defer { state.place = nil }
            return state.place
        }
        client.forget(self, place)
    }

    var isOver: Bool { state.withLock { $0.isOver } }
}
