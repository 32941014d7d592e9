// SPDX-License-Identifier: MIT
// What makes a version, in which order, and what it outlives.

import Foundation
import Glibc
import NoteFiles
import NoteKit
import Testing

@testable import NoteStore

@Suite("The versions of a note")
struct VaultVersionTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test("come back newest first, byte for byte, with both dates, title and reason, also when opened anew")
    func list() throws {
        let texts = ["\u{FEFF}a\r\n\0", "", String(repeating: "long ", count: 100_000)]
        let store = try scratch.store()
        for (number, text) in texts.enumerated() {
            try store.keep(NoteVersion("x/A note.md", text, at: Int64(100 + number), .mine, edited: 50))
        }
        for store in [store, try scratch.store()] {
            #expect(
                try store.texts(of: "x/A note.md").map { Array($0.utf8) }
                    == texts.reversed().map { Array($0.utf8) })
            let newest = try #require(try store.versions(of: NotePath("x/A note.md")).first)
            #expect(newest.title == "A note" && newest.reason == .mine)
            #expect(newest.edited == FileTime(seconds: 50, nanoseconds: 5))
            #expect(newest.captured == FileTime(seconds: 102, nanoseconds: 0))
        }
        #expect(try store.versions(of: NotePath("A note.md")).isEmpty)
    }

    @Test("are put in order by capture, not by the order in which they came, then by title")
    func order() throws {
        let store = try scratch.store()
        for second in [5, 9, 7] { try store.keep(NoteVersion("b.md", "\(second)", at: Int64(second))) }
        try store.rename(NotePath("b.md"), to: NotePath("a.md"))
        try store.keep(NoteVersion("a.md", "later", at: 7))
        #expect(try store.texts(of: "a.md") == ["9", "later", "7", "5"])
        #expect(try store.versions(of: NotePath("a.md")).map(\.title) == ["b", "a", "b", "b"])
    }

    @Test("do not repeat the newest one, and do repeat an older one")
    func repeated() throws {
        let store = try scratch.store()
        for (second, text) in ["A", "A", "B", "A", "A"].enumerated() {
            try store.keep(NoteVersion("n.md", text, at: Int64(second)))
        }
        #expect(try store.texts(of: "n.md") == ["A", "B", "A"])
        #expect(try store.size().texts == 2)
    }

    @Test("are as many as there are different texts in the bytes, NFC and NFD included")
    func normalForms() throws {
        let store = try scratch.store()
        try store.keep(NoteVersion("n.md", "e\u{301}", at: 1))
        try store.keep(NoteVersion("n.md", "\u{E9}", at: 2))
        #expect(try store.versions(of: NotePath("n.md")).count == 2)
        #expect(try store.size().texts == 2)
    }

    @Test("are made by the steps that the rule counts")
    func rule() throws {
        let store = try scratch.store(rule: VersionRule { $0.first != $1.first })
        var version = NoteVersion("n.md", "a1", at: 1)
        version.replacement = Array("a2".utf8)
        #expect(try store.keep(version) == nil)
        version.replacement = Array("b2".utf8)
        #expect(try store.keep(version) != nil)
        #expect(try store.texts(of: "n.md") == ["a1"])
    }

    static let steps: [(old: String, new: String, isVersion: Bool)] = [
        ("text", "---\nattachments:\n  - a.png\n---\ntext", false),
        ("---\nattachments: [a]\n---\ntext", "---\nattachments: [a, b]\n---\ntext", false),
        ("---\r\nx: 1\r\n---\r\nt", "---\r\nx: 1\r\nattachments:\r\n  - b\r\n---\r\nt", false),
        ("---\nattachments: [a]\nx: 1\n---\nt", "---\nattachments: [b]\nx: 2\n---\nt", true),
        ("---\nattachments: [a]\n---\nt", "---\nattachments: [b]\n---\nu", true),
        ("attachments: [a]\n", "attachments: [b]\n", true),
        ("---\nattachments: [a\n---\nt", "---\nattachments: [b\n---\nt", true),
    ]

    @Test("are not made by attaching", arguments: steps)
    func attaching(old: String, new: String, isVersion: Bool) throws {
        let store = try scratch.store(rule: .allButAttachments)
        for (text, other) in [(old, new), (new, old)] {
            var version = NoteVersion("n.md", text, at: 1)
            version.replacement = Array(other.utf8)
            #expect((try store.keep(version) != nil) == isVersion)
        }
    }

    @Test("follow the note when it is renamed, and the old name begins anew")
    func renamed() throws {
        let store = try scratch.store()
        try store.keep(NoteVersion("old.md", "1", at: 1))
        try store.rename(NotePath("old.md"), to: NotePath("x/new.md"))
        #expect(try store.texts(of: "x/new.md") == ["1"])
        #expect(try store.texts(of: "old.md") == [])
        try store.keep(NoteVersion("old.md", "other", at: 2))
        #expect(try store.texts(of: "old.md") == ["other"])
    }

    @Test("of two notes become one history when one takes the other's place")
    func renamedOver() throws {
        let store = try scratch.store()
        try store.keep(NoteVersion("a.md", "a", at: 1))
        try store.keep(NoteVersion("b.md", "b", at: 2))
        for note in ["a.md", "b.md"] {
            try store.remember(
                StoredConflict(
                    of: NotePath(note), base: nil, mine: Array("m \(note)".utf8), theirs: nil,
                    since: FileTime(seconds: 3, nanoseconds: 0)))
        }
        try store.rename(NotePath("a.md"), to: NotePath("b.md"))
        #expect(Set(try store.texts(of: "b.md")) == ["a", "b", "m b.md"])
        #expect(try store.conflicts().map(\.mine) == [Array("m a.md".utf8)])
    }

    @Test("follow a rename that nobody told, by the file")
    func movedFile() throws {
        let store = try scratch.store()
        try scratch.write("2", to: "old.md")
        try store.keep(NoteVersion("old.md", "1", at: 1))
        try scratch.move("vault/old.md", to: "vault/deep/new.md")
        #expect(try store.texts(of: "deep/new.md") == ["1"])
        #expect(try store.texts(of: "old.md") == [])
    }

    @Test("follow it by the text where a save had put a new file in place")
    func movedText() throws {
        let store = try scratch.store()
        try scratch.write("1", to: "old.md")
        var version = NoteVersion("old.md", "1", at: 1)
        version.replacement = Array("2".utf8)
        try store.keep(version)
        try scratch.remove("vault/old.md")
        try scratch.write("2", to: "new.md")
        #expect(try store.texts(of: "new.md") == ["1"])
    }

    @Test("follow it by the text also after a step that made no version")
    func movedAfterAttaching() throws {
        let store = try scratch.store(rule: .allButAttachments)
        for (text, next) in [("1", "2"), ("2", "---\nattachments: [a]\n---\n2")] {
            var version = NoteVersion("old.md", text, at: 1)
            version.replacement = Array(next.utf8)
            try store.keep(version)
        }
        try scratch.write("---\nattachments: [a]\n---\n2", to: "new.md")
        #expect(try store.texts(of: "new.md") == ["1"])
    }

    @Test("change places with those of a note that changed places with theirs")
    func swapped() throws {
        let store = try scratch.store()
        for name in ["a", "b"] {
            try scratch.write(name, to: "\(name).md")
            try store.keep(NoteVersion("\(name).md", "old \(name)", at: 1))
        }
        for (old, new) in [("a", "t"), ("b", "a"), ("t", "b")] {
            try scratch.move("vault/\(old).md", to: "vault/\(new).md")
        }
        #expect(try store.texts(of: "b.md") == ["old a"])
        #expect(try store.texts(of: "a.md") == ["old b"])
    }

    @Test("of two notes become one history when another program renames one over the other")
    func movedOver() throws {
        let store = try scratch.store()
        for (second, name) in ["a", "b"].enumerated() {
            try scratch.write(name, to: "\(name).md")
            try store.keep(NoteVersion("\(name).md", "old \(name)", at: Int64(second)))
        }
        #expect(rename("\(scratch.path("vault/b.md"))", "\(scratch.path("vault/a.md"))") == 0)
        #expect(try store.texts(of: "a.md") == ["old b", "old a"])
    }

    @Test("stay with a note whose folder cannot be looked into")
    func unreachable() throws {
        let store = try scratch.store()
        try scratch.write("2", to: "deep/old.md")
        var version = NoteVersion("deep/old.md", "1", at: 1)
        version.replacement = Array("2".utf8)
        try store.keep(version)
        // A loop of links, which not even the superuser gets through.
        try scratch.remove("vault/deep")
        #expect(symlink("deep", "\(scratch.path("vault/deep"))") == 0)
        try scratch.write("2", to: "copy.md")
        #expect(try store.texts(of: "copy.md") == [])
    }

    @Test("do not follow a copy, nor one of two notes with the same text")
    func copied() throws {
        let store = try scratch.store()
        try scratch.write("2", to: "old.md")
        var version = NoteVersion("old.md", "1", at: 1)
        version.replacement = Array("2".utf8)
        try store.keep(version)
        version.note = NotePath("other.md")
        try scratch.write("2", to: "other.md")
        try store.keep(version)
        try scratch.write("2", to: "copy.md")
        #expect(try store.texts(of: "copy.md") == [])
        for name in ["old.md", "other.md"] { try scratch.remove("vault/\(name)") }
        #expect(try store.texts(of: "copy.md") == [])
    }

    @Test("outlive the note, and go on when it is made again")
    func deleted() throws {
        try scratch.write("x", to: "n.md")
        let store = try scratch.store()
        try store.keep(NoteVersion("n.md", "1", at: 1))
        try scratch.remove("vault/n.md")
        #expect(try store.texts(of: "n.md") == ["1"])
        try scratch.write("new", to: "n.md")
        #expect(try store.texts(of: "n.md") == ["1"])
    }

    @Test("outlive a move of the whole vault")
    func movedVault() throws {
        try scratch.store().keep(NoteVersion("n.md", "1", at: 1))
        try scratch.move("vault", to: "moved")
        #expect(try scratch.store("moved").texts(of: "n.md") == ["1"])
    }

    @Test("hold what was kept as plain files, before a rename and after it")
    func plainFiles() throws {
        let keeper = FileVersionKeeper(stateFolder: scratch.state)
        let store = try scratch.store()
        func keepFile(_ note: String, _ text: String, _ second: Int64) throws {
            var version = NoteVersion(note, text, at: second, .theirs)
            version.note = scratch.path("vault").appending(version.note)
            try keeper.keep(version)
        }
        try keepFile("old.md", "file 1", 1)
        try store.keep(NoteVersion("old.md", "row 2", at: 2))
        #expect(try store.texts(of: "old.md") == ["row 2", "file 1"])
        let file = try #require(try store.versions(of: NotePath("old.md")).last)
        #expect(file.id.hasPrefix("19700101-000001-000000000-theirs-") && file.title == "old")
        try store.rename(NotePath("old.md"), to: NotePath("new.md"))
        try keepFile("new.md", "file 3", 3)
        #expect(try store.texts(of: "new.md") == ["file 3", "row 2", "file 1"])
        // Another note has the old name now: what lies there from before is not its own.
        try keepFile("old.md", "file 4", 4_000_000_000)
        #expect(try store.texts(of: "old.md") == ["file 4"])
        #expect(try store.texts(of: "new.md") == ["file 3", "row 2", "file 1"])
    }
}

