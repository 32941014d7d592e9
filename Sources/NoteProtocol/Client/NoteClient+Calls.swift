// SPDX-License-Identifier: MIT
// How a request finds its answer, or learns that there will be none.

internal import NoteFiles
internal import NoteJSON
internal import Synchronization

extension NoteClient {
    /// Sends a call as soon as there is a connection, and waits for its outcome.
    func perform(
        _ name: String, within limit: Duration,
        _ make: (CheckedContinuation<ClientCall.Outcome, Never>) -> ClientCall
    ) async -> ClientCall.Outcome {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        let clock = options.clock
        let alarm = Task { [weak self] in
            do {
                try await clock.sleep(for: limit)
            } catch {
                return
            }
            self?.drop(id, .timedOut, "No answer came within \(limit).")
        }
        defer { alarm.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let call = make(continuation)
                state.withLock { $0.calls[id] = call }
                send(id)
                // It may have been cancelled before it was there.
                if Task.isCancelled { drop(id, .cancelled, "The task was cancelled.") }
            }
        } onCancel: {
            drop(id, .cancelled, "The task was cancelled.")
        }
    }

    /// Sends what waits for a connection, in order.
    func sendAll() {
        let waiting = state.withLock { state in
            state.calls.filter { $0.value.sentOver == nil }.keys.sorted()
        }
        for id in waiting { send(id) }
    }

    /// Sends a call, if the connection can take it now.
    private func send(_ id: Int) {
        let failed = state.withLock { state -> (ClientCall, NoteClientError)? in
            guard var call = state.calls[id], call.sentOver == nil else { return nil }
            let problem: NoteClientError
            do throws(NoteClientError) {
                guard let (link, frame) = try Self.frame(of: call, id, state) else { return nil }
                call.sentOver = state.connection
                state.calls[id] = call
                // With the lock held, so that calls go out in their order.
                link.send(frame)
                return nil
            } catch {
                problem = error
            }
            state.calls[id] = nil
            return (call, problem)
        }
        if let (call, error) = failed { call.continuation.resume(returning: .failure(error)) }
    }

    /// The message of a call and where it goes; nil while it has to wait.
    private static func frame(
        of call: ClientCall, _ id: Int, _ state: borrowing State
    ) throws(NoteClientError) -> (ClientLink, [UInt8])? {
        switch state.phase {
        case .closed(let reason): throw call.failure(.closed, reason)
        case .connecting where !call.isGreeting: return nil
        case .connecting, .ready: break
        }
        guard let link = state.link, let parameters = try call.parameters(state.connection) else {
            return nil
        }
        let frame = ClientCall.message(id, call.name, parameters)
        if let largest = state.daemon?.largestMessage, frame.count > largest {
            throw call.failure(.tooLarge, "The daemon takes no message of more than \(largest) bytes.")
        }
        return (link, frame)
    }

    /// Waits for a call no longer, and tells the daemon so.
    private func drop(_ id: Int, _ code: NoteClientError.Code, _ reason: String) {
        let call = state.withLock { state in
            let call = state.calls.removeValue(forKey: id)
            guard let call, call.sentOver != nil, !call.isLost else { return call }
            if call.name == Service.NoteOpen.name { state.abandoned.insert(id) }
            // It may come too late, and then the answer is passed over.
            state.link?.send(ClientCall.cancellation(of: id))
            return call
        }
        if let call { call.continuation.resume(returning: .failure(call.failure(code, reason))) }
    }

    // MARK: What comes, on the thread of the link

    /// Takes a message.
    func take(_ bytes: [UInt8], _ connection: Int) {
        do {
            guard case .object(let message) = try JSONValue(parsing: bytes) else { return }
            if case .string(let method) = message["method"] {
                return try hear(method, message["params"] ?? .null, connection)
            }
            guard case .whole(let id) = message["id"] else {
                // It speaks of no request: the daemon is about to close the connection, and says why.
                let refusal = try ServiceRefusal(message["error"] ?? .null)
                return state.withLock { $0.link }?.end(refusal.description) ?? ()
            }
            let outcome: ClientCall.Outcome =
                if let error = message["error"] {
                    .failure(NoteClientError(try ServiceRefusal(error)))
                } else {
                    .success(message["result"] ?? .null)
                }
            take(outcome, of: id, connection)
        } catch {
            state.withLock { $0.link }?.end("The daemon does not speak the protocol: \(error)")
        }
    }

    private func take(_ outcome: ClientCall.Outcome, of id: Int, _ connection: Int) {
        let (call, isAbandoned) = state.withLock { state in
            (state.calls.removeValue(forKey: id), state.abandoned.remove(id) != nil)
        }
        if isAbandoned, case .success(let value) = outcome { closeAbandoned(value, connection) }
        guard let call else { return }
        if case .success(let value) = outcome { call.arrived?(value, connection) }
        call.continuation.resume(returning: outcome)
    }

    /// Closes a session that was opened for somebody who waits no more.
    private func closeAbandoned(_ value: JSONValue, _ connection: Int) {
        do throws(ServiceMismatch) {
            let answer = try Service.NoteOpen.Answer(reading: ServiceObject(value, at: "result"))
            let place = RemoteSession.Place(connection: connection, number: answer.session)
            Task { await letGo(of: place) }
        } catch {
            // Then it ends with the connection.
        }
    }

    /// Passes news on.
    private func hear(_ method: String, _ value: JSONValue, _ connection: Int) throws(ServiceMismatch) {
        let object = try ServiceObject(value, at: "params")
        func opened(_ number: Int) -> (session: RemoteSession, opening: Int)? {
            state.withLock { $0.places[RemoteSession.Place(connection: connection, number: number)] }
        }
        switch method {
        case Service.NoteChanged.name:
            let news = try Service.NoteChanged(reading: object)
            guard let (session, opening) = opened(news.session) else { return }
            let revision = RemoteRevision(opening: opening, number: news.revision)
            self.news.mailbox.put(.changed(session, revision, news))
        case Service.NoteStatusChanged.name:
            let news = try Service.NoteStatusChanged(reading: object)
            guard let session = opened(news.session)?.session else { return }
            session.follow(news)
            self.news.mailbox.put(.status(session, news))
        case Service.VaultChanged.name: news.mailbox.put(.vault(try Service.VaultChanged(reading: object)))
        case Service.ConflictChanged.name:
            news.mailbox.put(.conflict(try Service.ConflictChanged(reading: object)))
        case Service.Progress.name: news.mailbox.put(.progress(try Service.Progress(reading: object)))
        // A later daemon has more to tell.
        default: break
        }
    }
}
