// SPDX-License-Identifier: MIT
// What a person types to see and to edit the properties of a note, and what comes back.

import Foundation
import NoteKit
import Testing

@Suite("Properties from the command line")
struct PropertyTranscriptTests {
    private let terminal: Terminal

    init() throws { terminal = try Terminal() }

    private func property(_ words: String) async throws {
        let answer = try await terminal.type("notekit property \(words)")
        #expect(answer.code == 0 && answer.err == "", "\(answer)")
    }

    @Test("are listed with type, text and line, for people and as JSON")
    func list() async throws {
        try terminal.write(
            "---\ntitle: A # c\nn: 0x10\nf: 1.50\ndone: true\ndate: 2025-11-04\nat: 2025-11-04T09:30\n"
                + "tags: [a, 'b, c']\ne:\nm: {a: 1}\n---\nbody\n", to: "n.md")
        let lines = try await terminal.type("notekit properties n.md")
        #expect(
            lines.out == """
                n.md:2:   title  text      A
                n.md:3:   n      number    0x10
                n.md:4:   f      number    1.50
                n.md:5:   done   checkbox  true
                n.md:6:   date   date      2025-11-04
                n.md:7:   at     datetime  2025-11-04T09:30
                n.md:8:   tags   list      a, b, c
                n.md:9:   e      text      
                n.md:10:  m      text      {a: 1}

                """)
        #expect(lines.code == 0 && lines.err == "")
        let json = try await terminal.type("notekit properties n.md --json")
        #expect(
            json.out == #"{"properties":[{"key":"title","type":"text","value":"A","text":"A","line":2},"#
                + #"{"key":"n","type":"number","value":16,"text":"0x10","line":3},"#
                + #"{"key":"f","type":"number","value":1.5,"text":"1.50","line":4},"#
                + #"{"key":"done","type":"checkbox","value":true,"text":"true","line":5},"#
                + #"{"key":"date","type":"date","value":"2025-11-04","text":"2025-11-04","line":6},"#
                + #"{"key":"at","type":"datetime","value":"2025-11-04T09:30","text":"2025-11-04T09:30","line":7},"#
                + #"{"key":"tags","type":"list","value":["a","b, c"],"text":"a, b, c","line":8},"#
                + #"{"key":"e","type":"text","value":null,"text":"","line":9},"#
                + #"{"key":"m","type":"text","value":"{a: 1}","text":"{a: 1}","line":10}],"problems":[]}"#
                + "\n")
    }

    @Test(
        "E3: show a date as it is written in every zone",
        arguments: ["UTC", "Pacific/Apia", "America/New_York"])
    func zones(zone: String) async throws {
        try terminal.write("---\ndate: 2025-11-04\n---\n", to: "n.md")
        let answer = try await terminal.type("notekit properties n.md", environment: ["TZ": zone])
        #expect(answer.out == "n.md:2:  date  date  2025-11-04\n")
    }

    @Test("that are broken end with 1 and name the line")
    func problems() async throws {
        try terminal.write("---\na: 1\nb: [secret\n---\n", to: "broken.md")
        try terminal.write("---\na: 1\na: 2\n---\n", to: "twice.md")
        let broken = try await terminal.type("notekit properties broken.md --json")
        #expect(broken.code == 1 && broken.err.hasPrefix("notekit: broken.md:4: The front matter is no YAML"))
        #expect(!broken.err.contains("secret"))
        let answer = try Answer(broken.out)
        #expect(answer.list("properties").isEmpty && answer.list("problems").count == 1)
        #expect(answer.list("problems").first?["line"] as? Int == 4)
        let twice = try await terminal.type("notekit properties twice.md")
        #expect(twice.code == 1 && twice.out == "twice.md:2:  a  number  1\ntwice.md:3:  a  number  2\n")
        #expect(twice.err == "notekit: twice.md:3: The name in this line stands in line 2 already.\n")
        let same = try terminal.bytes(of: "broken.md")
        for words in [
            "set broken.md a 2", "append broken.md a 2", "remove broken.md a", "rename broken.md a c",
        ] {
            let refusal = try await terminal.type("notekit property \(words)")
            #expect(refusal.code == 1 && refusal.err.contains("(Line 4.) Nothing was written."), "\(refusal)")
        }
        let repeated = try await terminal.type("notekit property set twice.md a 3 --json")
        #expect(repeated.code == 1)
        #expect(try Answer(repeated.out)["status"] == "failed")
        #expect(repeated.err.contains("in lines 2, 3."))
        #expect(try terminal.bytes(of: "broken.md") == same)
    }

    @Test("are none in a note without front matter")
    func none() async throws {
        try terminal.write("body\n", to: "n.md")
        #expect(try await terminal.type("notekit properties n.md") == .init(out: "", err: "", code: 0))
        let json = try await terminal.type("notekit properties --json n.md")
        #expect(json.out == "{\"properties\":[],\"problems\":[]}\n")
    }

    @Test("E1, E5: are set in their own bytes")
    func set() async throws {
        let long = String(repeating: "word ", count: 30) + "end"
        try terminal.write("---\ntitle: \(long)\nkey: \"x:y\"\nn: 1\n---\nbody\n", to: "n.md")
        try await property("set n.md n 2")
        try await property("set n.md key 'c: d # e'")
        try await property("set n.md 'new one' -- -1")
        #expect(
            try terminal.bytes(of: "n.md")
                == Array(
                    "---\ntitle: \(long)\nkey: \"c: d # e\"\nn: 2\nnew one: \"-1\"\n---\nbody\n".utf8))
        let same = try await terminal.type("notekit property set n.md n 2 --json")
        #expect(same.code == 0)
        #expect(try Answer(same.out)["status"] == "unchanged")
    }

    @Test("E7: keep CRLF and the mark through every edit", arguments: ["", "\u{FEFF}"])
    func endings(mark: String) async throws {
        try terminal.write(mark + "---\r\nuid: t\r\ntags: []\r\n---\r\n\r\nbody\r\n", to: "n.md")
        try await property("set n.md k w")
        try await property("append n.md tags x")
        try await property("remove n.md uid")
        try await property("rename n.md k l")
        #expect(
            try terminal.bytes(of: "n.md")
                == Array((mark + "---\r\ntags: [x]\r\nl: w\r\n---\r\n\r\nbody\r\n").utf8))
    }

    @Test("start a front matter in a note that has none")
    func start() async throws {
        try terminal.write("\u{FEFF}body\r\n", to: "n.md")
        try await property("append n.md tags x")
        #expect(
            try terminal.bytes(of: "n.md") == Array("\u{FEFF}---\r\ntags:\r\n  - x\r\n---\r\nbody\r\n".utf8))
    }

    static let refused: [(words: String, sentence: String)] = [
        ("set n.md k", "VALUE is missing."), ("set n.md", "KEY is missing."), ("set", "FILE is missing."),
        ("remove n.md k v", "remove takes no VALUE."), ("set n.md '' v", "KEY is empty."),
        ("rename n.md k ''", "VALUE is empty."), ("set n.md k $'\\xff'", "VALUE is not UTF-8."),
        ("set n.md $'\\xff' v", "KEY is not UTF-8."),
        ("put n.md k v", "ACTION is one of set, append, remove, rename, not 'put'."),
    ]

    @Test("that are not told rightly are refused with 2, and nothing is written", arguments: refused)
    func refusal(words: String, sentence: String) async throws {
        try terminal.write("---\nk: 1\n---\n", to: "n.md")
        let answer = try await terminal.type("notekit property \(words)")
        #expect(answer.code == 2 && answer.err.hasPrefix("notekit: \(sentence)\n"), "\(answer)")
        #expect(try terminal.bytes(of: "n.md") == Array("---\nk: 1\n---\n".utf8))
    }

    @Test("of a note that moved on, is unreadable, is gone or cannot be written are refused like an edit")
    func refusedLikeAnEdit() async throws {
        try terminal.write("---\nk: 1\n---\n", to: "n.md")
        try terminal.write([0x2D, 0x20, 0xFF], to: "bad.md")
        let base = SHA256Digest(of: Array("another\n".utf8)).description
        let conflict = try await terminal.type("notekit property set n.md k typed --base \(base) --json")
        #expect(conflict.code == 3)
        #expect(try Answer(conflict.out)["status"] == "conflict")
        let kept = try #require(try Answer(conflict.out)["kept"])
        #expect(try await terminal.type("cat '\(kept)'").out == "typed")
        #expect(try await terminal.type("notekit property set bad.md k v").code == 4)
        #expect(try await terminal.type("notekit properties bad.md").code == 4)
        #expect(try await terminal.type("notekit property set gone.md k v").code == 2)
        #expect(try await terminal.type("notekit properties gone.md").code == 2)
        let missing = try await terminal.type("notekit property remove n.md x")
        let err = "notekit: 'n.md' was not edited. There is no property of that name. Nothing was written.\n"
        #expect(missing == .init(out: "", err: err, code: 1))
        let full = try await terminal.type("ulimit -f 0; notekit property set n.md k 2 2> /dev/null")
        #expect(full.code == 5)
        #expect(try terminal.bytes(of: "n.md") == Array("---\nk: 1\n---\n".utf8))
    }
}
