// SPDX-License-Identifier: MIT
// The daemon's side of a connection, played by a test: what is answered when, and what is told in between.

import CNoteLinux
import Foundation
import NoteJSON
import Synchronization

@testable import NoteProtocol

/// What listens where a daemon would, and answers by a script.
final class ScriptedDaemon: Sendable {
    /// What a client asked.
    struct Request: Sendable {
        let id: Int
        let method: String
        let parameters: JSONObject
        /// Over which connection, from 1 on.
        let connection: Int
        /// How often the method was asked before over the same connection.
        let repetition: Int

        /// An answer to it.
        func answer(_ result: String) -> String {
            #"{"jsonrpc": "2.0", "id": \#(id), "result": \#(result)}"#
        }

        func refusal(_ word: String) -> String {
            #"{"jsonrpc": "2.0", "id": \#(id), "error": {"code": 1, "message": "no", "data": {"code": "\#(word)"}}}"#
        }

        /// That a note is open.
        func opened(_ session: Int, revision: Int = 0, status: String = "ready") -> String {
            answer(
                #"{"session": \#(session), "revision": \#(revision), "text": "", "status": "\#(status)", "message": "#
                    + #"null, "digest": null, "isUnsaved": false, "recovered": false}"#)
        }
    }

    /// News of a session.
    static func changed(_ session: Int, revision: Int) -> String {
        #"{"jsonrpc": "2.0", "method": "note/changed", "params": {"session": \#(session), "revision": \#(revision), "#
            + #""changes": [], "text": null, "isOutside": false}}"#
    }

    static func status(_ session: Int, _ status: String) -> String {
        #"{"jsonrpc": "2.0", "method": "note/status", "params": {"session": \#(session), "path": "a.md", "status": "#
            + #""\#(status)", "message": null, "revision": 0, "isUnsaved": false}}"#
    }

    /// The messages that a request brings; nil for the answer that it usually has.
    typealias Script = @Sendable (Request) -> [String]?

    private let script: Script
    private let state = Mutex(State())

    private struct State {
        var requests: [Request] = []
        var connections = 0
        /// How many are refused next, and why, and how many were.
        var refusals: (count: Int, error: ServiceError)?
        var refused = 0
        /// The end of now.
        var file: Int32?
    }

    init(_ script: @escaping Script) { self.script = script }

    /// Everything that was asked.
    var requests: [Request] { state.withLock { $0.requests } }

    /// A client of it, which tries again at once.
    func client(_ change: (inout NoteClientOptions) -> Void = { _ in }) async throws -> NoteClient {
        var options = NoteClientOptions()
        options.door = { [self] () throws(ServiceError) in try connect() }
        (options.firstRetry, options.lastRetry) = (.milliseconds(1), .milliseconds(5))
        change(&options)
        return try await NoteClient.connect(as: "test", options: options)
    }

    /// Ends the connection of now.
    func hangUp() {
        state.withLock { state in
            if let file = state.file { shutdown(file, Int32(SHUT_RDWR)) }
        }
    }

    /// Takes none of those who connect next.
    func refuse(_ count: Int, with error: ServiceError) { state.withLock { $0.refusals = (count, error) } }

    /// How many were not taken.
    var refused: Int { state.withLock { $0.refused } }

    private func connect() throws(ServiceError) -> Int32 {
        let refusal = state.withLock { state -> ServiceError? in
            guard let (count, error) = state.refusals, count > 0 else { return nil }
            state.refusals = (count - 1, error)
            state.refused += 1
            return error
        }
        if let refusal { throw refusal }
        var pair: [Int32] = [-1, -1]
        let answer = cn_unix_pair(&pair)
        guard answer == 0 else { throw .system("No pair", call: "socketpair", answer) }
        let own = pair[0]
        _ = fcntl(own, F_SETFL, fcntl(own, F_GETFL) & ~O_NONBLOCK)
        let connection = state.withLock { state in
            state.connections += 1
            state.file = own
            return state.connections
        }
        Thread { [self] in
            serve(own, connection)
            state.withLock { if $0.file == own { $0.file = nil } }
            close(own)
        }.start()
        return pair[1]
    }

    private func serve(_ file: Int32, _ connection: Int) {
        var parser = FrameParser(largest: 1 << 26)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(file, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            parser.append(buffer[..<count])
            do {
                while let bytes = try parser.next() {
                    guard case .object(let message) = try JSONValue(parsing: bytes) else { return }
                    take(message, connection).forEach { send($0, over: file) }
                }
            } catch {
                return
            }
        }
    }

    private func take(_ message: JSONObject, _ connection: Int) -> [String] {
        guard let parameters = message.object("params"), case .whole(let id) = message["id"] else {
            return []
        }
        let (method, request) = state.withLock { state in
            let method = message.text("method")
            let before = state.requests.count { $0.connection == connection && $0.method == method }
            let request = Request(
                id: id, method: method, parameters: parameters, connection: connection, repetition: before)
            state.requests.append(request)
            return (method, request)
        }
        if let messages = script(request) { return messages }
        switch method {
        case "initialize":
            return [
                request.answer(
                    #"{"protocolVersion": 1, "serverInfo": {"name": "notekitd", "version": "1", "process": 1}, "#
                        + #""offsets": "utf-8", "methods": [], "largestMessage": 1000000}"#)
            ]
        case "vault/open":
            let path = parameters.text("path")
            return [
                request.answer(
                    #"{"vault": "\#(path)", "path": "\#(path)", "notes": 0, "open": 0, "unsaved": [], "clock": "1", "#
                        + #""degraded": []}"#)
            ]
        case "vault/list": return [request.answer(#"{"vaults": [], "clients": []}"#)]
        case "note/open": return [request.opened(1)]
        case "note/close": return [request.answer(#"{"isSaved": true, "message": null}"#)]
        default: return [request.refusal("method-not-found")]
        }
    }

    private func send(_ message: String, over file: Int32) {
        let frame = FrameParser.frame(Array(message.utf8))
        _ = frame.withUnsafeBytes { Foundation.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}
