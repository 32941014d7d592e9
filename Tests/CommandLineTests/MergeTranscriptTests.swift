// SPDX-License-Identifier: MIT
// What a person types to merge two versions of a note, and what comes back.

import Foundation
import Testing

@Suite("A merge from the command line")
struct MergeTranscriptTests {
    private let terminal: Terminal

    init() throws {
        terminal = try Terminal()
        try terminal.write("a\r\nb\r\nc\r\n", to: "base.md")
        try terminal.write("A\r\nb\r\nc\r\n", to: "mine.md")
        try terminal.write("a\r\nb\r\nc\r\nd\r\n", to: "theirs.md")
        try terminal.write("X\r\nb\r\nc\r\n", to: "other.md")
    }

    @Test("of changes that do not touch goes to the standard output, with 0")
    func clean() async throws {
        #expect(
            try await terminal.type("notekit merge base.md mine.md theirs.md")
                == .init(out: "A\r\nb\r\nc\r\nd\r\n", err: "", code: 0))
    }

    @Test(
        "makes its output, or replaces it, be it one of its inputs",
        arguments: [
            "out.md", "mine.md", "base.md",
        ])
    func output(name: String) async throws {
        let answer = try await terminal.type("notekit merge base.md mine.md theirs.md -o \(name)")
        #expect(answer == .init(out: "", err: "", code: 0))
        #expect(try terminal.bytes(of: name) == Array("A\r\nb\r\nc\r\nd\r\n".utf8))
        let again = try await terminal.type("notekit merge base.md mine.md theirs.md --output=\(name)")
        #expect(again.code == 0)
    }

    @Test("of changes that contradict each other holds both, names them, and ends with 1")
    func conflict() async throws {
        let err = "notekit: conflict: 'mine.md' line 1, 'other.md' line 1\nnotekit: 1 conflict.\n"
        #expect(
            try await terminal.type("notekit merge base.md mine.md other.md")
                == .init(out: "A\r\nX\r\nb\r\nc\r\n", err: err, code: 1))
        let marked = try await terminal.type("notekit merge base.md mine.md other.md --markers -o out.md")
        #expect(marked == .init(out: "", err: err, code: 1))
        let text = "<<<<<<< mine.md\r\nA\r\n=======\r\nX\r\n>>>>>>> other.md\r\nb\r\nc\r\n"
        #expect(try terminal.bytes(of: "out.md") == Array(text.utf8))
    }

    @Test("is told in JSON, with the places that are left to decide")
    func json() async throws {
        let err = "notekit: conflict: 'mine.md' line 1, 'other.md' line 1\nnotekit: 1 conflict.\n"
        let places =
            #""conflicts":[{"mine":{"line":1,"start":0,"end":3},"theirs":{"line":1,"start":0,"end":3}}]"#
        #expect(
            try await terminal.type("notekit merge base.md mine.md other.md --json")
                == .init(out: #"{\#(places),"text":"A\r\nX\r\nb\r\nc\r\n"}"# + "\n", err: err, code: 1))
        let written = try await terminal.type("notekit merge base.md mine.md other.md -o out.md --json")
        #expect(written.out.hasPrefix(#"{"status":"saved","digest":""#) && written.code == 1)
        #expect(written.out.hasSuffix(",\(places)}\n") && written.err == err)
        let clean = try await terminal.type("notekit merge base.md mine.md theirs.md -o out.md --json")
        #expect(clean.out.contains(#""conflicts":[]"#) && clean.code == 0)
        let again = try await terminal.type("notekit merge base.md mine.md theirs.md -o out.md --json")
        #expect(again.out.hasPrefix(#"{"status":"unchanged""#) && again.code == 0)
        let failed = try await terminal.type("notekit merge base.md mine.md theirs.md -o no/out.md --json")
        #expect(failed.out.hasPrefix(#"{"status":"failed","digest":null"#) && failed.code == 5)
        #expect(failed.out.contains(#""kept":"/"#) && failed.out.contains(#""error":{"code":"missing""#))
        let gone = try await terminal.type("notekit merge base.md gone.md theirs.md --json")
        #expect(gone.out.hasPrefix(#"{"error":{"code":"missing","path":"gone.md""#) && gone.code == 2)
    }

    @Test("of a file that is not UTF-8 ends with 4, of one that is not there with 2, and writes nothing")
    func refused() async throws {
        try terminal.write([0x61, 0xFF], to: "bad.md")
        let bad = try await terminal.type("notekit merge base.md bad.md theirs.md -o out.md")
        #expect(bad.code == 4 && bad.out == "" && bad.err.contains("'bad.md'"))
        let gone = try await terminal.type("notekit merge base.md gone.md theirs.md -o out.md")
        #expect(gone.code == 2 && gone.out == "" && gone.err.contains("'gone.md'"))
        let folder = try await terminal.type("mkdir out; notekit merge base.md mine.md theirs.md -o out")
        #expect(folder.code == 2 && folder.out == "" && folder.err.contains("'out'"))
        #expect(try await terminal.type("ls").out == "bad.md\nbase.md\nmine.md\nother.md\nout\ntheirs.md\n")
    }

    @Test("that cannot be written ends with 5 and keeps the merged text")
    func notWritten() async throws {
        try terminal.write(String(repeating: "long\n", count: 500), to: "theirs.md")
        try terminal.write("a\r\nb\r\nc\r\n", to: "mine.md")
        let answer = try await terminal.type("notekit merge base.md mine.md theirs.md -o no/out.md")
        #expect(answer.code == 5 && answer.out == "")
        let kept = try #require(answer.err.split(separator: "kept at '").last?.split(separator: "'").first)
        #expect(try terminal.bytes(of: String(kept)) == terminal.bytes(of: "theirs.md"))
    }
}
