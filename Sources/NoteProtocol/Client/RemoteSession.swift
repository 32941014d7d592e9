// SPDX-License-Identifier: MIT
// A note that a client has open at the daemon, whatever becomes of the connection.

internal import Synchronization

/// A session of this client.
///
/// When the connection is lost the client opens it anew, and tells its text by `ServiceNews.reopened`; all edits
/// that were answered are in it. Revisions from before are refused then with `.staleSession`: so no edit is made
/// in a text that its maker has not seen. Where its note was removed or renamed meanwhile, or cannot be opened for
/// good, the session is over, which is told by `ServiceNews.ended`; where it cannot be opened at present, that is
/// tried again, and what is asked of the session waits.
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
        /// The status that was told last; nil before it was open.
        var status: String?
        /// What it can be resumed by; nil before it was open.
        var key: String?
        /// How many edits were sent.
        var edits = 0
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
    /// When the connection is lost before the answer comes, the next one tells whether the edits were made, and this waits
    /// for that: they are made once, or not at all.
    ///
    /// - Returns: The revision that the text has now. Where the connection was lost meanwhile, one of before, on which no
    ///   edit can be made: the text that `ServiceNews.reopened` tells holds the edits.
    /// - Throws: `NoteClientError`: `.staleSession` when the session was opened anew since that revision, `.refused`
    ///   with the word `stale-revision` or `bad-edit`; nothing was done. After `.lost` too, where
    ///   `isUndone` says so; else, as after a kill of the daemon, and after `.timedOut`, it is not known; the text that
    ///   `ServiceNews.reopened` or `reopen()` tells shows it.
    public func edit(
        _ edits: [Service.TextEdit], on revision: RemoteRevision, within limit: Duration? = nil
    ) async throws(NoteClientError) -> RemoteRevision {
        let sent = SentEdit(of: self)
        do throws(NoteClientError) {
            let answer = try await client.answer(
                of: self, within: limit, opening: revision.opening, edit: sent
            ) { session in
                let number = self.nextEdit()
                sent.number(number)
                return Service.NoteEdit(
                    session: session, revision: revision.number, number: number, edits: edits)
            }
            return RemoteRevision(opening: revision.opening, number: answer.revision)
        } catch {
            guard sent.wasMade else { throw error }
            return revision
        }
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
    /// - Throws: `NoteClientError`; the session is as it was. `.refused` with the word `missing` where its note was
    ///   renamed or removed in this moment, which is told by `ServiceNews.status`.
    public func reopen(within limit: Duration? = nil) async throws(NoteClientError) -> RemoteText {
        try await client.open(self, within: limit)
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

    /// Whether to demand that its note is there when it is opened anew; nil where it was not there when last told of.
    var mustExist: Bool? {
        let status = state.withLock { $0.status }
        return status.map { $0.utf8.elementsEqual("missing".utf8) } == false ? true : nil
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
    ///
    /// - Parameter key: What this opening can be resumed by.
    /// - Returns: Its text, and the place that is of no use any more: the one before, or this one where it is over.
    func become(
        _ answer: Service.NoteOpen.Answer, on connection: Int, _ key: String
    ) -> (text: RemoteText, replaced: Place?) {
        let place = Place(connection: connection, number: answer.session)
        let (opening, replaced) = state.withLock { state in
            state.key = key
            state.openings += 1
            guard !state.isOver else { return (state.openings, Place?.some(place)) }
            defer { (state.place, state.status) = (place, answer.status) }
            return (state.openings, state.place)
        }
        return (RemoteText(answer, opening: opening), replaced)
    }

    /// What the daemon knows it by on whatever connection; nil before it was open.
    var key: String? { state.withLock { $0.key } }

    /// A key that no other session has.
    static func newKey() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
    }

    /// The number of the edit that is sent next.
    private func nextEdit() -> Int {
        state.withLock { state in
            state.edits += 1
            return state.edits
        }
    }

    func follow(_ news: Service.NoteStatusChanged) {
        state.withLock { ($0.path, $0.status) = (news.path, news.status) }
    }

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
