// SPDX-License-Identifier: MIT
// What a person types to see what a note held before, and to have it back.

import Foundation
import NoteKit
import Testing

@Suite("The history from the command line")
struct HistoryTranscriptTests {
    private let terminal: Terminal

    init() throws {
        terminal = try Terminal()
        try FileManager.default.createDirectory(
            at: terminal.folder.appendingPathComponent("v/.obsidian"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: terminal.folder.appendingPathComponent("v/deep"), withIntermediateDirectories: true)
    }

    @discardableResult
    private func type(_ line: String) async throws -> Terminal.Outcome { try await terminal.type(line) }

    private func list(_ note: String) async throws -> [[String: Any]] {
        let answer = try await type("notekit history list \(note) --json")
        #expect(answer.code == 0 && answer.err == "", "\(answer)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [[String: Any]])
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try terminal.bytes(of: name), as: UTF8.self)
    }

    private func id(_ row: [String: Any]) throws -> String { try #require(row["id"] as? String) }

    @Test("holds what edit, task, merge and session replaced, the newest first, with both dates")
    func everyWriter() async throws {
        try terminal.write("- [ ] 1\r\n", to: "v/deep/n.md")
        try await type("touch -d '2001-02-03T04:05:06Z' v/deep/n.md")
        let done = try await type(
            """
            set -e
            notekit edit v/deep/n.md --append --with 'two'
            notekit task toggle v/deep/n.md 1
            printf 'merged' > m; printf 'base' > b; notekit merge b m b -o v/deep/n.md
            notekit session v/deep/n.md <<< '{"op":"edit","start":0,"end":0,"text":"typed "}'
            """)
        #expect(done.code == 0, "\(done)")
        #expect(try text("v/deep/n.md") == "typed merged")
        let rows = try await list("v/deep/n.md")
        var shown: [String] = []
        for row in rows {
            shown.append(try await type("notekit history show v/deep/n.md \(id(row))").out)
            #expect(row["title"] as? String == "n" && row["reason"] as? String == "replaced")
        }
        #expect(shown == ["merged", "- [x] 1\r\ntwo", "- [ ] 1\r\ntwo", "- [ ] 1\r\n"])
        #expect(rows.last?["edited"] as? String == "2001-02-03T04:05:06+00:00")
        let captured = rows.compactMap { $0["captured"] as? String }
        #expect(captured == captured.sorted(by: >) && captured.count == 4)
        // Nothing of it is in the vault.
        #expect(try await type("find v -type f").out == "v/deep/n.md\n")
    }

    @Test("does not grow by a refused edit, one that changes nothing, or a look")
    func noVersion() async throws {
        try terminal.write("a", to: "v/n.md")
        try await type("notekit edit v/n.md --replace 0:1 --with a; notekit outline v/n.md; notekit list v")
        try await type("notekit edit v/n.md --append --with x --base \(String(repeating: "0", count: 64))")
        // The text that was refused is not lost, and is among them.
        #expect(try await list("v/n.md").map { $0["reason"] as? String } == ["refused"])
    }

    @Test("restores a version to the byte, keeps what was there, and does not restore what is current")
    func restore() async throws {
        let old = "\u{FEFF}one\r\ntwo\n"
        try terminal.write(old, to: "v/n.md")
        try await type("notekit edit v/n.md --append --with three")
        let first = try id(try #require(try await list("v/n.md").first))
        let answer = try await type("notekit history restore v/n.md \(first)")
        #expect(answer.code == 0 && answer.out.hasPrefix("Restored 'v/n.md'"), "\(answer)")
        #expect(try terminal.bytes(of: "v/n.md") == Array(old.utf8))
        let rows = try await list("v/n.md")
        #expect(rows.count == 2)
        #expect(
            try await type("notekit history show v/n.md \(id(rows[0]))").out == old + "three")
        let again = try await type("notekit history restore v/n.md \(first) --json")
        #expect(try again.code == 0 && Answer(again.out)["status"] == "unchanged")
        #expect(try await list("v/n.md").count == 2)
        // There and back.
        #expect(try await type("notekit history restore v/n.md \(id(rows[0]))").code == 0)
        #expect(try text("v/n.md") == old + "three")
    }

    @Test("follows a rename by another program, outlives the note, and brings it back")
    func deleted() async throws {
        try terminal.write("one", to: "v/old.md")
        try await type("notekit edit v/old.md --replace 0:3 --with two; mv v/old.md v/deep/new.md")
        let row = try #require(try await list("v/deep/new.md").first)
        #expect(row["title"] as? String == "old")
        try await type("rm v/deep/new.md")
        #expect(try await list("v/deep/new.md").count == 1)
        #expect(try await type("notekit history restore v/deep/new.md \(id(row))").code == 0)
        #expect(try text("v/deep/new.md") == "one")
        try await type("rm -r v/deep")
        #expect(try await list("v/deep/new.md").count == 1)
        let answer = try await type("notekit history restore v/deep/new.md \(id(row))")
        #expect(answer.code == 5 && answer.err.contains("not created"), "\(answer)")
    }

    @Test("shows what changed in the form that patch reads")
    func difference() async throws {
        let lines = (1...40).map { "line \($0)\n" }
        try terminal.write(lines.joined(), to: "v/n.md")
        try await type(
            "notekit edit v/n.md --replace 0:4 --with LINE; notekit edit v/n.md --append --with end")
        try await type("cp v/n.md now; sed -i 's/line 30/other/' v/n.md")
        let rows = try await list("v/n.md")
        let answer = try await type(
            """
            notekit history show v/n.md \(id(rows[1])) > old
            notekit history diff v/n.md \(id(rows[1])) | tee d
            patch -s old d && cmp old v/n.md
            """)
        #expect(answer.code == 0, "\(answer)")
        #expect(answer.out.contains("-line 30\n+other\n") && answer.out.contains("-line 1\n+LINE 1\n"))
        #expect(answer.out.hasSuffix("+end\n\\ No newline at end of file\n"))
        let same = try await type(
            "notekit history restore v/n.md \(id(rows[0])) > answer && notekit history diff v/n.md \(id(rows[0]))"
        )
        #expect(same == .init(out: "", err: "", code: 0))
    }

    @Test("is printed for people with the dates of their zone")
    func lines() async throws {
        try terminal.write("one", to: "v/n.md")
        try await type("touch -d '2001-02-03T04:05:06Z' v/n.md; notekit edit v/n.md --append --with x")
        let answer = try await terminal.type(
            "notekit history list v/n.md", environment: ["TZ": "Etc/GMT-2"])
        #expect(
            answer.out.wholeMatch(
                of: /1-[0-9a-f]{8}  20\d\d-\d\d-\d\d \d\d:\d\d  2001-02-03 06:05  replaced  n\n/) != nil,
            "\(answer)")
    }

