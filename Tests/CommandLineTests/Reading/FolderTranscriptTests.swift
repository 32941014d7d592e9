// SPDX-License-Identifier: MIT
// What a person types to organize a vault: lists, pins, folders and moves.

import Foundation
import NoteKit
import Testing

@Suite("Organizing from the command line")
struct FolderTranscriptTests {
    private let terminal: Terminal

    init() throws {
        terminal = try Terminal()
        try FileManager.default.createDirectory(
            at: terminal.folder.appendingPathComponent("v/.obsidian"), withIntermediateDirectories: true)
    }

    private func made() async throws {
        let answer = try await terminal.type(
            """
            mkdir -p v/Work/2026 v/Empty
            printf 'Ship it\\n' > v/Work/ship.md; printf 'deep' > v/Work/2026/deep.md
            printf 'top' > v/top.md; printf 'other ship' > v/ship.md; printf 'x' > v/Work/pic.png
            touch -d '2026-01-04T10:00:00Z' v/Work/ship.md
            touch -d '2026-01-03T10:00:00Z' v/Work/2026/deep.md
            touch -d '2026-01-02T10:00:00Z' v/top.md
            touch -d '2026-01-01T10:00:00Z' v/ship.md
            """)
        #expect(answer.code == 0, "\(answer)")
    }

