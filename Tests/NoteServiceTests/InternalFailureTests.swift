// SPDX-License-Identifier: MIT
// A failure that nobody foresaw: answered with a number, and in the log once under that number.

import CNoteLinux
import Foundation
import NoteJSON
import NoteProtocol
import Testing

@testable import NoteService

@Suite("A failure that nobody foresaw")
struct InternalFailureTests {
    private func fail(_ id: MessageID?, _ error: ProtocolError) async throws -> (
        answer: JSONObject?, log: [String]
    ) {
        let daemon = try PairedDaemon()
        var pair: [Int32] = [-1, -1]
        try #require(cn_unix_pair(&pair) == 0)
        let connection = Connection(pair[0], number: 1, peer: getpid(), loop: daemon.loop)
        let client = daemon.daemon.welcome(connection)
        let request = PreparedRequest(lane: .daemon, hasLargeAnswer: false) { _, _ in .failure(error) }
        await client.carryOut(request, named: "vault/list", id, [])
        connection.close("the test ends")
        var parser = FrameParser(largest: 1 << 16)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(pair[1], &buffer, buffer.count, 0)
        parser.append(buffer[..<max(0, count)])
        var answer: JSONObject?
        if let message = try parser.next(), case .object(let object) = try JSONValue(parsing: message) {
            answer = object
        }
        close(pair[1])
        await daemon.end()
        try daemon.remove()
        return (answer, daemon.words.filter { $0.contains("ailure") || $0.contains("cog") })
    }

    @Test("is answered with the number under which the log has it, once")
    func request() async throws {
        let (answer, log) = try await fail(.number(7), ProtocolError(.internalError, "A cog broke."))
        let error = try #require(answer?.object("error"))
        let number = try #require(error.object("data")?.optionalText("failure"))
        #expect(error.number("code") == -32603 && error.object("data")?.text("code") == "internal-error")
        #expect(error.text("message") == "A cog broke. The log has it as failure \(number).")
        #expect(log.count == 1 && log[0].hasPrefix("error Failure \(number): 'vault/list' of"))
        #expect(log[0].hasSuffix("failed: A cog broke."))
    }

    @Test("is in the log, once, where nobody is answered")
    func notification() async throws {
        let (answer, log) = try await fail(nil, ProtocolError(.internalError, "A cog broke."))
        #expect(answer == nil && log.count == 1 && log[0].contains("Failure "))
    }

    @Test("is none where the client is refused")
    func refusal() async throws {
        let (answer, log) = try await fail(.number(7), ProtocolError(.missing, "There is no cog."))
        #expect(answer?.object("error")?.object("data")?.optionalText("failure") == nil && log.isEmpty)
    }
}
