// SPDX-License-Identifier: MIT
// Requests that are none, and programs that do not keep to their side of the talk.

import Foundation
import Testing

@testable import notekit

@Suite("A session that is talked to badly", .timeLimit(.minutes(2)))
struct SessionProtocolTests {
    private let terminal: Terminal

    init() throws {
        terminal = try Terminal()
        try terminal.write("a\nb\nc\n", to: "n.md")
    }

    static let bad: [(line: String, code: String, op: String?)] = [
        ("x", "bad-json", nil), ("{", "bad-json", nil), ("{}{}", "bad-json", nil),
        ("\u{FEFF}{}", "bad-json", nil),
        (#"{"op":"save","op":"save"}"#, "bad-json", nil), (#"{"op":"save\uD800"}"#, "bad-json", nil),
        ("[]", "bad-request", nil), ("1", "bad-request", nil), ("{}", "bad-request", nil),
        (#"{"op":1}"#, "bad-request", nil), (#"{"op":"erase"}"#, "bad-request", nil),
        (#"{"OP":"save"}"#, "bad-request", nil), (#"{"op":"save","id":[]}"#, "bad-request", nil),
        (#"{"op":"save","id":1.5}"#, "bad-request", nil),
        (#"{"op":"edit"}"#, "bad-request", "edit"),
        (#"{"op":"edit","start":0,"end":0}"#, "bad-request", "edit"),
        (#"{"op":"edit","start":"0","end":0,"text":""}"#, "bad-request", "edit"),
        (#"{"op":"edit","start":0.5,"end":1,"text":""}"#, "bad-request", "edit"),
        (#"{"op":"edit","start":0,"end":0,"text":1}"#, "bad-request", "edit"),
        (#"{"op":"edit","start":0,"end":0,"text":"x","revision":"0"}"#, "bad-request", "edit"),
        (#"{"op":"edit","start":1,"end":0,"text":"x"}"#, "bad-edit", "edit"),
        (#"{"op":"edit","start":-1,"end":0,"text":"x"}"#, "bad-edit", "edit"),
        (#"{"op":"edit","start":0,"end":99,"text":"x"}"#, "bad-edit", "edit"),
        (
            #"{"op":"edit","start":9223372036854775806,"end":9223372036854775807,"text":"x"}"#, "bad-edit",
            "edit"
        ),
        (#"{"op":"resolve"}"#, "bad-request", "resolve"),
        (#"{"op":"resolve","choice":"ours"}"#, "bad-request", "resolve"),
        (#"{"op":"resolve","choice":"mine"}"#, "no-conflict", "resolve"),
        (#"{"op":"resolve","choice":"mine","token":"12"}"#, "bad-request", "resolve"),
        (#"{"op":"resolve","choice":"merged"}"#, "no-conflict", "resolve"),
        (#"{"op":"undo"}"#, "nothing-to-undo", "undo"),
    ]

    @Test("answers each of them with an error, changes nothing, and goes on")
    func errors() async throws {
        let talk = try Talk("n.md", in: terminal)
        for (line, code, op) in Self.bad {
            let answer = try await talk.ask(line)
            #expect(answer.object("error")["code"] as? String == code, "\(line) \(answer.fields)")
            #expect(answer["op"] == op && answer.number("revision") == 0, "\(line)")
        }
        #expect(try await talk.text() == "a\nb\nc\n")
        #expect(try await talk.close().code == 0)
    }

    @Test("tells what was no UTF-8 in a request, and takes a NUL for the character that it is")
    func encoding() async throws {
        let talk = try Talk("n.md", in: terminal)
        try talk.send(Array(#"{"op":"edit","start":0,"end":0,"text":""#.utf8) + [0xFF] + Array("\"}\n".utf8))
        #expect(try await talk.line(with: "op").object("error")["code"] as? String == "bad-json")
        #expect(
            try await talk.ask(#"{"op":"edit","start":0,"end":0,"text":"\u0000"}"#)["status"] == "editing")
        #expect(try await talk.close().code == 0)
        #expect(try terminal.bytes(of: "n.md").first == 0)
    }

    @Test("refuses a line of more than 64 MB without holding it, and goes on")
    func hugeLine() async throws {
        let line = """
            (printf '{"op":"edit","start":0,"end":0,"text":"'; head -c 67108864 /dev/zero | tr '\\0' x; printf '"}\\n'
            printf '{"op":"edit","start":0,"end":1,"text":"A"}\\n') | notekit session n.md
            """
        let answer = try await terminal.type(line)
        #expect(answer.code == 0)
        let lines = try answer.out.split(separator: "\n").map { try Answer(String($0)) }
        #expect(lines.count == 4)
        #expect(lines[1].object("error")["code"] as? String == "line-too-long")
        #expect(lines[2]["status"] == "editing")
        #expect(try terminal.bytes(of: "n.md") == Array("A\nb\nc\n".utf8))
    }

    @Test("whose reader went away still takes and saves what it is sent")
    func lostReader() async throws {
        let talk = try Talk("n.md", in: terminal)
        _ = try await talk.line()
        try talk.stopListening()
        for _ in 0..<3 { try talk.send(Array(#"{"op":"edit","start":0,"end":0,"text":"x"}"#.utf8) + [0x0A]) }
        // The output is broken by now, and the input not read yet.
        _ = try await terminal.type("true")
        try talk.endInput()
        let end = try await talk.ending()
        // As every program ends whose reader is gone.
        #expect(end.code == -SIGPIPE && end.err == "")
        #expect(try terminal.bytes(of: "n.md") == Array("xxxa\nb\nc\n".utf8))
    }

    @Test("whose reader does not read waits for it, saves all the same, and ends when it is told to")
    func slowReader() async throws {
        let talk = try Talk("n.md", in: terminal, pause: 10)
        try await talk.edit(0, 1, "A")
        // 20 MB of answers that nobody reads: more than the pipe and the queue hold.
        let id = String(repeating: "x", count: 1_000_000)
        for _ in 0..<20 { try talk.send(Array("{\"op\":\"redo\",\"id\":\"\(id)\"}\n".utf8)) }
        while try terminal.bytes(of: "n.md").first != UInt8(ascii: "A") { await Task.yield() }
        talk.signal(SIGTERM)
        let end = try await talk.ending()
        #expect(end.code == 0)
    }

    @Test("whose output cannot be written says so and ends with 2, with everything saved")
    func fullOutput() async throws {
        let line = #"echo '{"op":"edit","start":0,"end":1,"text":"A"}' | notekit session n.md > /dev/full"#
        let answer = try await terminal.type(line)
        #expect(answer.code == 2)
        #expect(answer.err.hasPrefix("notekit: the answer was not written"))
        #expect(try terminal.bytes(of: "n.md") == Array("A\nb\nc\n".utf8))
    }

    @Test("without an input ends with 2")
    func noInput() async throws {
        let answer = try await terminal.type("notekit session n.md <&-")
        #expect(answer.code == 2)
        #expect(answer.err.hasPrefix("notekit: The requests were not read to their end"))
    }
}

@Suite("Lines of input")
struct LineSplitterTests {
    private func lines(_ pieces: [String], limit: Int) -> [LineSplitter.Line] {
        var splitter = LineSplitter(limit: limit)
        var lines: [LineSplitter.Line] = []
        for piece in pieces { lines += Array(piece.utf8).withUnsafeBytes { splitter.take($0) } }
        if let last = splitter.end() { lines.append(last) }
        return lines
    }

    private func whole(_ text: String) -> LineSplitter.Line { .whole(Array(text.utf8)) }

    @Test("are put together from any pieces")
    func pieces() {
        let text = "one\n\ntwo\r\nthree"
        for size in 1...text.utf8.count {
            let pieces = stride(from: 0, to: text.utf8.count, by: size).map {
                String(decoding: Array(text.utf8)[$0..<min($0 + size, text.utf8.count)], as: UTF8.self)
            }
            #expect(lines(pieces, limit: 5) == [whole("one"), whole(""), whole("two\r"), whole("three")])
        }
        #expect(lines([], limit: 5).isEmpty)
        #expect(lines(["a\n"], limit: 5) == [whole("a")])
    }

    @Test("that are too long are told once, and the next one is whole")
    func tooLong() {
        #expect(lines(["123456\nab\n"], limit: 5) == [.tooLong, whole("ab")])
        #expect(lines(["123", "456", "789\nab"], limit: 5) == [.tooLong, whole("ab")])
        #expect(lines(["123", "456"], limit: 5) == [.tooLong])
        #expect(lines(["12345", "\n"], limit: 5) == [whole("12345")])
    }
}
