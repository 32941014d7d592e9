// SPDX-License-Identifier: MIT
// A stream is cut into messages alike however it arrives, and a broken one is refused.

import NoteProtocol
import Testing

@testable import NoteService

@Suite("The frames of messages")
struct FrameParserTests {
    /// What a parser makes of a stream that comes in pieces of a size.
    private func messages(
        _ stream: [UInt8], pieces: Int, largest: Int = 1 << 20
    ) throws(FramingError) -> [[UInt8]] {
        var parser = FrameParser(largest: largest)
        var messages: [[UInt8]] = []
        var rest = stream[...]
        while !rest.isEmpty {
            parser.append(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            while let message = try parser.next() { messages.append(message) }
        }
        return messages
    }

    @Test("are the same whatever pieces they come in", arguments: [1, 2, 3, 5, 7, 64, 1 << 20])
    func anyPieces(size: Int) throws {
        let bodies = [
            "", "{}", "a\r\n\r\nContent-Length: 9\r\n\r\nb", String(repeating: "x", count: 70_000), "é",
        ]
        .map { Array($0.utf8) }
        let stream = bodies.flatMap { FrameParser.frame($0) }
        #expect(try messages(stream, pieces: size) == bodies)
    }

    @Test(
        "take other headers and any case",
        arguments: [
            "content-length: 2\r\n\r\n{}", "Content-Type: text; charset=utf-8\r\nCONTENT-LENGTH:2\r\n\r\n{}",
            "Content-Length:    2\r\nX: y: z\r\n\r\n{}", "Content-Length:\t2 \t\r\n\r\n{}",
        ])
    func headers(text: String) throws {
        #expect(try messages(Array(text.utf8), pieces: 3) == [Array("{}".utf8)])
    }

    @Test(
        "are refused when they are broken",
        arguments: [
            ("Content-Length: x\r\n\r\n", FramingError.Reason.malformedLength),
            ("Content-Length: -1\r\n\r\n", .malformedLength), ("Content-Length: \r\n\r\n", .malformedLength),
            ("Content-Length: 1 1\r\n\r\n", .malformedLength),
            ("Content-Length: 99999999999999999999\r\n\r\n", .malformedLength),
            ("Content-Length: 1\r\nContent-Length: 1\r\n\r\n", .malformedLength),
            ("Content-Length 2\r\n\r\n", .malformedHeader), (": 2\r\n\r\n", .malformedHeader),
            ("Content-Length: 2\n\n{}", .malformedHeader),
            ("\nContent-Length: 2\r\n\r\n{}", .malformedHeader),
            ("\r\n\r\n", .missingLength), ("Content-Length: 2\r\r\n\r\n", .malformedHeader),
            ("Content-Type: x\r\n\r\n", .missingLength),
            ("Content-Length: 101\r\n\r\n", .messageTooLarge(limit: 100)),
            (String(repeating: "x", count: 5000), .headerTooLong),
            ("X: \(String(repeating: "x", count: 5000))\r\n\r\n", .headerTooLong),
        ])
    func broken(text: String, reason: FramingError.Reason) {
        for size in [1, 1 << 20] {
            #expect(throws: FramingError(reason)) {
                try messages(Array(text.utf8), pieces: size, largest: 100)
            }
        }
    }

    @Test("hold no more than came and was not taken")
    func held() throws {
        var parser = FrameParser(largest: 1 << 30)
        parser.append(Array("Content-Length: 1000000000\r\n\r\nabc".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.held == 3)
    }
}
