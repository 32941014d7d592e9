// SPDX-License-Identifier: MIT
// What a script types to edit a note, and what comes back.

import Foundation
import NoteKit
import Testing

@Suite("An edit from the command line")
struct EditTranscriptTests {
    private let terminal: Terminal

    init() throws { terminal = try Terminal() }

    private func digest(of bytes: [UInt8]) -> String { SHA256Digest(of: bytes).description }

    static let saved: [(before: String, flags: String, after: String)] = [
        ("a\nb\n", "--append --with $'c\\n'", "a\nb\nc\n"),
        ("a\r\nb\r\n", "--append --with $'c\\nd\\n'", "a\r\nb\r\nc\r\nd\r\n"),
        ("a\rb\r", "--append --with $'c\\n'", "a\rb\rc\r"),
        ("a", "--append --with b", "ab"),
        ("", "--append --with $'a\\n'", "a\n"),
        ("\u{FEFF}a\r\nb", "--replace 3:4 --with A", "\u{FEFF}A\r\nb"),
        ("\u{FEFF}", "--append --with a", "\u{FEFF}a"),
        ("one two\r\nthree\n", "--replace=4:7 --with=''", "one \r\nthree\n"),
        ("é🎉", "--replace 2:6 --with x", "éx"),
        ("a\r\nb\nc", "--replace 1:3 --with $'\\n'", "a\r\nb\nc"),
    ]

