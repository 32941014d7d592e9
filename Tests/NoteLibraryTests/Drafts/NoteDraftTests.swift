// SPDX-License-Identifier: MIT
// An edit that touches nothing until it is saved.

import Glibc
import NoteKit
import Testing

@testable import NoteLibrary

@Suite("A draft")
struct NoteDraftTests {
    private let vault: TestVault
    private let runner: OperationRunner
    private let note = NotePath("n.md")

    init() throws {
        vault = try TestVault(["n.md": "Text.\n", "links.md": "See [[n]].\n"])
        runner = try vault.runner(calls: LinuxCalls())
    }

    private func source(_ text: String, _ name: String = "photo.png") throws -> NotePath {
        try vault.write(Array(text.utf8), to: NotePath("../\(name)"))
        return vault.path.appending(NotePath(name))
    }

    private func type(_ words: String, into draft: inout NoteDraft) {
        _ = draft.text.replace(draft.text.count..<draft.text.count, with: words)
    }

    private func code(_ body: () throws -> Void) -> LibraryError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? LibraryError)?.code
        }
    }

    @Test("that is let go leaves no trace, whatever was typed, staged and detached")
    func cancel() throws {
        try vault.write("---\nattachments: old.png\n---\n", to: "n.md")
        try vault.write("old", to: "old.png")
        let before = try vault.everything()
        do {
            var draft = try NoteDraft(of: note, by: runner)
            type("more", into: &draft)
            draft.title = "Other"
            try draft.attach(source("one"))
            try draft.detach("old.png")
            #expect(draft.hasChanges && draft.files.map(\.name) == ["photo.png"])
            var new = NoteDraft(newIn: .top, by: runner)
            type("new", into: &new)
            try new.attach(source("one"))
        }
        #expect(try vault.everything().filter { $0.key != NotePath("../photo.png") } == before)
        #expect(try runner.store.versions(of: note).isEmpty)
    }

    @Test("without changes saves nothing")
    func unchanged() throws {
        let before = try vault.everything()
        var draft = try NoteDraft(of: note, by: runner)
        #expect(!draft.hasChanges)
        let saved = try draft.save()
        #expect(saved.note == note && saved.renaming == nil)
        #expect(try vault.everything() == before)
        #expect(try runner.store.versions(of: note).isEmpty)
    }

    @Test("saves text and files together, and keeps the version that it replaces")
    func saving() throws {
        var draft = try NoteDraft(of: note, by: runner)
        let name = try draft.attach(source("one"))
        type("\n![[\(name)]]\n", into: &draft)
        #expect(draft.source.name(of: .file(name)) == name)
        try draft.save()
        let expected = "---\nattachments:\n  - photo.png\n---\nText.\n\n![[photo.png]]\n"
        #expect(try vault.text(of: "n.md") == expected && vault.text(of: "photo.png") == "one")
        #expect(draft.text.text == expected && !draft.hasChanges)
        let versions = try runner.store.versions(of: note)
        #expect(try versions.map { try runner.store.bytes(of: $0) } == [Array("Text.\n".utf8)])
        // The draft goes on.
        try draft.detach("photo.png")
        let saved = try draft.save()
        #expect(saved.removed.map(\.isFileRemoved) == [true] && !vault.exists("photo.png"))
        #expect(try runner.store.versions(of: note).count == 1)
    }

    @Test("takes out the file of the very name, where another differs in the form of an accent alone")
    func accents() throws {
        let names = ["caf\u{E9}.png", "cafe\u{301}.png"]
        try vault.write("---\nattachments:\n\(names.map { "  - \($0)\n" }.joined())---\n", to: "n.md")
        for name in names { try vault.write(name, to: name) }
        var draft = try NoteDraft(of: note, by: runner)
        try draft.detach(names[1])
        #expect(draft.files.map { Array($0.name.utf8) } == [Array(names[0].utf8)])
        try draft.save()
        let listed = AttachmentList(of: Array(try vault.text(of: "n.md").utf8)).names
        #expect(listed.map { Array($0.utf8) } == [Array(names[0].utf8)])
    }

    @Test("places a file under the name that it gets, when another one has taken its own meanwhile")
    func placedUnderItsName() throws {
        var draft = try NoteDraft(of: note, by: runner)
        let name = try draft.attach(source("mine"))
        type("\n![[\(name)|200]]\n\nand ![[\(name)]] inline\n", into: &draft)
        try vault.write("theirs", to: "photo.png")
        try draft.save()
        #expect(try vault.text(of: "photo.png") == "theirs" && vault.text(of: "photo 1.png") == "mine")
        #expect(try vault.text(of: "n.md").contains("![[photo 1.png|200]]"))
    }

    @Test("of a note that changed meanwhile is a conflict, and is kept")
    func conflict() throws {
        var draft = try NoteDraft(of: note, by: runner)
        type("mine", into: &draft)
        try draft.attach(source("one"))
        try vault.write("Theirs.\n", to: "n.md")
        #expect(code { try draft.save() } == .changed)
        #expect(try vault.text(of: "n.md") == "Theirs.\n" && !vault.exists("photo.png"))
        #expect(draft.text.text == "Text.\nmine" && draft.files.count == 1)
        // Once the note is as it was, it can be saved.
        try vault.write("Text.\n", to: "n.md")
        try draft.save()
        #expect(try vault.text(of: "photo.png") == "one")
    }

    @Test("with another title renames the note with its links, and keeps the former title")
    func title() throws {
        var draft = try NoteDraft(of: note, by: runner)
        draft.title = "Trip to Rome"
        let saved = try draft.save()
        #expect(saved.note == NotePath("Trip to Rome.md") && draft.note == saved.note)
        #expect(try vault.text(of: "links.md") == "See [[Trip to Rome]].\n" && !vault.exists("n.md"))
        let versions = try runner.store.versions(of: saved.note)
        #expect(versions.map(\.title) == ["n"] && versions.map(\.reason) == [.renamed])
        type("more", into: &draft)
        try draft.save()
        let later = try runner.store.versions(of: saved.note)
        #expect(later.map(\.title) == ["Trip to Rome", "n"])
    }

    @Test("keeps the former title where nothing is written", arguments: ["", " ", "\n\t ", "\u{3000}"])
    func blankTitle(title: String) throws {
        var draft = try NoteDraft(of: note, by: runner)
        draft.title = title
        #expect(draft.savedTitle == "n" && !draft.hasChanges)
        type("x", into: &draft)
        #expect(try draft.save().note == note && draft.title == "n")
    }

    @Test("is refused as a whole where its title cannot be")
    func badTitle() throws {
        let before = try vault.everything()
        for (title, expected) in [
            ("links", LibraryError.Code.nameTaken), ("a/b", .invalidName), (".x", .invalidName),
        ] {
            var draft = try NoteDraft(of: note, by: runner)
            draft.title = title
            type("x", into: &draft)
            #expect(code { try draft.save() } == expected)
        }
        #expect(try vault.everything() == before)
    }

    @Test("of a new note is called by its title made safe, numbered where that is taken")
    func new() throws {
        for (title, expected) in [
            ("Plan", "sub/Plan.md"), ("plan", "sub/plan 2.md"), ("a/b: [c]#d", "sub/a b c d.md"),
            ("  ", "sub/Untitled.md"),
            ("..", "sub/Untitled 2.md"),
        ] {
            var draft = NoteDraft(newIn: NotePath("sub"), by: runner)
            draft.title = title
            type("Hello.\n", into: &draft)
            try draft.attach(source("one"))
            #expect(try draft.save().note == NotePath(expected), "\(title)")
            #expect(try vault.text(of: expected).hasSuffix("---\nHello.\n"))
            #expect(try runner.store.versions(of: NotePath(expected)).isEmpty)
        }
        #expect(vault.exists("photo.png") && vault.exists("photo 4.png") && !vault.exists("photo 5.png"))
        #expect(try vault.everything().keys.allSatisfy { !$0.name.bytes.starts(with: ".".utf8) })
    }

    @Test("killed at any call is saved or not, with its files, at the next start", arguments: [false, true])
    func killed(isNew: Bool) throws {
        var number = 1
        while true {
            let vault = try TestVault(isNew ? [:] : ["n.md": "Text.\n"])
            try vault.write(Array("one".utf8), to: NotePath("../photo.png"))
            let calls = StruckCalls(.dies(number))
            do {
                let runner = try vault.runner(calls: calls)
                var draft = isNew ? NoteDraft(newIn: .top, by: runner) : try NoteDraft(of: note, by: runner)
                draft.title = "n"
                type("more", into: &draft)
                try draft.attach(vault.path.appending(NotePath("photo.png")))
                try draft.save()
            } catch {
                #expect(error is LibraryError)
            }
            guard calls.hasStruck else { break }
            let attachments = NoteAttachments(of: note, by: try vault.runner(calls: LinuxCalls()))
            try attachments.recover()
            _ = try attachments.runner.disk.recover(vault.root)
            let now = try vault.texts().filter { !$0.key.hasPrefix(".obsidian") }
            let text = isNew ? "more" : "Text.\nmore"
            let new = ["n.md": "---\nattachments:\n  - photo.png\n---\n\(text)", "photo.png": "one"]
            #expect(now == (isNew ? [:] : ["n.md": "Text.\n"]) || now == new, "at call \(number): \(now)")
            number += 1
        }
        #expect(number > 60)
    }
}
