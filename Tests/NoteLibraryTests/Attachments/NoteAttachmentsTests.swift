// SPDX-License-Identifier: MIT
// What becomes of a note and its files when they are attached and removed.

import Glibc
import NoteKit
import Synchronization
import Testing

@testable import NoteLibrary

@Suite("The attachments of a note")
struct NoteAttachmentsTests {
    private let vault: TestVault
    private let runner: OperationRunner

    init() throws {
        vault = try TestVault(["n.md": "Text.\n"])
        runner = try vault.runner(calls: LinuxCalls())
    }

    private func attachments(_ note: String = "n.md") -> NoteAttachments {
        NoteAttachments(of: NotePath(note), by: runner)
    }

    /// A file outside of the vault.
    private func source(_ text: String, _ name: String = "photo.png") throws -> NotePath {
        let path = NotePath("../\(name)")
        try vault.write(Array(text.utf8), to: path, at: 1_100_000_000)
        return vault.root.appending(path)
    }

    private func set(_ folder: String) throws {
        try vault.write("{\"attachmentFolderPath\":\"\(folder)\"}", to: ".obsidian/app.json")
    }

    private func texts() throws -> [String: String] { try vault.texts() }

    private func code(_ body: () throws -> Void) -> LibraryError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? LibraryError)?.code
        }
    }

    @Test("are copied to the vault's top where nothing is set, and listed")
    func add() throws {
        #expect(try attachments().add([source("one")]) == ["photo.png"])
        #expect(
            try texts() == ["n.md": "---\nattachments:\n  - photo.png\n---\nText.\n", "photo.png": "one"])
        let list = try attachments().list()
        #expect(list == [Attachment(name: "photo.png", path: NotePath("photo.png"), size: 3)])
    }

    @Test(
        "lie where Obsidian is told, in a folder that is made for them",
        arguments: [
            ("/", "photo.png"), ("", "photo.png"), ("files", "files/photo.png"), ("a/b c", "a/b c/photo.png"),
            ("./", "sub/photo.png"), ("./x", "sub/x/photo.png"), ("/files", "files/photo.png"),
        ])
    func folders(setting: String, expected: String) throws {
        try set(setting)
        try vault.write("Text.\n", to: "sub/n.md")
        _ = try attachments("sub/n.md").add([source("one")])
        #expect(try texts()[expected] == "one")
        #expect(try attachments("sub/n.md").list().map(\.path) == [NotePath(expected)])
    }

    @Test("of one name live side by side, numbered as Obsidian does, whatever their case")
    func numbers() throws {
        try set("files")
        #expect(try attachments().add([source("1")]) == ["photo.png"])
        #expect(try attachments().add([source("2")]) == ["photo 1.png"])
        #expect(try attachments().add([source("3", "PHOTO.png")]) == ["PHOTO 2.png"])
        let files = try texts().filter { $0.key.hasPrefix("files/p") || $0.key.hasPrefix("files/P") }
        #expect(files == ["files/photo.png": "1", "files/photo 1.png": "2", "files/PHOTO 2.png": "3"])
    }

    @Test("keep the time of the file, and the mode of a new one")
    func facts() throws {
        let source = try source("one")
        _ = source.withCString { chmod($0, 0o4755) }
        _ = try attachments().add([source])
        var facts = stat()
        _ = vault.root.appending(NotePath("photo.png")).withCString { lstat($0, &facts) }
        let mask = umask(0o022)
        umask(mask)
        #expect(facts.st_mode & 0o7777 == 0o666 & ~mask)
        #expect(facts.st_mtim.tv_sec == 1_100_000_000)
    }

    @Test("move the time of the last edit and make no version")
    func noVersion() throws {
        _ = try attachments().add([source("one")])
        _ = try attachments().remove("photo.png")
        #expect(try runner.store.versions(of: NotePath("n.md")).isEmpty)
        guard case .file(_, let modified)? = try vault.everything()[NotePath("n.md")] else {
            Issue.record("the note is gone")
            return
        }
        #expect(modified.seconds > 1_000_000_000)
    }

    @Test("that lie in the folder already are listed as they are")
    func inPlace() throws {
        try set("files")
        try vault.write("there", to: "files/there.png")
        #expect(try attachments().add([vault.root.appending(NotePath("files/there.png"))]) == ["there.png"])
        #expect(try texts().filter { $0.key.hasPrefix("files/t") } == ["files/there.png": "there"])
    }

    @Test("go from the list first, then from the disk")
    func remove() throws {
        _ = try attachments().add([source("one"), source("two")])
        let removal = try attachments().remove("photo.png")
        #expect(removal.isFileRemoved && removal.namedBy.isEmpty)
        #expect(
            try texts() == ["n.md": "---\nattachments:\n  - photo 1.png\n---\nText.\n", "photo 1.png": "two"])
    }

    @Test(
        "leave the note byte for byte as it was, once the last is gone",
        arguments: [
            "Text.\n", "", "\u{FEFF}a\r\nb", "---\nrule\n", "---\na: 1\n---\nx", "---\n# mine\n---\nx",
        ])
    func lastOne(text: String) throws {
        try vault.write(text, to: "n.md")
        _ = try attachments().add([source("one"), source("two")])
        _ = try attachments().remove("photo.png")
        _ = try attachments().remove("photo 1.png")
        #expect(try Array(texts()["n.md"]?.utf8 ?? "none".utf8) == Array(text.utf8))
    }

    @Test(
        "stay on the disk while another note names them",
        arguments: [
            "---\nattachments: photo.png\n---\n", "---\nattachments:\n  - \"[[PHOTO.png]]\"\n---\n",
            "![[photo.png]]", "![[photo.png|300]]", "[[files/photo.png]]", "![x](files/photo.png)",
            "![x](<../files/photo.png>)", "[a]: files/photo.png\n\n[see][a]",
            "---\ndrawing: photo.png\n---\n", "---\ncover: photo.png\n---\n", "![x](files/%70hoto.png)",
            "<img src=\"files/photo.png\">", "> ![[photo.png#page=2]]",
            "See <img src=\"files/photo.png\"> there.",
            "Or <a href='../files/PHOTO.png'>it</a>.", "![[ photo.png ]]",
        ])
    func named(text: String) throws {
        try set("files")
        _ = try attachments().add([source("one")])
        try vault.write(text, to: "deep/other.md")
        let removal = try attachments().remove("photo.png")
        #expect(!removal.isFileRemoved && removal.namedBy == [NotePath("deep/other.md")])
        #expect(try texts()["files/photo.png"] == "one")
        #expect(try attachments().list().isEmpty)
    }

    @Test("stay while a note links to them by a name without its ending", arguments: ["会议.md", "a.md"])
    func noteNames(name: String) throws {
        try set("files")
        _ = try attachments().add([source("text", name)])
        try vault.write("[[\(name.dropLast(3))]]\n", to: "other.md")
        #expect(try attachments().remove(name).namedBy == [NotePath("other.md")])
    }

    @Test(
        "stay for a canvas and for a base, however these name them",
        arguments: [
            ("x.canvas", #"{"nodes":[{"type":"file","file":"files/Photo.PNG"}]}"#),
            ("x.CANVAS", #"{"nodes":[{"type":"file","file":"p\u0068oto.png"}]}"#),
            ("x.canvas", #"{"nodes":[{"type":"text","text":"![[photo.png|100]]"}]}"#),
            ("x.canvas", #"{"a":1,"a":2,"file":"p\u0068oto.png"}"#),
            ("d/x.base", "filters:\n  and:\n    - file.name == \"Photo.png\"\n"),
            ("x.md", "```base\nfilters: file.path == \"photo.png\"\n```\n"),
        ])
    func namedByOthers(file: String, text: String) throws {
        try vault.write("---\nattachments:\n  - photo.png\n---\n", to: "n.md")
        try vault.write("p", to: "photo.png")
        try vault.makeFolder(NotePath("d"))
        try vault.write(text, to: file)
        let removal = try attachments().remove("photo.png")
        #expect(!removal.isFileRemoved && removal.namedBy == [NotePath(file)])
        #expect(try vault.text(of: "photo.png") == "p")
    }

    @Test("stay for a canvas and for a record, and go where a name only looks alike")
    func otherNames() throws {
        let id = "0A0B0C0D-0000-1111-2222-333344445555"
        _ = try attachments().add([source("1", "\(id).png"), source("2", "b.png"), source("3", "c.png")])
        try vault.write("{{attachment:\(id.lowercased())}}\n", to: "record.md")
        try vault.write("{\"file\":\"b.png\"}", to: "board.canvas")
        try vault.write("`![[c.png]]` and ![[cc.png]] and c.png.", to: "near.md")
        #expect(try attachments().remove("\(id).png").namedBy == [NotePath("record.md")])
        #expect(try attachments().remove("b.png").namedBy == [NotePath("board.canvas")])
        #expect(try attachments().remove("c.png").isFileRemoved)
        _ = try attachments().add([source("4", "\u{E9}.png")])
        try vault.write("{\"nodes\":[{\"file\":\"e\\u0301.PNG\"}]}", to: "escaped.canvas")
        #expect(try attachments().remove("\u{E9}.png").namedBy == [NotePath("escaped.canvas")])
    }

    @Test("are known before a note is deleted, but for those that others name")
    func deleting() throws {
        _ = try attachments().add([source("1", "mine.png"), source("2", "shared.png")])
        try vault.write("![[shared.png]]", to: "other.md")
        #expect(try attachments().filesOfThisNoteAlone() == [NotePath("mine.png")])
    }

    @Test("that lead elsewhere are listed as missing, and only their entry goes")
    func hostileNames() throws {
        try vault.write("secret", to: "../secret.png")
        try vault.write("---\nattachments:\n  - ../secret.png\n  - .obsidian\n---\n", to: "n.md")
        #expect(try attachments().list().map(\.isAvailable) == [false, false])
        #expect(try !attachments().remove("../secret.png").isFileRemoved)
        #expect(try vault.text(of: "../secret.png") == "secret")
        #expect(try vault.text(of: "n.md") == "---\nattachments:\n  - .obsidian\n---\n")
    }

    @Test(
        "that are no regular files are refused, and nothing is left",
        arguments: ["folder", "pipe", "gone", "closed"])
    func hostileSources(kind: String) throws {
        let path = vault.path.appending(NotePath("source"))
        switch kind {
        case "folder": _ = path.withCString { mkdir($0, 0o755) }
        case "pipe": _ = path.withCString { mkfifo($0, 0o644) }
        case "closed":
            try vault.write(Array("x".utf8), to: NotePath("../source"))
            _ = path.withCString { chmod($0, 0) }
        default: break
        }
        // Root may read everything.
        guard kind != "closed" || getuid() != 0 else { return }
        let expected: LibraryError.Code =
            kind == "gone" ? .missing : kind == "closed" ? .notPermitted : .notAFile
        #expect(code { _ = try attachments().add([path]) } == expected)
        #expect(try texts() == ["n.md": "Text.\n"])
    }

    @Test(
        "are refused by a note that cannot list them, and nothing is left",
        arguments: [
            ("---\nattachments: [a\n---\n", LibraryError.Code.unsupportedProperty),
            ("---\nattachments: {a: b}\n---\n", .unsupportedProperty), ("\u{FF}", .unreadable),
        ])
    func hostileNotes(text: String, expected: LibraryError.Code) throws {
        let bytes: [UInt8] = text == "\u{FF}" ? [0xFF, 0xFE, 0x41] : Array(text.utf8)
        try vault.write(bytes, to: NotePath("n.md"))
        #expect(code { _ = try attachments().add([source("one")]) } == expected)
        #expect(try vault.everything().keys.sorted() == [NotePath("n.md")])
        guard case .file(let now, let modified)? = try vault.everything()[NotePath("n.md")] else { return }
        #expect(now == bytes && modified.seconds == 1_000_000_000)
    }

    @Test("are refused where the folder is a file, leads out, or is a link that does")
    func hostileFolders() throws {
        try set("files")
        try vault.write("x", to: "files")
        #expect(code { _ = try attachments().add([source("one")]) } == .nameTaken)
        try vault.remove("files")
        try vault.makeFolder(NotePath("../outside"))
        try vault.link("files", to: "../outside")
        #expect(code { _ = try attachments().add([source("one")]) } == .symbolicLink)
        try set("../outside")
        #expect(code { _ = try attachments().add([source("one")]) } == .invalidName)
        try set("a\\u0000b")
        #expect(code { _ = try attachments().add([source("one")]) } == .invalidName)
        try set(".hidden")
        #expect(code { _ = try attachments().add([source("one")]) } == .invalidName)
        let now = try texts()
        #expect(now.filter { !$0.key.hasPrefix(".obsidian") } == ["n.md": "Text.\n", "files/": ""], "\(now)")
    }

    @Test("of a note that changes meanwhile are not attached, and the other text stays")
    func changedMeanwhile() throws {
        let vault = vault
        let calls = StruckCalls(before: { number in
            // Once the note has been read for the plan, and before it is exchanged.
            if number == 60 { try? vault.write("Theirs.\n", to: "n.md") }
        })
        let attachments = NoteAttachments(of: NotePath("n.md"), by: try vault.runner(calls: calls))
        let source = try source("one")
        do {
            _ = try attachments.add([source])
            #expect(try vault.text(of: "n.md").contains("photo.png"))
        } catch {
            #expect((error as? LibraryError)?.code == .changed)
            #expect(try texts() == ["n.md": "Theirs.\n"])
        }
    }

    @Test("that cannot be listed go again, but not a file that another program put in their place")
    func replacedMeanwhile() throws {
        let vault = vault
        let hasHappened = Mutex(false)
        let calls = StruckCalls(before: { _ in
            guard vault.exists("photo.png"), !hasHappened.withLock({ $0 }) else { return }
            hasHappened.withLock { $0 = true }
            try? vault.write("theirs", to: "theirs.png")
            try? vault.rename("theirs.png", to: "photo.png")
            try? vault.write("Theirs.\n", to: "n.md")
        })
        let source = try source("one")
        #expect(
            code {
                _ = try NoteAttachments(of: NotePath("n.md"), by: try vault.runner(calls: calls)).add([source]
                )
            } == .changed)
        #expect(try texts() == ["n.md": "Theirs.\n", "photo.png": "theirs"])
    }

    @Test("that are staged and not saved leave no trace")
    func staging() throws {
        let store = AttachmentStore(of: vault.root, on: runner.disk)
        do {
            let staged = try store.stage(source("one"), for: NotePath("n.md"))
            #expect(staged.name == "photo.png" && staged.size == 3)
            #expect(try texts() == ["n.md": "Text.\n"])
        }
        #expect(try texts() == ["n.md": "Text.\n"])
    }

    @Test("that a killed process had staged are cleared, those of a living one are not")
    func clearing() throws {
        try set("files")
        try vault.write("dead", to: "files/.syncthing.notekit-staged-0123456789abcdef.tmp")
        try vault.write("theirs", to: "files/.syncthing.other.tmp")
        let store = AttachmentStore(of: vault.root, on: runner.disk)
        let living = try store.stage(source("one"), for: NotePath("n.md"))
        let path = try living.hide()
        #expect(try store.clearStaging(of: NotePath("n.md")) == 1)
        #expect(vault.exists(path) && vault.exists("files/.syncthing.other.tmp"))
        #expect(!vault.exists("files/.syncthing.notekit-staged-0123456789abcdef.tmp"))
    }
}