    @Test("tells its limits and takes others")
    func limits() async throws {
        try terminal.write("one", to: "v/n.md")
        let answer = try await type(
            "notekit history limits v/n.md && notekit history limits v/n.md --days 90 --count all --json")
        #expect(
            answer.out == """
                Every version is kept for 30 days.
                After that: at least the newest 1,000 of each note, in 1,073,741,824 bytes.
                Now: 0 versions in 0 bytes.
                {"days":90,"count":null,"bytes":1073741824,"versions":0,"taken":0}

                """)
    }

    @Test("refuses what is no version, and what makes no sense")
    func refusals() async throws {
        try terminal.write("one", to: "v/n.md")
        let unknown = try await type("notekit history show v/n.md 7-00000000")
        #expect(
            unknown
                == .init(
                    out: "",
                    err: "notekit: '7-00000000' is no version of 'v/n.md'. Nothing was changed.\n", code: 2))
        for words in [
            "show v/n.md", "list v/n.md 1", "list v/n.md --days 3", "diff v/n.md 1 --json", "drop v/n.md",
        ] {
            #expect(try await type("notekit history \(words)").code == 2, "\(words)")
        }
    }

    @Test("does not keep a note from being saved where the store cannot be used, and says so")
    func withoutStore() async throws {
        try terminal.write("one", to: "v/n.md")
        let answer = try await type(
            """
            mkdir -p .state/notekit && : > .state/notekit/vaults
            notekit edit v/n.md --append --with x
            """)
        #expect(answer.code == 0 && answer.err.contains("kept as a plain file instead"), "\(answer)")
        #expect(try text("v/n.md") == "onex")
        try await type("rm .state/notekit/vaults")
        #expect(try await list("v/n.md").count == 1)
    }

    @Test("of a note that never was is none; one that is gone has its own")
    func neverThere() async throws {
        let answer = try await type("mkdir -p v && notekit history list v/nope.md --json")
        let sentence = "There is no 'v/nope.md', and no version of it either."
        let json = #"{"error":{"code":"missing","path":"v/nope.md","message":"\#(sentence)"}}"#
        #expect(answer == .init(out: json + "\n", err: "notekit: \(sentence)\n", code: 2))
        try terminal.write("one", to: "v/n.md")
        try await type("notekit edit v/n.md --append --with x; rm v/n.md")
        #expect(try await list("v/n.md").count == 1)
    }

    @Test("of a damaged store is said to be damaged, and goes on")
    func damaged() async throws {
        try terminal.write("one", to: "v/n.md")
        try await type("notekit edit v/n.md --append --with x")
        let answer = try await type(
            """
            cd .state/notekit/vaults/v-*
            python3 -c '
            import sqlite3
            # Takes the log over.
            sqlite3.connect("store.sqlite").execute("PRAGMA wal_checkpoint(TRUNCATE)")
            open("store.sqlite", "r+b").write(b"x" * 200)'
            cd -  > /dev/null
            notekit history list v/n.md --json
            """)
        #expect(answer.code == 0 && answer.err.contains("was set aside as"), "\(answer)")
        #expect(answer.out.contains("\"replaced\""))
    }
}
