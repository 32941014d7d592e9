// SPDX-License-Identifier: MIT
// How a client comes to a connection, and to the next one.

internal import NoteFiles
internal import Synchronization

extension NoteClient {
    /// Makes a connection: greets the daemon, and opens again what was open.
    ///
    /// - Returns: The connection, where something cannot be opened at present and is to be tried again; else nil.
    @discardableResult
    func connect() async throws(NoteClientError) -> Int? {
        let (link, connection) = try await openLink()
        let isComplete: Bool
        do throws(NoteClientError) {
            try await greet()
            isComplete = try await openAgain(over: connection)
        } catch {
            link.end(error.description)
            throw error
        }
        let isReady = state.withLock { state in
            guard case .connecting = state.phase, state.link === link else { return false }
            state.phase = .ready
            return true
        }
        // It may have ended since the last answer, when nobody but this task would make another one.
        guard isReady else { throw NoteClientError(.lost, "The connection ended as soon as it was made.") }
        sendAll()
        return isComplete ? nil : connection
    }

    private func openLink() async throws(NoteClientError) -> (ClientLink, connection: Int) {
        let connection = state.withLock { state in
            state.connection += 1
            state.link = nil
            return state.connection
        }
        do throws(ServiceError) {
            let link = try ClientLink(try await openSocket())
            let isClosed = state.withLock { state in
                if case .closed = state.phase { return true }
                state.link = link
                return false
            }
            // Only now: what it tells is about the connection of now. Where the client is closed it ends at once,
            // and nothing can be sent.
            if isClosed { link.end("The client was closed.") }
            try link.start(
                ClientLink.Listener(
                    take: { [weak self] in self?.take($0, connection) },
                    ended: { [weak self] in self?.ended(connection, $0) }))
            return (link, connection)
        } catch {
            throw NoteClientError(error)
        }
    }

    /// Comes to a connected socket. A daemon that takes nobody at present is asked again, as long as the patience goes.
    private func openSocket() async throws(ServiceError) -> Int32 {
        var (rest, pause) = (options.patience, options.firstRetry)
        while true {
            do throws(ServiceError) {
                return try options.connect()
            } catch {
                pause = min(pause, rest)
                guard error.code == .occupied, pause > .zero, await Self.sleep(pause, options.clock) else {
                    throw error
                }
                rest -= pause
                pause = min(pause * 2, options.lastRetry)
            }
        }
    }

    private func greet() async throws(NoteClientError) {
        let daemon = try await greet(
            Service.Initialize(
                protocolVersion: 1, clientInfo: Service.Initialize.ClientInfo(name: name),
                offsets: [options.countsUTF16 ? "utf-16" : "utf-8"]))
        let isFirst = state.withLock { state in
            defer { state.daemon = daemon }
            return state.daemon == nil
        }
        if !isFirst { news.mailbox.put(.reconnected(daemon)) }
    }

    /// Tries until there is a connection, and everything is open over it that can be opened at all.
    private static func reconnect(_ client: @Sendable () -> NoteClient?) async {
        var pause: Duration?
        var connection: Int?
        while !Task.isCancelled {
            // Held for the attempt only: a client that nobody has any more is not connected for ever.
            guard let client = client() else { return }
            do throws(NoteClientError) {
                if let connection {
                    if try await client.openAgain(over: connection) { return }
                } else {
                    connection = try await client.connect()
                    if connection == nil { return }
                    pause = nil
                }
            } catch {
                // Where a connection ended that was made, the next one is being made already.
                if error.code == .closed || connection != nil { return }
            }
            let options = client.options
            let next = pause ?? options.firstRetry
            pause = min(next * 2, options.lastRetry)
            guard await sleep(next, options.clock) else { return }
        }
    }

    static func sleep(_ duration: Duration, _ clock: any Clock<Duration>) async -> Bool {
        do {
            try await clock.sleep(for: duration)
            return true
        } catch {
            return false
        }
    }

    // MARK: The end of a connection

    /// A connection is over.
    private func ended(_ connection: Int, _ reason: String) {
        let failed = state.withLock { state -> [(ClientCall, NoteClientError)]? in
            guard connection == state.connection else { return nil }
            var wasReady = false
            switch state.phase {
            case .closed: return nil
            case .ready: wasReady = true
            case .connecting: break
            }
            state.link = nil
            state.places = [:]
            state.abandoned = []
            if wasReady { state.phase = options.reconnects ? .connecting : .closed(reason) }
            let failed = Self.fail(&state, reason)
            // While a connection is being made, whoever makes it goes on.
            if wasReady, options.reconnects {
                let client = { @Sendable [weak self] in self }
                state.reconnecting = Task { await Self.reconnect(client) }
            }
            if wasReady { news.mailbox.put(.disconnected(reason)) }
            return failed
        }
        for (call, error) in failed ?? [] { call.continuation.resume(returning: .failure(error)) }
    }

    /// What becomes of the calls that wait: those that were sent and cannot be sent again are over.
    private static func fail(_ state: inout State, _ reason: String) -> [(ClientCall, NoteClientError)] {
        var failed: [(ClientCall, NoteClientError)] = []
        let isClosed = if case .closed = state.phase { true } else { false }
        for (id, call) in state.calls {
            if call.edit != nil, call.sentOver != nil, !isClosed {
                // The next connection tells.
                state.calls[id]?.isLost = true
            } else if call.isGreeting || isClosed || call.sentOver != nil && !call.isRepeatable {
                state.calls[id] = nil
                failed.append((call, call.failure(isClosed ? .closed : .lost, reason)))
            } else {
                state.calls[id]?.sentOver = nil
            }
        }
        return failed
    }

    /// Ends the client.
    func finish(_ reason: String) {
        let (link, reconnecting, failed) = state.withLock { state in
            if case .closed = state.phase {} else { state.phase = .closed(reason) }
            defer { (state.link, state.reconnecting, state.sessions, state.places) = (nil, nil, [], [:]) }
            return (state.link, state.reconnecting, Self.fail(&state, reason))
        }
        reconnecting?.cancel()
        link?.end(reason)
        news.mailbox.close()
        for (call, error) in failed { call.continuation.resume(returning: .failure(error)) }
    }
}