    private func rows(_ line: String) async throws -> [[String: Any]] {
        let answer = try await terminal.type(line)
        #expect(answer.code == 0 && answer.err == "", "\(answer)")
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [[String: Any]])
    }

    private func paths(_ line: String) async throws -> [String] {
        try await rows("\(line) --json").compactMap { $0["path"] as? String }
    }

    private func files() async throws -> String {
        try await terminal.type("cd v && find . -path ./.obsidian -prune -o -print | sort").out
    }

    @Test("a pin is told in JSON, by the path in the vault")
    func pinJSON() async throws {
        try await made()
        #expect(
            try await terminal.type("cd v/Work && notekit pin 2026/deep.md --json")
                == .init(out: #"{"path":"Work/2026/deep.md","pinned":true}"# + "\n", err: "", code: 0))
        #expect(
            try await terminal.type("notekit unpin v/Work/2026/deep.md --json")
                == .init(out: #"{"path":"Work/2026/deep.md","pinned":false}"# + "\n", err: "", code: 0))
        let none = try await terminal.type("notekit pin v/none.md --json")
        #expect(none.out.hasPrefix(#"{"error":{"code":"missing","path":"v/none.md""#) && none.code == 2)
    }

    @Test("a list chooses by folder, text and age, and shows pinned notes first")
    func list() async throws {
        try await made()
        #expect(
            try await paths("notekit list v") == ["Work/ship.md", "Work/2026/deep.md", "top.md", "ship.md"])
        #expect(try await paths("notekit list v --in Work") == ["Work/ship.md", "Work/2026/deep.md"])
        #expect(try await paths("notekit list v --in /Work/2026/") == ["Work/2026/deep.md"])
        #expect(try await paths("notekit list v --in /").count == 4)
        #expect(try await paths("notekit list v --unfiled") == ["top.md", "ship.md"])
        #expect(try await paths("notekit list v --find SHIP") == ["Work/ship.md", "ship.md"])
        #expect(try await paths("notekit list v --find 'ship it' --in Work") == ["Work/ship.md"])
        #expect(try await paths("notekit list v --find 'ship  it'") == [])
        #expect(try await paths("notekit list v --find ' \t'").count == 4)
        #expect(try await paths("notekit list v --recent 1 --unfiled") == ["top.md"])
        let pinned = try await terminal.type("notekit pin v/ship.md; notekit pin v/Work/2026/deep.md")
        #expect(
            pinned == .init(out: "Pinned 'v/ship.md'.\nPinned 'v/Work/2026/deep.md'.\n", err: "", code: 0))
        #expect(
            try await paths("notekit list v") == ["Work/2026/deep.md", "ship.md", "Work/ship.md", "top.md"])
        #expect(
            try await paths("notekit list v --sort name")
                == ["Work/2026/deep.md", "ship.md", "Work/ship.md", "top.md"])
        #expect(try await paths("notekit list v --recent 2") == ["Work/ship.md", "Work/2026/deep.md"])
        // The folder of a vault is listed with its own paths.
        #expect(try await paths("notekit list v/Work") == ["2026/deep.md", "ship.md"])
        #expect(
            try await terminal.type("notekit list v --unfiled").out.hasSuffix(" ship.md  (pinned)\n") == false
        )
        #expect(try await terminal.type("notekit list v --in Work").out.contains("deep.md  (pinned)\n"))
        try await terminal.type("notekit unpin v/ship.md")
        let rows = try await rows("notekit list v --json")
        #expect(rows.map { $0["pinned"] as? Bool } == [true, false, false, false])
        #expect(rows.map { $0["folder"] as? String } == ["Work/2026", "Work", "/", "/"])
        #expect(rows.map { $0["title"] as? String } == ["deep", "ship", "top", "ship"])
    }

    @Test("a list knows the pins of notes that lie in no vault, and of one that another program has renamed")
    func pinsAnywhere() async throws {
        let answer = try await terminal.type(
            """
            mkdir -p plain/d/e plain/f; for n in plain/a plain/d/b plain/d/e/c plain/f/x; do echo x > $n.md; done
            notekit pin plain/d/b.md && notekit pin plain/d/e/c.md && notekit pin plain/a.md
            mv plain/a.md plain/z.md
            """)
        #expect(answer.code == 0, "\(answer)")
        #expect(
            try await paths("notekit list plain --sort name") == ["d/b.md", "d/e/c.md", "z.md", "f/x.md"])
        #expect(try await paths("notekit list plain/d --sort name") == ["b.md", "e/c.md"])
        let rows = try await rows("notekit list plain --sort name --json")
        #expect(rows.map { $0["pinned"] as? Bool } == [true, true, true, false])
    }

    @Test(
        "a list or a pin that is not possible says why",
        arguments: [
            ("list v --in Nowhere", "There is no folder 'Nowhere' in 'v'.", 2),
            ("list v --in Work --unfiled", "--in and --unfiled exclude each other.", 2),
            ("list v --in ../v", "'../v' is no folder of a vault.", 2),
            ("list v --recent x", "--recent takes a number", 2),
            ("list v --recent 3 --sort name", "--recent and --sort name exclude each other.", 2),
            ("pin v/none.md", "'v/none.md' is no note. Nothing was changed.", 2),
            ("pin v/Work", "'v/Work' is no note. Nothing was changed.", 2),
            ("pin nowhere/x.md", "nowhere", 2),
            ("move v/none.md Work", "nothing is there by that name", 2),
            ("move v/top.md Nowhere", "there is no folder 'Nowhere'", 2),
            ("move v/top.md ..", "'..' is no folder of a vault.", 2),
            ("folder create v Work", "'Work' is there already", 3),
            ("folder create v work", "alike but for case or accents", 3),
            ("folder create v .x", "a name that begins with a dot is hidden", 2),
            ("folder create v /", "it is the top itself", 3),
            ("folder rename v Work a/b", "a name holds no slash", 2),
            ("folder move v Work Work/2026", "a folder cannot move into itself", 2),
            ("folder delete v /", "it is the top of the vault", 2),
            ("folder delete v Nowhere", "there is no such folder", 2),
            ("folder delete v", "'delete' takes VAULT, FOLDER", 2),
            ("folder list v Work", "'list' takes VAULT alone", 2),
            ("folder delete v Work --undo", "'delete --undo' takes VAULT alone", 2),
            ("folder delete v --undo", "There is nothing to take back", 1),
            ("folder list nowhere", "nowhere", 2),
        ])
    func refused(line: String, err: String, code: Int) async throws {
        try await made()
        let before = try await files()
        let answer = try await terminal.type("notekit \(line)")
        #expect(answer.code == Int32(code) && answer.out == "" && answer.err.contains(err), "\(answer)")
        #expect(answer.err != "")
        #expect(try await files() == before)
    }

    @Test("an undoing names what it takes back: its kind, its time and its paths")
    func undoNames() async throws {
        try await made()
        #expect(try await terminal.type("notekit folder rename v Empty Full").code == 0)
        let idle = try await terminal.type("notekit folder rename v Work Work")
        #expect(idle == .init(out: "Nothing was to be done.\n", err: "", code: 0))
        let answer = try await terminal.type("notekit folder rename v --undo --json")
        let json = try Answer(answer.out)
        #expect(json["status"] == "done" && answer.code == 0, "\(answer)")
        let undone = json.object("undone")
        #expect(undone["kind"] as? String == "folder-rename")
        #expect((undone["finished"] as? String)?.hasSuffix("+00:00") == true, "\(answer)")
        #expect(undone["moved"] as? [[String: String]] == [["from": "Empty", "to": "Full"]])
        #expect(json.list("moved").first?["to"] as? String == "Empty")
        #expect(try await terminal.type("notekit folder rename v Empty Full").code == 0)
        let told = try await terminal.type("LC_ALL=C notekit folder rename v --undo")
        let words = told.out.split(separator: "\n")
        #expect(words.count == 2 && words[0].hasPrefix("Taking back folder-rename of 2"), "\(told)")
        #expect(words[0].hasSuffix(": 'Empty' to 'Full'.") && words[1] == "'Full' is now 'Empty'.", "\(told)")
    }

    @Test("a move of a note is taken back with its links, once")
    func undoMove() async throws {
        try await made()
        try await terminal.type(
            "printf '[a](../top.md) [b](deep.md)' > v/Work/links.md; printf '[[Work/links]]' > v/n.md")
        let before = try await terminal.type("cat v/Work/links.md v/n.md").out
        #expect(try await terminal.type("notekit move v/Work/links.md /").code == 0)
        #expect(try await terminal.type("cat v/links.md v/n.md").out != before)
        #expect(try await terminal.type("notekit move v/links.md / --json").code == 0)
        let answer = try await terminal.type("notekit move --undo v --json")
        let json = try Answer(answer.out)
        #expect(json["status"] == "done" && answer.code == 0, "\(answer)")
        let undone = json.object("undone")
        #expect(undone["kind"] as? String == "note-move")
        #expect(undone["moved"] as? [[String: String]] == [["from": "Work/links.md", "to": "links.md"]])
        #expect((undone["edited"] as? [String])?.sorted() == ["links.md", "n.md"])
        #expect(try await terminal.type("cat v/Work/links.md v/n.md").out == before)
        let again = try await terminal.type("notekit move v --undo")
        #expect(again.code == 1 && again.err.contains("There is nothing to take back"), "\(again)")
        for line in ["move v", "move v / --undo"] {
            #expect(try await terminal.type("notekit \(line)").code == 2)
        }
    }

    @Test("a folder list is in tree order, with counts")
    func folders() async throws {
        try await made()
        #expect(
            try await terminal.type("notekit folder list v")
                == .init(out: "0  Empty\n1  Work\n1  Work › 2026\n", err: "", code: 0))
        let rows = try await rows("notekit folder list v --json")
        #expect(rows.map { $0["path"] as? String } == ["Empty", "Work", "Work/2026"])
        #expect(rows.map { $0["name"] as? String } == ["Empty", "Work", "2026"])
        #expect(rows.map { $0["depth"] as? Int } == [0, 0, 1])
        #expect(rows.map { $0["display"] as? String } == ["Empty", "Work", "Work › 2026"])
        #expect(rows.map { $0["notes"] as? Int } == [0, 1, 1])
        #expect(rows.map { $0["total"] as? Int } == [0, 2, 1])
    }

    @Test("deleting a folder deletes nothing in it, and is taken back")
    func delete() async throws {
        try await made()
        let before = try await files()
        let answer = try await terminal.type("notekit folder delete v Work")
        #expect(
            answer
                == .init(
                    out: """
                        'Work/pic.png' is now 'pic.png'.
                        'Work/ship.md' is now 'ship 2.md'.
                        'Work/2026' is now '2026'.
                        Removed the folder 'Work'.

                        """, err: "", code: 0))
        #expect(
            try await files() == """
                .
                ./2026
                ./2026/deep.md
                ./Empty
                ./pic.png
                ./ship 2.md
                ./ship.md
                ./top.md

                """)
        #expect(try await terminal.type("stat -c %Y 'v/ship 2.md'").out == "1767520800\n")
        let undone = try await terminal.type("notekit folder delete v --undo --json")
        #expect(undone.code == 0 && undone.out.contains("\"status\":\"done\""), "\(undone)")
        #expect(try await files() == before)
    }

    @Test("links that name a path follow a move, a rename and a deletion, and come back byte for byte")
    func links() async throws {
        try await made()
        let text = "[[Work/ship]] and [a](Work/ship.md#x) and [[deep]]\\r\\n![](Work/pic.png)"
        try await terminal.type("printf '\(text)' > v/top.md; printf '[up](../top.md)' > v/Work/ship.md")
        let before = try await terminal.type("cat v/top.md v/Work/ship.md").out
        let renamed = try await terminal.type("notekit folder rename v Work Play")
        #expect(renamed.code == 0 && renamed.out.contains("Updated the links in 'top.md'."), "\(renamed)")
        #expect(
            try await terminal.type("cat v/top.md").out
                == "[[Play/ship]] and [a](Play/ship.md#x) and [[deep]]\r\n![](Play/pic.png)")
        try await terminal.type("notekit folder rename v --undo")
        #expect(try await terminal.type("cat v/top.md v/Work/ship.md").out == before)
        let moved = try await terminal.type(
            "notekit folder move v Work Empty && cat v/top.md v/Empty/Work/ship.md")
        #expect(
            moved.out.contains("[[Empty/Work/ship]]") && moved.out.contains("[up](../../top.md)"), "\(moved)")
        try await terminal.type("notekit folder move v --undo")
        #expect(try await terminal.type("cat v/top.md v/Work/ship.md").out == before)
        try await terminal.type("notekit folder delete v Work")
        let after = try await terminal.type("cat v/top.md 'v/ship 2.md'").out
        #expect(after.contains("[a](ship%202.md#x)") || after.contains("ship 2"), "\(after)")
        #expect(after.contains("[up](top.md)") && after.contains("![](pic.png)"), "\(after)")
        let note = try await terminal.type(
            "notekit move 'v/ship 2.md' 2026 && cat v/top.md 'v/2026/ship 2.md'")
        #expect(note.code == 0 && note.out.contains("[up](../top.md)"), "\(note)")
    }

    @Test("a moved note keeps its history and its pin, and gets a number where its name is taken")
    func move() async throws {
        try await made()
        let answer = try await terminal.type(
            """
            set -e
            notekit edit v/ship.md --append --with '!'
            notekit pin v/ship.md
            notekit move v/ship.md Work
            """)
        #expect(answer.code == 0 && answer.out.hasSuffix("'ship.md' is now 'Work/ship 2.md'.\n"), "\(answer)")
        let history = try await terminal.type("notekit history list 'v/Work/ship 2.md' --json")
        #expect(history.out.contains("\"title\":\"ship\""), "\(history)")
        #expect(try await paths("notekit list v").first == "Work/ship 2.md")
        let json = try await terminal.type("notekit move 'v/Work/ship 2.md' / --json")
        #expect(
            json.out.contains("\"moved\":[{\"from\":\"Work/ship 2.md\",\"to\":\"ship 2.md\"}]"), "\(json)")
        let again = try await terminal.type("notekit move 'v/ship 2.md' /")
        #expect(again == .init(out: "Nothing was to be done.\n", err: "", code: 0))
    }
}
