// SPDX-License-Identifier: MIT
// What a program says to hold a note open, and what it is told.

import Foundation
import NoteKit
import Testing

@Suite("A note held open from the command line", .timeLimit(.minutes(2)))
struct SessionTranscriptTests {
    private let terminal: Terminal

    init() throws {
        terminal = try Terminal()
        try terminal.write("a\nb\nc\n", to: "n.md")
    }

    private func file(_ name: String = "n.md") throws -> String {
        String(decoding: try terminal.bytes(of: name), as: UTF8.self)
    }

    @Test("says its status, takes edits, and writes them when it is closed")
    func typing() async throws {
        try terminal.write("\u{FEFF}a\r\nb", to: "n.md")
        let talk = try Talk("n.md", in: terminal)
        let first = try #require(try await talk.line())
        #expect(first["status"] == "ready" && first.number("revision") == 0 && first["path"] == "n.md")
        let edited = try await talk.ask(#"{"op":"edit","start":3,"end":3,"text":"\nc","id":"x"}"#)
        #expect(edited["status"] == "editing" && edited.number("revision") == 1)
        #expect(edited["op"] == "edit" && edited["id"] == "x")
        #expect(talk.heard.isEmpty)
        let text = try await talk.ask(#"{"op":"text","id":-3}"#)
        #expect(text["text"] == "a\nb\nc" && text.number("revision") == 1 && text.number("id") == -3)
        #expect(text.fields["unsaved"] as? Bool == true)
        let after = Array("\u{FEFF}a\r\nb\r\nc".utf8)
        #expect(text["digest"] == SHA256Digest(of: after).description)
        let saved = try await talk.ask(#"{"op":"save"}"#)
        #expect(saved["status"] == "saved" && saved.number("revision") == 1)
        #expect(try terminal.bytes(of: "n.md") == after)
        try await talk.edit(0, 1, "A")
        let closed = try await talk.ask(#"{"op":"close"}"#)
        #expect(closed["status"] == "saved" && closed.number("revision") == 2)
        let end = try await talk.close()
        #expect(end.lines.isEmpty && end.err == "" && end.code == 0)
        #expect(try terminal.bytes(of: "n.md") == Array("\u{FEFF}A\r\nb\r\nc".utf8))
    }

    @Test("writes nothing when nothing was edited")
    func untouched() async throws {
        let line =
            "stat -c '%i %Y %Z' n.md > .before; notekit session n.md < /dev/null; stat -c '%i %Y %Z' n.md | cmp - .before"
        let answer = try await terminal.type(line)
        #expect(
            answer == .init(out: #"{"status":"ready","revision":0,"path":"n.md"}"# + "\n", err: "", code: 0))
    }

    @Test("saves by itself a moment after the last edit, and says so")
    func autosave() async throws {
        let talk = try Talk("n.md", in: terminal, pause: 10)
        try await talk.edit(0, 1, "A")
        let line = try await talk.line(with: "status")
        #expect(line["status"] == "saved" && line.number("revision") == 1 && line["op"] == nil)
        #expect(try file() == "A\nb\nc\n")
        #expect(try await talk.close().code == 0)
    }

    @Test("closes as well when the input ends or a signal comes", arguments: [0, SIGTERM, SIGINT, SIGHUP])
    func endings(signal: Int32) async throws {
        let talk = try Talk("n.md", in: terminal)
        try await talk.edit(0, 1, "A")
        let end = try await signal == 0 ? talk.close() : talk.end(by: signal)
        #expect(end.code == 0 && end.err == "")
        #expect(end.lines.map { $0["status"] } == ["saved"])
        #expect(try file() == "A\nb\nc\n")
    }

    @Test("is saved though the end is asked for twice, as timeout(1) does")
    func twice() async throws {
        let talk = try Talk("n.md", in: terminal)
        try await talk.edit(0, 1, "A")
        for _ in 0..<3 { talk.signal(SIGTERM) }
        let end = try await talk.end(by: SIGINT)
        #expect(end.code == 0 && end.err == "")
        #expect(try file() == "A\nb\nc\n")
    }

    @Test("takes a last request without a newline, and passes over blank lines")
    func lastLine() async throws {
        let line = #"printf '\n \r\n{"op":"edit","start":0,"end":1,"text":"A"}' | notekit session n.md"#
        let answer = try await terminal.type(line)
        #expect(answer.code == 0 && answer.err == "")
        #expect(answer.out.split(separator: "\n").count == 3)
        #expect(try file() == "A\nb\nc\n")
    }

    // MARK: Other programs

    @Test("shows a change by another program as the smallest edit, and places older edits past it")
    func outsideChange() async throws {
        let talk = try Talk("n.md", in: terminal)
        #expect(try await talk.line()?["status"] == "ready")
        try terminal.write("a\nbee\nc\n", to: "n.md")
        let change = try await talk.line(with: "edit")
        let edit = change.object("edit")
        #expect(edit["start"] as? Int == 3 && edit["end"] as? Int == 3 && edit["text"] as? String == "ee")
        #expect(change.number("revision") == 1 && change.fields["outside"] as? Bool == true)
        // It was made on the text before the change.
        let answer = try await talk.edit(4, 5, "C", revision: 0)
        #expect(answer["status"] == "editing" && answer.number("revision") == 2)
        #expect(try await talk.text() == "a\nbee\nC\n")
        #expect(try await talk.close().code == 0)
        #expect(try file() == "a\nbee\nC\n")
    }

    @Test("refuses an edit whose place was changed since, or that names no revision there was")
    func staleRevision() async throws {
        let talk = try Talk("n.md", in: terminal)
        try await talk.edit(2, 3, "bee")
        for revision in [0, 7, -1] {
            let answer = try await talk.edit(2, 3, "B", revision: revision)
            #expect(answer.object("error")["code"] as? String == "stale-revision")
            #expect(answer.number("revision") == 1)
        }
        #expect(try await talk.text() == "a\nbee\nc\n")
        try await talk.edit(2, 5, "B", revision: 1)
        #expect(try await talk.close().code == 0)
        #expect(try file() == "a\nB\nc\n")
    }

    @Test("tells changes of the text in their order around the answers")
    func order() async throws {
        let talk = try Talk("n.md", in: terminal)
        #expect(try await talk.line()?["status"] == "ready")
        // A reader that applies the lines as they come has the text of the session at each answer.
        var text = Array("a\nb\nc\n".utf8)
        func apply(_ lines: [Answer]) throws {
            for line in lines where line.fields["edit"] != nil {
                let edit = line.object("edit")
                let (start, end) = (try #require(edit["start"] as? Int), try #require(edit["end"] as? Int))
                text.replaceSubrange(start..<end, with: try #require(edit["text"] as? String).utf8)
            }
        }
        for number in 0..<20 {
            try terminal.write("a \(number)\nb\nc\n", to: "n.md")
            let answer = try await talk.ask(#"{"op":"text"}"#)
            try apply(talk.heard)
            #expect(answer["text"].map { Array($0.utf8) } == text)
        }
        #expect(try await talk.close().code == 0)
    }

    static let choices: [(choice: String, file: String, kept: [String])] = [
        (#""mine""#, "A\nb\nc\n", ["a\nb\ntheirs\n"]),
        (#""theirs""#, "a\nb\ntheirs\n", ["A\nb\nc\n"]),
        (#""both""#, "A\nb\nc\n", []),
        (#""merged""#, "A\nb\ntheirs\n", ["A\nb\nc\n", "a\nb\ntheirs\n"]),
        (#""merged","text":"new\n""#, "new\n", ["A\nb\nc\n", "a\nb\ntheirs\n"]),
    ]

    @Test(
        "is in conflict when it was changed under unsaved edits, until that is resolved", arguments: choices)
    func conflict(choice: String, file: String, kept: [String]) async throws {
        let talk = try Talk("n.md", in: terminal)
        try await talk.edit(0, 1, "A")
        try terminal.write("a\nb\ntheirs\n", to: "n.md")
        let refused = try await talk.ask(#"{"op":"save"}"#)
        #expect(refused.object("error")["code"] as? String == "conflict")
        let conflict = try #require(talk.heard.first { $0.fields["conflict"] != nil }).object("conflict")
        #expect(conflict["base"] as? String == "a\nb\nc\n" && conflict["mine"] as? String == "A\nb\nc\n")
        #expect(conflict["theirs"] as? String == "a\nb\ntheirs\n")
        #expect(conflict["merged"] as? String == "A\nb\ntheirs\n")
        #expect((conflict["spans"] as? [Any])?.isEmpty == true && conflict["deleted"] as? Bool == false)
        #expect(try self.file() == "a\nb\ntheirs\n")
        let seen = try #require(conflict["token"] as? String)
        let other = String(repeating: "0", count: 64)
        let unseen = try await talk.ask(#"{"op":"resolve","token":"\#(other)","choice":\#(choice)}"#)
        #expect(unseen.object("error")["code"] as? String == "conflict", "\(unseen.fields)")
        #expect(try self.file() == "a\nb\ntheirs\n")
        let resolved = try await talk.ask(#"{"op":"resolve","token":"\#(seen)","choice":\#(choice)}"#)
        #expect(["saved", "ready"].contains(resolved["status"]), "\(resolved.fields)")
        #expect(talk.heard.contains { $0.isNull("conflict") })
        #expect(try await talk.text() == file)
        #expect(try await talk.close().code == 0)
        #expect(try self.file() == file)
        if choice == #""both""# { #expect(try self.file("n 1.md") == "a\nb\ntheirs\n") }
        let versions = try await terminal.type(
            """
            notekit history list n.md | while read -r id rest; do notekit history show n.md "$id"; done
            """)
        for text in kept { #expect(versions.out.contains(text)) }
    }

    @Test("names the places that the proposed merge leaves to decide, and asks for the text")
    func spans() async throws {
        try terminal.write("\u{FEFF}a\r\nb\r\nc\r\n", to: "n.md")
        let talk = try Talk("n.md", in: terminal)
        try await talk.edit(2, 3, "mine")
        try terminal.write("\u{FEFF}a\r\ntheirs\r\nc\r\n", to: "n.md")
        try await talk.ask(#"{"op":"save"}"#)
        let conflict = try #require(talk.heard.first { $0.fields["conflict"] != nil }).object("conflict")
        let merged = Array(try #require(conflict["merged"] as? String).utf8)
        let span = try #require((conflict["spans"] as? [[String: Any]])?.first)
        // Offsets are those of the text as it is shown: no mark, one byte a line ending.
        let (start, end) = (try #require(span["start"] as? Int), try #require(span["end"] as? Int))
        let place = String(decoding: merged[start..<end], as: UTF8.self)
        #expect(place.contains("mine") && place.contains("theirs"))
        let answer = try await talk.ask(#"{"op":"resolve","choice":"merged"}"#)
        #expect(answer.object("error")["code"] as? String == "bad-request")
        let resolved = try await talk.ask(#"{"op":"resolve","choice":"merged","text":"a\nboth\nc\n"}"#)
        #expect(resolved["status"] == "saved")
        #expect(try await talk.close().code == 0)
        #expect(try file() == "\u{FEFF}a\r\nboth\r\nc\r\n")
    }

    @Test("that ends in a conflict ends with 3, and the next one has all three texts")
    func unresolved() async throws {
        let talk = try Talk("n.md", in: terminal)
        try await talk.edit(0, 1, "A")
        try terminal.write("a\nb\ntheirs\n", to: "n.md")
        let end = try await talk.close()
        #expect(end.code == 3)
        #expect(end.lines.last?.object("error")["code"] as? String == "conflict")
        #expect(end.err.hasSuffix("brings the unsaved edits back.\n"))
        let next = try Talk("n.md", in: terminal)
        #expect(try await next.line()?["status"] == "changedElsewhere")
        #expect(try await next.line()?.fields["recovered"] as? Bool == true)
        let conflict = try #require(try await next.line()).object("conflict")
        #expect(conflict["base"] as? String == "a\nb\nc\n" && conflict["mine"] as? String == "A\nb\nc\n")
        #expect(conflict["theirs"] as? String == "a\nb\ntheirs\n")
        #expect(try await next.ask(#"{"op":"resolve","choice":"theirs"}"#)["status"] == "ready")
        #expect(try await next.close().code == 0)
        #expect(try file() == "a\nb\ntheirs\n")
    }

    @Test("follows a note that is renamed inside the vault, with its folder as well")
    func rename() async throws {
        _ = try await terminal.type("mkdir -p .obsidian one; mv n.md one")
        let talk = try Talk("one/n.md", in: terminal)
        #expect(try await talk.line()?["path"] == "one/n.md")
        _ = try await terminal.type("mv one/n.md one/m.md")
        #expect(try await talk.line(with: "moved")["moved"] == "one/m.md")
        _ = try await terminal.type("mv one two")
        #expect(try await talk.line(with: "moved")["moved"] == "two/m.md")
        try await talk.edit(0, 1, "A")
        #expect(try await talk.close().code == 0)
        #expect(try file("two/m.md") == "A\nb\nc\n")
        #expect(try await terminal.type("find . -name '*.md'").out == "./two/m.md\n")
    }

    // MARK: Undoing

    @Test("undoes and does again, and tells the edits that did so")
    func undo() async throws {
        let talk = try Talk("n.md", in: terminal)
        try await talk.edit(2, 3, "bee")
        let undone = try await talk.ask(#"{"op":"undo"}"#)
        #expect(undone["status"] == "editing" && undone.number("revision") == 2)
        let change = try #require(talk.heard.last)
        #expect(change.object("edit")["text"] as? String == "b" && change.fields["outside"] as? Bool == false)
        #expect(try await talk.text() == "a\nb\nc\n")
        #expect(try await talk.ask(#"{"op":"redo"}"#).number("revision") == 3)
        #expect(try await talk.text() == "a\nbee\nc\n")
        let nothing = try await talk.ask(#"{"op":"redo"}"#)
        #expect(nothing.object("error")["code"] as? String == "nothing-to-undo")
        #expect(try await talk.close().code == 0)
    }

    // MARK: What a kill leaves

    @Test("that was killed has its unsaved edits in the next one")
    func killed() async throws {
        let talk = try Talk("n.md", in: terminal)
        try await talk.edit(0, 1, "A")
        try await talk.edit(6, 6, "d\n")
        #expect(try await talk.end(by: SIGKILL).code == -SIGKILL)
        #expect(try file() == "a\nb\nc\n")
        let next = try Talk("n.md", in: terminal)
        #expect(try await next.line()?["status"] == "editing")
        #expect(try await next.line()?.fields["recovered"] as? Bool == true)
        #expect(try await next.text() == "A\nb\nc\nd\n")
        #expect(try await next.close().code == 0)
        #expect(try file() == "A\nb\nc\nd\n")
        let last = try await terminal.type("notekit session n.md < /dev/null; ls .state/notekit/journal")
        #expect(last.out == #"{"status":"ready","revision":0,"path":"n.md"}"# + "\n")
    }

    // MARK: What is no note

    @Test("makes a note that is not there with the first edit, and not without")
    func missing() async throws {
        let idle = try await terminal.type("notekit session new.md < /dev/null")
        #expect(
            idle == .init(out: #"{"status":"missing","revision":0,"path":"new.md"}"# + "\n", err: "", code: 0)
        )
        #expect(try await terminal.type("ls").out == "n.md\n")
        let talk = try Talk("new.md", in: terminal)
        try await talk.edit(0, 0, "new\n")
        #expect(try await talk.close().code == 0)
        #expect(try file("new.md") == "new\n")
    }

    @Test("of a note that is not UTF-8 takes no edits and ends with 4")
    func unreadable() async throws {
        try terminal.write([0x61, 0xFF], to: "n.md")
        let talk = try Talk("n.md", in: terminal)
        let first = try #require(try await talk.line())
        #expect(first["status"] == "unreadable" && first["message"]?.contains("offset 1") == true)
        #expect(try await talk.edit(0, 0, "x").object("error")["code"] as? String == "unreadable")
        let end = try await talk.close()
        #expect(end.code == 4 && end.err.contains("offset 1"))
        #expect(try terminal.bytes(of: "n.md") == [0x61, 0xFF])
    }

    @Test("of what can be no note ends with 2", arguments: ["no/n.md", "folder", "n.md/n.md"])
    func impossible(name: String) async throws {
        let answer = try await terminal.type("mkdir folder; notekit session \(name) < /dev/null")
        #expect(answer.code == 2)
        let last = try #require(answer.out.split(separator: "\n").last)
        let error = try Answer(String(last)).object("error")
        #expect(error["code"] as? String == "not-read")
        #expect(answer.err == "notekit: \(error["message"] as? String ?? "")\n")
    }

    @Test("that cannot be written ends with 5, and the next one has the edits")
    func notWritten() async throws {
        // A limit on the size of files, in blocks of 1,024 bytes, stands for a full disk.
        try terminal.write(String(repeating: "x", count: 900), to: "n.md")
        let request =
            #"{"op":"edit","start":0,"end":0,"text":""# + String(repeating: "y", count: 300) + "\"}\n"
        try terminal.write(request, to: ".request")
        let answer = try await terminal.type("ulimit -f 1; notekit session n.md < .request")
        #expect(answer.code == 5, "\(answer)")
        #expect(try terminal.bytes(of: "n.md").count == 900)
    }
}
