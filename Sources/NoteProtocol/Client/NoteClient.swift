// SPDX-License-Identifier: MIT
// A program's connection with notekitd: what it can do with it.

internal import NoteFiles
internal import NoteJSON
internal import Synchronization

/// A client of the daemon.
///
/// ```swift
/// let client = try await NoteClient.connect(as: "example")
/// let vault = try await client.answer(to: Service.VaultOpen(path: "/home/me/notes")).vault
/// let note = try await client.answer(to: Service.NoteRead(vault: vault, path: "todo.md"))
/// ```
///
/// It may be used from any task. When the connection is lost it is made anew, vaults and sessions are opened again,
/// and calls wait for that within their time. A request that may have been carried out is sent again only where
/// that does nothing more (`ServiceCall.isRepeatable`); the daemon is asked which edits of a session were made; of any
/// other it is told that nobody knows (`NoteClientError.isUndone`).
///
/// What cannot be opened again at present is tried again until it can be, while everything else goes on. Nothing of it
/// blocks a thread of Swift's own.
public final class NoteClient: Sendable {
    /// What happens without being asked for, in order.
    public let news: ServiceNewsStream
    let name: String
    let options: NoteClientOptions
    let state = Mutex(State())

    struct State {
        var phase = Phase.connecting
        /// The connection of now, and how many there were.
        var link: ClientLink?
        var connection = 0
        var daemon: Service.Initialize.Answer?
        /// How many calls there were.
        var count = 0
        var calls: [Int: ClientCall] = [:]
        /// The `note/open`s that nobody waits for any more.
        var abandoned: Set<Int> = []
        /// What is opened anew with each connection.
        var vaults: [OpenedVault] = []
        var sessions: [RemoteSession] = []
        /// The sessions by what the daemon calls them, each with its opening. A session has one place at most.
        var places: [RemoteSession.Place: (session: RemoteSession, opening: Int)] = [:]
        var reconnecting: Task<Void, Never>?
    }

    enum Phase {
        /// Only what belongs to the making of a connection is sent.
        case connecting
        case ready
        /// It is over, for this reason.
        case closed(String)
    }

    private init(_ name: String, _ options: NoteClientOptions) {
        self.name = name
        self.options = options
        news = ServiceNewsStream(mailbox: Mailbox(limit: options.newsLimit) { .lagged })
    }

    deinit { finish("Its program let go of it.") }

    /// Connects to the daemon.
    ///
    /// - Parameters:
    ///   - name: What the program calls itself, for the log of the daemon.
    ///   - options: How to work.
    /// - Throws: `NoteClientError`: `.notRunning` when there is no daemon, `.unreachable`, `.lost`, `.timedOut`.
    public static func connect(
        as name: String, options: NoteClientOptions = NoteClientOptions()
    ) async throws(NoteClientError) -> NoteClient {
        let client = NoteClient(name, options)
        do throws(NoteClientError) {
            try await client.connect()
        } catch {
            client.close()
            throw error
        }
        return client
    }

    /// Who answers, as of the last connection.
    public var daemon: Service.Initialize.Answer? { state.withLock { $0.daemon } }

    /// Ends the connection for good. Sessions are saved by the daemon; calls that wait have no answer.
    public func close() { finish("The client was closed.") }

    // MARK: Asking

    /// Sends a request, and waits for its answer.
    ///
    /// Vaults that are opened by this stay open for this client: they are opened again with each connection.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - limit: How long to wait, reconnecting included; nil for `NoteClientOptions.patience`.
    /// - Returns: What the daemon answered.
    /// - Throws: `NoteClientError`: `.refused` with what the daemon said; else there is no answer, and `isUndone`
    ///   tells whether it is certain that nothing was done.
    public func answer<Call: ServiceCall>(
        to call: Call, within limit: Duration? = nil
    ) async throws(NoteClientError) -> Call.Answer {
        if let call = call as? Service.VaultOpen,
            let answer = try await open(call, within: limit) as? Call.Answer
        {
            return answer
        }
        let parameters = ServiceWriter.object(call)
        return try await answer(Call.self, within: limit) { _ in parameters }
    }

    /// Opens a note for editing.
    ///
    /// - Parameters:
    ///   - path: The note below the vault.
    ///   - vault: The vault, as `Service.VaultOpen` named it.
    ///   - limit: How long to wait; nil for the usual time.
    /// - Returns: The session, which is to be closed, and its text.
    /// - Throws: `NoteClientError`: `.refused` with what the daemon said.
    public func open(
        _ path: String, in vault: String, within limit: Duration? = nil
    ) async throws(NoteClientError) -> (session: RemoteSession, text: RemoteText) {
        let session = RemoteSession(path, in: vault, of: self)
        return (session, try await open(session, within: limit))
    }

    // MARK: For sessions

    /// Sends a request of a session, under the number that it has when it is sent.
    func answer<Call: ServiceCall>(
        of session: RemoteSession, within limit: Duration?, opening: Int? = nil, edit: SentEdit? = nil,
        _ call: @escaping @Sendable (_ session: Int) -> Call
    ) async throws(NoteClientError) -> Call.Answer {
        try await answer(Call.self, within: limit, edit: edit) { connection throws(NoteClientError) in
            try session.number(on: connection, opening: opening).map { ServiceWriter.object(call($0)) }
        }
    }

