// SPDX-License-Identifier: MIT
// A client of a daemon in the same process, that sends what a test wants and keeps what comes in order.

import CNoteLinux
import Foundation
import NoteJSON
import NoteProtocol
import Synchronization
import Testing

/// A refusal, by its word.
struct PairedRefusal: Error, Equatable {
    let word: String
    let digest: String?
}

/// One end of a pair of sockets.
final class PairedClient: Sendable {
    private let file: Int32
    private let state = Mutex(State())

    private struct State {
        var count = 0
        /// Everything that came, in order.
        var messages: [JSONObject] = []
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    init(_ file: Int32) {
        self.file = file
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
        let thread = Thread { [self] in read() }
        thread.start()
    }

    deinit { close(file) }

    private func read() {
        var parser = FrameParser(largest: 1 << 26)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(file, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            parser.append(buffer[..<count])
            do {
                while let bytes = try parser.next() {
                    guard case .object(let message) = try JSONValue(parsing: bytes) else { continue }
                    wake { $0.messages.append(message) }
                }
            } catch {
                Issue.record(error)
                break
            }
        }
        wake { $0.isOver = true }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Everything that came so far.
    var messages: [JSONObject] { state.withLock { $0.messages } }

    /// News of one kind that came so far.
    func news(_ method: String) -> [JSONObject] {
        messages.compactMap { $0["method"] == .string(method) ? $0.object("params") : nil }
    }

    /// Leaves.
    func leave() { shutdown(file, Int32(SHUT_RDWR)) }

    /// Sends a request without waiting, and answers its number.
    @discardableResult
    func send(_ method: String, _ parameters: String = "{}") throws -> Int {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try send(#"{"jsonrpc": "2.0", "id": \#(id), "method": "\#(method)", "params": \#(parameters)}"#)
        return id
    }

    /// Sends a notification.
    func notify(_ method: String, _ parameters: String) throws {
        try send(#"{"jsonrpc": "2.0", "method": "\#(method)", "params": \#(parameters)}"#)
    }

    private func send(_ message: String) throws {
        var rest = FrameParser.frame(Array(message.utf8))[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            try #require(count > 0)
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until something holds for what came, or the connection is over.
    @discardableResult
    func wait<Found>(until found: ([JSONObject]) -> Found?) async throws -> Found {
        while true {
            let (messages, isOver) = state.withLock { ($0.messages, $0.isOver) }
            if let result = found(messages) { return result }
            try #require(!isOver, "the daemon closed the connection")
            // So that a time limit ends a test whose answer never comes.
            try Task.checkCancellation()
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let hasMore = state.withLock { state in
                        let hasMore = state.messages.count > messages.count || state.isOver
                        if !hasMore, !Task.isCancelled { state.waiting.append(continuation) }
                        return hasMore || Task.isCancelled
                    }
                    if hasMore { continuation.resume() }
                }
            } onCancel: {
                wake { _ in }
            }
        }
    }

    /// The answer to a request.
    func answer(_ id: Int) async throws -> JSONObject {
        let answer = try await wait { $0.first { $0["id"] == .whole(id) } }
        guard let error = answer.object("error") else { return try #require(answer.object("result")) }
        let data = try #require(error.object("data"))
        throw PairedRefusal(word: data.text("code"), digest: data.optionalText("digest"))
    }

    func ask(_ method: String, _ parameters: String = "{}") async throws -> JSONObject {
        try await answer(try send(method, parameters))
    }

    /// How a request is refused; nil where it is not.
    func refusal(_ method: String, _ parameters: String) async throws -> PairedRefusal? {
        do {
            _ = try await ask(method, parameters)
            return nil
        } catch let refusal as PairedRefusal {
            return refusal
        }
    }
}

extension JSONObject {
    private func value(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    func object(_ name: String) -> JSONObject? {
        if case .object(let object)? = value(name) { object } else { nil }
    }

    func optionalText(_ name: String) -> String? {
        if case .string(let text)? = value(name) { text } else { nil }
    }

    func text(_ name: String) -> String { optionalText(name) ?? "(no \(name))" }

    func number(_ name: String) -> Int { if case .whole(let number)? = value(name) { number } else { -1 } }

    func truth(_ name: String) -> Bool? { if case .truth(let truth)? = value(name) { truth } else { nil } }

    func objects(_ name: String) -> [JSONObject] {
        guard case .array(let values)? = value(name) else { return [] }
        return values.compactMap { if case .object(let object) = $0 { object } else { nil } }
    }
}
