// SPDX-License-Identifier: MIT
// From a message of a client to its answer.

internal import NoteJSON
internal import NoteKit
internal import Synchronization

extension ServedClient {
    /// From how many bytes on a message is large.
    private static let large = 1 << 16

    /// Takes a message that was not looked at yet, and carries out what has to come before the next.
    func take(parsing bytes: [UInt8]) async {
        let job =
            bytes.count >= Self.large
            ? await largeMessages.run { [self] in take(IncomingMessage.reading(bytes), bytes) }
            : take(IncomingMessage.reading(bytes), bytes)
        if let job { await job() }
    }

    /// Takes a message, and has it carried out in its lane.
    ///
    /// - Returns: What has to be carried out before the next message is looked at; nil for nothing.
    func take(
        _ message: Result<IncomingMessage, IncomingMessage.Refusal>, _ bytes: [UInt8]
    ) -> RequestLanes.Job? {
        switch message {
        case .failure(let refusal): finish(bytes, OutgoingMessage.error(refusal.error, to: refusal.id))
        case .success(.answer): finish(bytes, nil)
        case .success(.notification(CancelRequest.name, let parameters)):
            do throws(ProtocolError) {
                try CancelRequest.carryOut(parameters, for: self)
                finish(bytes, nil)
            } catch {
                finish(bytes, refusal(of: CancelRequest.name, error, to: nil))
            }
        case .success(.notification(ExitNotification.name, _)):
            finish(bytes, nil)
            inputEnded()
        case .success(.notification(let method, let parameters)):
            return route(method, nil, parameters, bytes)
        case .success(.request(let id, let method, let parameters)):
            return route(method, id, parameters, bytes)
        }
        return nil
    }

    private func route(
        _ name: String, _ id: MessageID?, _ parameters: JSONObject, _ bytes: [UInt8]
    ) -> RequestLanes.Job? {
        func refuse(_ error: ProtocolError) -> RequestLanes.Job? {
            finish(bytes, refusal(of: name, error, to: id))
            return nil
        }
        guard name == InitializeMethod.name || isInitialized else {
            return refuse(ProtocolError(.notInitialized, "The first request is initialize."))
        }
        guard let method = MethodTable.method(named: name) else {
            let shown = name.utf8.count <= 64 ? "'\(name)'" : "What was asked for"
            return refuse(ProtocolError(.unknownMethod, "\(shown) is no method of notekitd."))
        }
        // So is what waits when the end begins.
        let isRefused = { @Sendable [daemon] in daemon.isEnding && !method.isTakenAtTheEnd }
        let ending = ProtocolError(.ending, "The daemon is about to end.")
        guard !isRefused() else { return refuse(ending) }
        do throws(ProtocolError) {
            let request = try method.request(parameters)
            // What follows may depend on it already, so that nobody can take it back.
            if name == InitializeMethod.name {
                return { [self] in await carryOut(request, named: name, id, bytes) }
            }
            let asked = id.map { requests.add($0, isCancellable: method.isCancellable) }
            lanes.put(
                { [self] in
                    defer { if let id, let asked { requests.remove(id, asked) } }
                    // Nobody is told any more what comes of it.
                    guard await gate.enter(isLarge: request.hasLargeAnswer) else { return finish(bytes, nil) }
                    if isRefused() {
                        finish(bytes, refusal(of: name, ending, to: id))
                    } else {
                        await carryOut(request, asked, named: name, id, bytes)
                    }
                    gate.leave(isLarge: request.hasLargeAnswer)
                }, in: request.lane)
            return nil
        } catch {
            return refuse(error)
        }
    }

    /// The message that refuses a request. A notification gets none; the log says why, once for each name.
    private func refusal(of name: String, _ error: ProtocolError, to id: MessageID?) -> [UInt8]? {
        let error = InternalFailures.logged(error, of: name, for: self.name, daemon.log)
        if let id { return OutgoingMessage.error(error, to: id) }
        guard error.failure == nil else { return nil }
        // Notifications of other protocols come to whoever takes these frames, and concern nobody.
        guard error.code != .unknownMethod else { return nil }
        let isFirst = state.withLock { $0.complaints.insert(name).inserted }
        if isFirst {
            daemon.log.warning("\(self.name) sent '\(name)' as a notification, which was refused: \(error)")
        }
        return nil
    }

    /// Carries a request out, and answers it.
    ///
    /// - Parameter bytes: Its message, which is done with then.
    func carryOut(
        _ request: PreparedRequest, _ asked: AskedRequest? = nil, named name: String, _ id: MessageID?,
        _ bytes: [UInt8]
    ) async {
        let work = { @Sendable [self] in await request.carryOut(self, isNotification: id == nil) }
        let outcome = if let asked { await asked.carryOut(work) } else { await work() }
        switch outcome {
        case nil:
            let sentence = "'\(name)' was cancelled. Nothing was changed."
            finish(bytes, refusal(of: name, ProtocolError(.cancelled, sentence), to: id))
        case .failure(let error):
            finish(bytes, refusal(of: name, daemon.isEnding ? error.atTheEnd : error, to: id))
        case .success(let answer):
            guard let id else { return finish(bytes, nil, then: answer.afterwards) }
            let message =
                request.hasLargeAnswer ? await largeMessages.run { answer.message(id) } : answer.message(id)
            let limit = daemon.limits.answers
            if message.count <= limit { return finish(bytes, message, then: answer.afterwards) }
            let reason = "The answer has \(message.count) bytes; no more than \(limit) are sent at once."
            finish(bytes, OutgoingMessage.error(ProtocolError(.limit, reason), to: id))
        }
    }

    /// Sends an answer, and takes the next messages.
    private func finish(_ message: [UInt8], _ answer: [UInt8]?, then afterwards: () -> Void = {}) {
        if let answer { connection.send(answer) }
        afterwards()
        connection.forget(message.count)
        let left = unanswered.remove(1)
        if left < daemon.limits.requests { connection.resume() }
        if left == 0, state.withLock({ $0.hasInputEnded }) { connection.endAfterSending("it left") }
    }
}