    @Test("changes the named bytes and no other", arguments: saved)
    func saves(before: String, flags: String, after: String) async throws {
        try terminal.write(before, to: "n.md")
        let answer = try await terminal.type("notekit edit n.md \(flags) --json")
        #expect(answer.code == 0 && answer.err == "")
        #expect(try terminal.bytes(of: "n.md") == Array(after.utf8))
        let json = try Answer(answer.out)
        #expect(
            Set(json.fields.keys) == [
                "status", "digest", "reason", "receipt", "kept", "beside", "warning", "message",
            ])
        #expect(json.isNull("reason") && json.list("beside").isEmpty)
        #expect(json["digest"] == digest(of: Array(after.utf8)))
        #expect(json.isNull("kept"))
        if before == after {
            #expect(json["status"] == "unchanged")
            #expect(json.isNull("receipt"))
        } else {
            #expect(json["status"] == "saved")
            let receipt = json.object("receipt")
            #expect(["proven", "verified", "unverified"].contains(receipt["proof"] as? String))
            #expect(receipt["durable"] as? Bool == true)
            #expect(receipt["lost"] as? [String] == [])
        }
    }

    @Test("takes its text from the standard input, byte by byte")
    func standardInput() async throws {
        try terminal.write("a\n", to: "n.md")
        let line = #"printf 'nul \0 and no newline' | notekit edit --append --text-from - -- n.md"#
        let answer = try await terminal.type(line)
        let after = Array("a\nnul \0 and no newline".utf8)
        #expect(answer.code == 0 && answer.err == "")
        #expect(answer.out.hasPrefix("Saved 'n.md' ("))
        #expect(answer.out.hasSuffix("Its digest is now \(digest(of: after)).\n"))
        #expect(try terminal.bytes(of: "n.md") == after)
    }

    @Test("reaches a note whose name is not UTF-8, or looks like a flag")
    func names() async throws {
        let line = """
            printf 'a' > $'\\xff.md'; printf 'a' > --json
            notekit edit $'\\xff.md' --append --with b && cat $'\\xff.md'
            notekit edit --append --with b -- --json && cat -- --json
            """
        let answer = try await terminal.type(line)
        #expect(answer.code == 0)
        #expect(answer.out.contains("Saved '\\xFF.md' ("))
        #expect(answer.out.hasSuffix("ab"))
    }

    @Test("with nothing to change writes nothing and says so")
    func unchanged() async throws {
        try terminal.write("a\n", to: "n.md")
        let line =
            "stat -c '%i %Y %Z' n.md > .before; notekit edit n.md --replace 0:1 --with a; stat -c '%i %Y %Z' n.md | cmp - .before"
        let answer = try await terminal.type(line)
        #expect(
            answer
                == .init(
                    out: "'n.md' holds that text already. Nothing was written. Its digest is "
                        + "\(digest(of: Array("a\n".utf8))).\n", err: "", code: 0))
    }

    @Test("of a note that is no longer the base is a conflict: both texts are there")
    func conflict() async throws {
        try terminal.write("theirs\n", to: "n.md")
        let base = digest(of: Array("base\n".utf8))
        let answer = try await terminal.type(
            "notekit edit n.md --replace 0:4 --with mine --base \(base) --json")
        #expect(answer.code == 3)
        #expect(
            answer.err.hasPrefix(
                "notekit: 'n.md' is no longer what the edit was based on. Nothing was written."))
        #expect(try terminal.bytes(of: "n.md") == Array("theirs\n".utf8))
        let json = try Answer(answer.out)
        #expect(json["status"] == "conflict" && json["reason"] == "changed")
        #expect(json.fields["beside"] as? [String] == [])
        #expect(json["digest"] == digest(of: Array("theirs\n".utf8)))
        #expect(json.isNull("receipt"))
        #expect(try terminal.bytes(of: #require(json["kept"])) == Array("mine".utf8))
    }

    @Test("waits two seconds in all for a program that has the note open for writing; then it is a conflict")
    func openForWriting() async throws {
        try terminal.write("a\n", to: "n.md")
        // A moment to come makes the note look as if it had just been written, however long one waits.
        let line = """
            touch -d '1 hour' n.md; exec 3>> n.md; start=$EPOCHREALTIME
            notekit edit n.md --append --with b --json; code=$?
            echo $(((${EPOCHREALTIME/./} - ${start/./}) / 1000)) > .milliseconds; exit $code
            """
        let answer = try await terminal.type(line)
        // Each of the three looks used to take two seconds.
        let text = String(decoding: try terminal.bytes(of: ".milliseconds"), as: UTF8.self)
        let milliseconds = try #require(Int(text.dropLast()))
        #expect((1900..<6000).contains(milliseconds))
        #expect(answer.code == 3)
        let json = try Answer(answer.out)
        #expect(json["reason"] == "open-for-writing")
        #expect(json["digest"] == digest(of: Array("a\n".utf8)))
        #expect(try terminal.bytes(of: "n.md") == Array("a\n".utf8))
    }

    @Test("of the base, named in digits of either case, is saved", arguments: [false, true])
    func base(isUpper: Bool) async throws {
        try terminal.write("base\n", to: "n.md")
        let digest = digest(of: Array("base\n".utf8))
        let answer = try await terminal.type(
            "notekit edit n.md --replace 0:4 --with mine --base \(isUpper ? digest.uppercased() : digest)")
        #expect(answer.code == 0)
        #expect(try terminal.bytes(of: "n.md") == Array("mine\n".utf8))
    }

    @Test("of a note that is not UTF-8 is refused with 4, and the text is kept")
    func unreadable() async throws {
        try terminal.write([0x61, 0xFF], to: "n.md")
        let answer = try await terminal.type("notekit edit n.md --append --with mine --json")
        #expect(answer.code == 4)
        let json = try Answer(answer.out)
        #expect(json["status"] == "unreadable")
        #expect(json["digest"] == digest(of: [0x61, 0xFF]))
        #expect(json["message"]?.contains("offset 1") == true)
        #expect(try terminal.bytes(of: #require(json["kept"])) == Array("mine".utf8))
        #expect(try terminal.bytes(of: "n.md") == [0x61, 0xFF])
    }

    @Test(
        "of what is no note is refused with 2, makes none, and keeps the text",
        arguments: ["missing.md", "folder", "folder/", "no/n.md"])
    func missing(name: String) async throws {
        let answer = try await terminal.type("mkdir folder; notekit edit \(name) --append --with mine --json")
        #expect(answer.code == 2)
        let json = try Answer(answer.out)
        // The reason stands there once.
        #expect(answer.err == "notekit: \(json["message"] ?? "")\n")
        #expect(json["status"] == "failed")
        #expect(json.isNull("digest"))
        #expect(try terminal.bytes(of: #require(json["kept"])) == Array("mine".utf8))
        #expect(try await terminal.type("ls").out == "folder\n")
    }

    static let nowhere: [(flags: String, sentence: String)] = [
        ("--replace 5:5", "inside a character"),
        ("--replace 9:9", "between the two bytes of a CRLF"),
        ("--replace 1:4", "inside the byte order mark"),
        ("--replace 3:99", "99"),
    ]

    @Test("at a place that is none is bad usage, and nothing is written", arguments: nowhere)
    func misplaced(flags: String, sentence: String) async throws {
        let before = Array("\u{FEFF}aé b\r\n".utf8)
        try terminal.write(before, to: "n.md")
        let answer = try await terminal.type("notekit edit n.md \(flags) --with x --json")
        #expect(answer.code == 2)
        #expect(answer.err.contains(sentence), "\(answer.err)")
        let json = try Answer(answer.out)
        #expect(json["status"] == "failed")
        #expect(try terminal.bytes(of: #require(json["kept"])) == Array("x".utf8))
        #expect(try terminal.bytes(of: "n.md") == before)
    }

    @Test("through a link clears what a crash left where the note really lies")
    func leftoverBehindLink() async throws {
        let line = """
            mkdir real; printf a > real/n.md; ln -s real/n.md link.md
            touch real/.syncthing.notekit-draft-0123456789abcdef.tmp
            notekit edit link.md --append --with b > /dev/null; ls -A real; cat real/n.md
            """
        #expect(try await terminal.type(line) == .init(out: "n.md\nab", err: "", code: 0))
    }

    @Test("of a file of more than 4 GB is refused before it is read")
    func hugeFile() async throws {
        let answer = try await terminal.type(
            "truncate -s 4T n.md && notekit edit n.md --append --with x --json")
        #expect(answer.code == 2)
        let json = try Answer(answer.out)
        #expect(json["status"] == "failed")
        #expect(json["message"]?.contains("larger than 4 GB") == true)
        #expect(try terminal.bytes(of: #require(json["kept"])) == Array("x".utf8))
    }

    @Test("keeps its text below a home whose name is not UTF-8")
    func oddHome() async throws {
        let line = """
            mkdir $'h\\xff'; unset XDG_STATE_HOME; export HOME=$PWD/$'h\\xff'; printf a > n.md
            notekit edit n.md --replace 0:9 --with x 2> /dev/null; cat $'h\\xff'/.local/state/notekit/versions/*/*.md
            """
        #expect(try await terminal.type(line) == .init(out: "x", err: "", code: 0))
    }

    @Test("with a text that is not UTF-8 is bad usage, and nothing is written")
    func notUTF8() async throws {
        try terminal.write("a", to: "n.md")
        let answer = try await terminal.type("notekit edit n.md --append --with $'\\xff'")
        #expect(answer.code == 2 && answer.out == "")
        #expect(try terminal.bytes(of: "n.md") == Array("a".utf8))
    }

    static let refused: [(flags: String, sentence: String)] = [
        ("--append", "--with or --text-from is missing."),
        ("--with x", "--replace or --append is missing."),
        ("--append --replace 0:1 --with x", "Give --replace or --append, not both."),
        ("--append --with x --text-from -", "Give --with or --text-from, not both."),
        ("--append --text-from file", "--text-from is one of -, not 'file'."),
        ("--replace 4:2 --with x", "--replace takes two offsets, START:END, the smaller one first."),
        ("--append --with x --base 123", "--base takes 64 hexadecimal digits."),
        ("--append --with x --with y", "--with stands twice."),
    ]

    @Test("that is not fully told is refused before anything is read", arguments: refused)
    func refusal(flags: String, sentence: String) async throws {
        let answer = try await terminal.type("notekit edit nowhere.md \(flags)")
        let err = "notekit: \(sentence)\n'notekit edit --help' tells more.\n"
        #expect(answer == .init(out: "", err: err, code: 2))
    }

    @Test("that is not fully told answers in JSON too where that was asked for", arguments: refused)
    func refusalAsJSON(flags: String, sentence: String) async throws {
        let answer = try await terminal.type("notekit edit --json nowhere.md \(flags)")
        #expect(answer.code == 2)
        #expect(answer.err == "notekit: \(sentence)\n'notekit edit --help' tells more.\n")
        let json = try Answer(answer.out)
        #expect(json["status"] == "failed" && json["message"] == sentence)
        #expect(["digest", "reason", "receipt", "kept"].allSatisfy { json.isNull($0) })
    }

    @Test("whose text cannot be read answers in JSON too")
    func noInput() async throws {
        try terminal.write("a", to: "n.md")
        let answer = try await terminal.type("notekit edit n.md --append --text-from - --json <&-")
        #expect(answer.code == 2)
        #expect(try Answer(answer.out)["status"] == "failed")
        #expect(try terminal.bytes(of: "n.md") == Array("a".utf8))
    }

    @Test("that cannot be written ends with 5: the old text is there, and the new one is kept")
    func tooLarge() async throws {
        try terminal.write(String(repeating: "x", count: 1000), to: "n.md")
        // A limit on the size of files, in blocks of 1,024 bytes, stands for a full disk.
        let line = "ulimit -f 1; notekit edit n.md --append --text-from - --json < .text 2> /dev/null"
        try terminal.write(String(repeating: "y", count: 900), to: ".text")
        let answer = try await terminal.type(line)
        #expect(answer.code == 5)
        let json = try Answer(answer.out)
        #expect(json["status"] == "failed")
        #expect(json["digest"] == digest(of: try terminal.bytes(of: "n.md")))
        #expect(try terminal.bytes(of: "n.md").count == 1000)
        #expect(try terminal.bytes(of: #require(json["kept"])).count == 900)
    }
}
