// SPDX-License-Identifier: MIT
// The forms in which answers are written.

import Foundation
import NoteJSON
import NoteKit
import NoteProgram
import Testing

@testable import notekit

@Suite("JSON")
struct JSONWriterTests {
    @Test("says what was meant, as another reader reads it")
    func roundTrip() throws {
        let nasty =
            (0..<0x80).map { String(UnicodeScalar(UInt8($0))) }.joined() + "äö\u{2028}\u{FFFE}🎉\\xFF\u{0301}"
        let bytes = JSONWriter.document { json in
            json.object { json in
                json.field("text", nasty)
                json.field(nasty, "key")
                json.field("none", nil as String?)
                json.field("number", Int.min)
                json.field("truth", true)
                json.field("empty") { $0.object { _ in } }
                json.field("list") { json in
                    json.array([[1, 2], [], [3]]) { json, inner in json.array(inner) { $0.number($1) } }
                }
            }
        }
        let answer = try Answer(String(decoding: bytes, as: UTF8.self))
        #expect(answer["text"].map { Array($0.utf8) } == Array(nasty.utf8))
        #expect(answer[nasty] == "key")
        #expect(answer.isNull("none"))
        #expect(answer.number("number") == Int.min)
        #expect(answer.fields["truth"] as? Bool == true)
        #expect((answer.fields["empty"] as? [String: Any])?.isEmpty == true)
        #expect(answer.fields["list"] as? [[Int]] == [[1, 2], [], [3]])
        #expect(bytes.last == 0x0A)
    }

    @Test("keeps the order in which fields are told")
    func order() {
        let bytes = JSONWriter.document { json in
            json.object { json in
                json.field("z", 1)
                json.field("a", nil as Int?)
                json.field("s") { $0.milliseconds(1_050) }
            }
        }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"z":1,"a":null,"s":1.050}"# + "\n")
    }
}

@Suite("Text for other programs")
struct EscapingTests {
    @Test("means itself inside XML")
    func xml() {
        #expect(
            XML.escaped("<a href=\"x\">&\n\r\t\u{1}\u{FFFF}é")
                == "&lt;a href=&quot;x&quot;&gt;&amp;&#10;&#13;&#9;\u{FFFD}\u{FFFD}é")
    }

    @Test("means itself inside a workflow command of GitHub")
    func github() {
        #expect(GitHubCommand.message("100%\r\n::error::") == "100%25%0D%0A::error::")
        #expect(GitHubCommand.property("a,b:c%\n") == "a%2Cb%3Ac%25%0A")
    }

    @Test(
        "names a file by its path in the repository",
        arguments: [
            (".", nil, "n.md"), ("./", nil, "n.md"), ("notes", nil, "notes/n.md"),
            ("./notes/", nil, "notes/n.md"),
            ("/w/r/notes", "/w/r", "notes/n.md"), ("/w/r", "/w/r", "n.md"),
            ("/w/rest", "/w/r", "/w/rest/n.md"),
        ] as [(String, String?, String)])
    func paths(vault: String, workspace: String?, expected: String) {
        let paths = GitHubPaths(vault: NotePath(vault), workspace: workspace.map { NotePath($0) })
        #expect(paths.path(of: NotePath("n.md")) == expected)
    }
}

@Suite("Text from the standard input")
struct StandardInputTests {
    @Test("is taken up to its limit, and refused beyond it", arguments: [0, 1, 65_536, 65_537, 200_000])
    func limit(count: Int) async throws {
        let terminal = try Terminal()
        let text = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try terminal.write(text, to: "text")
        let place = terminal.folder.appendingPathComponent("text")
        let whole = try FileHandle(forReadingFrom: place)
        #expect(try StandardInput.readAll(from: whole.fileDescriptor, upTo: count) == text)
        guard count > 0 else { return }
        let again = try FileHandle(forReadingFrom: place)
        let error = #expect(throws: StandardInput.Failure.self) {
            try StandardInput.readAll(from: again.fileDescriptor, upTo: count - 1)
        }
        #expect(error?.description.hasSuffix("Nothing was written.") == true)
    }
}

@Suite("For a person")
struct ReadableTests {
    @Test("numbers have a comma every three digits")
    func counts() {
        #expect(Count.grouped(0) == "0")
        #expect(Count.grouped(999) == "999")
        #expect(Count.grouped(1_000) == "1,000")
        #expect(Count.grouped(12_345_678) == "12,345,678")
        #expect(Count.of(1, "note") == "1 note")
        #expect(Count.of(0, "note") == "0 notes")
    }

    @Test("a progress bar never fills the last column", arguments: [0, 1, 10, 20, 40, 80, 200])
    func bar(width: Int) {
        for done in [0, 1, 5_000, 10_000] {
            let line = ProgressBar.line("Checking", done, 10_000, width: width)
            #expect(line.count <= max(0, width - 1))
        }
        #expect(ProgressBar.line("Checking", 0, 0, width: 80).contains("####"))
        #expect(ProgressBar.line("Checking", 5, 10, width: 40) == "Checking [#######.......] 5 of 10 notes")
    }
}