@Suite("A keeper that has stores")
struct StoreVersionKeeperTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test("keeps a version in the store of the note's vault, by the path there")
    func inVault() throws {
        try scratch.makeVault("vault/.obsidian")
        try scratch.makeVault("vault/deep")
        var version = NoteVersion("n.md", "1", at: 1)
        version.note = scratch.path("vault/deep/n.md")
        try StoreVersionKeeper(stateFolder: scratch.state).keep(version)
        #expect(try scratch.store().texts(of: "deep/n.md") == ["1"])
    }

    @Test("keeps a plain file where the store cannot be used, says so, and the history has it")
    func fallback() throws {
        let notices = Notices()
        let folder = try scratch.store().folder
        let database = folder.appending(NotePath("store.sqlite"))
        do {
            let later = try Database(at: database)
            try later.note(step: 1000)
        }
        var version = NoteVersion("n.md", "1", at: 1)
        version.note = scratch.path("vault/n.md")
        try StoreVersionKeeper(stateFolder: scratch.state, notify: { notices.add($0) }).keep(version)
        #expect(notices.all.count == 1)
        #expect(notices.all.first?.contains("later edition") == true)
        #expect(
            try FileVersionKeeper(stateFolder: scratch.state).versions(of: version.note).count == 1)
        do {
            let database = try Database(at: database)
            try database.note(step: StoreSchema.steps.count)
        }
        #expect(try scratch.store().texts(of: "n.md") == ["1"])
    }

    @Test("does not mix a vault with another that has come to its place")
    func successor() throws {
        let keeper = StoreVersionKeeper(stateFolder: scratch.state)
        func keep(_ text: String) throws {
            var version = NoteVersion("n.md", text, at: 1)
            version.note = scratch.path("vault/n.md")
            try keeper.keep(version)
        }
        try keep("1")
        try scratch.move("vault", to: "moved")
        #expect(try scratch.store("moved").texts(of: "n.md") == ["1"])
        try scratch.makeVault("vault")
        try keep("2")
        #expect(try scratch.store("moved").texts(of: "n.md") == ["1"])
        #expect(try scratch.store().texts(of: "n.md") == ["2"])
    }

    @Test("goes on when the whole state folder is taken away under it")
    func withoutState() throws {
        let keeper = StoreVersionKeeper(stateFolder: scratch.state)
        for text in ["1", "2"] {
            var version = NoteVersion("n.md", text, at: 1)
            version.note = scratch.path("vault/n.md")
            try keeper.keep(version)
            #expect(try scratch.store().texts(of: "n.md") == [text])
            if text == "1" { try scratch.remove("state") }
        }
    }

    @Test("is handed what a session's save replaces, with its edit time")
    func session() async throws {
        try scratch.write("one\n", to: "n.md")
        var options = SessionOptions(stateFolder: scratch.state)
        options.keeper = StoreVersionKeeper(stateFolder: scratch.state)
        let session = NoteSession(at: scratch.path("vault/n.md"), options: options)
        try await session.open()
        _ = try await session.setText("two\n")
        try await session.save()
        try await session.close()
        let store = try scratch.store()
        #expect(try store.texts(of: "n.md") == ["one\n"])
        #expect(try store.versions(of: NotePath("n.md")).first?.edited != nil)
    }
}