    /// Opens a session, and takes it in before any news of it come.
    ///
    /// - Parameter connection: The connection that this belongs to the making of; nil for whichever there is.
    func open(
        _ session: RemoteSession, within limit: Duration? = nil, over connection: Int? = nil
    ) async throws(NoteClientError) -> RemoteText {
        let isGreeting = connection != nil
        let key = RemoteSession.newKey()
        let lost = lostEdits(of: session)
        let parameters = ServiceWriter.object(
            Service.NoteOpen(
                vault: session.vault, path: session.path, mustExist: session.mustExist, key: key,
                resume: lost.isEmpty ? nil : session.key, unanswered: lost.isEmpty ? nil : lost))
        let opened = Mutex<RemoteText?>(nil)
        let answer: Service.NoteOpen.Answer = try await answer(
            Service.NoteOpen.self, within: limit, isGreeting: isGreeting,
            arrived: { [weak self] answer, connection in
                let (text, replaced) = session.become(answer, on: connection, key)
                self?.place(session, as: text.revision.opening, instead: replaced)
                opened.withLock { $0 = text }
                if isGreeting, !session.isOver { self?.news.mailbox.put(.reopened(session, text)) }
                self?.settle(session, made: answer.made)
            }
        ) { current throws(NoteClientError) in
            try Self.parameters(parameters, over: connection, on: current)
        }
        return opened.withLock { $0 } ?? RemoteText(answer, opening: 0)
    }

    /// A session has another place, before any news of that come: what is told of the one before is of a text that
    /// nobody has any more.
    private func place(_ session: RemoteSession, as opening: Int, instead old: RemoteSession.Place?) {
        let connection = state.withLock { state in
            if let old { state.places[old] = nil }
            if let place = session.place, place.connection == state.connection {
                state.places[place] = (session, opening)
                if !state.sessions.contains(session) { state.sessions.append(session) }
            }
            return state.connection
        }
        // It is saved, and of no use any more; it ends with the connection where it cannot be closed.
        if let old, old.connection == connection { Task { await letGo(of: old) } }
    }

    /// A session is over.
    func forget(_ session: RemoteSession, _ place: RemoteSession.Place?) {
        state.withLock { state in
            if let place { state.places[place] = nil }
            state.sessions.removeAll { $0 === session }
        }
        settle(session, made: nil)
    }

    /// Closes what the daemon has open under a number that nobody uses any more.
    func letGo(of place: RemoteSession.Place) async {
        do throws(NoteClientError) {
            _ = try await answer(Service.NoteClose.self, within: nil) { connection throws(NoteClientError) in
                guard connection == place.connection else {
                    throw NoteClientError(.closed, "The connection of the session is over.")
                }
                return ServiceWriter.object(Service.NoteClose(session: place.number))
            }
        } catch {
            // It ends with its connection.
        }
    }

    // MARK: One call

    func answer<Call: ServiceCall>(
        _ type: Call.Type, within limit: Duration?, isGreeting: Bool = false, edit: SentEdit? = nil,
        arrived: (@Sendable (Call.Answer, _ connection: Int) -> Void)? = nil,
        parameters: @escaping @Sendable (_ connection: Int) throws(NoteClientError) -> [UInt8]?
    ) async throws(NoteClientError) -> Call.Answer {
        let read = Mutex<Result<Call.Answer, NoteClientError>?>(nil)
        let take = { @Sendable (value: JSONValue, connection: Int) in
            let result = Self.read(value, Call.self)
            if case .success(let answer) = result { arrived?(answer, connection) }
            read.withLock { $0 = result }
        }
        let outcome = await perform(Call.name, within: limit ?? options.patience) { continuation in
            ClientCall(
                name: Call.name, isRepeatable: Call.isRepeatable, isGreeting: isGreeting,
                parameters: parameters, arrived: arrived == nil ? nil : take, edit: edit,
                continuation: continuation)
        }
        if let result = read.withLock({ $0 }) { return try result.get() }
        return try Self.read(try outcome.get(), Call.self).get()
    }

    private static func read<Call: ServiceCall>(
        _ value: JSONValue, _ type: Call.Type
    ) -> Result<Call.Answer, NoteClientError> {
        do throws(ServiceMismatch) {
            return .success(try Call.Answer(reading: ServiceObject(value, at: "result")))
        } catch {
            return .failure(.unknown(.notUnderstood, Call.name, error.description))
        }
    }

    /// What connects: it waits for nothing else.
    func greet<Call: ServiceCall>(_ call: Call) async throws(NoteClientError) -> Call.Answer {
        let parameters = ServiceWriter.object(call)
        return try await answer(Call.self, within: nil, isGreeting: true) { _ in parameters }
    }

    /// Parameters that may be meant for one connection alone.
    static func parameters(
        _ parameters: [UInt8], over wanted: Int?, on connection: Int
    ) throws(NoteClientError) -> [UInt8] {
        guard wanted == nil || wanted == connection else {
            throw NoteClientError(.lost, "The connection ended before it was sent.")
        }
        return parameters
    }
}
