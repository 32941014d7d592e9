// SPDX-License-Identifier: MIT
// Every operation is killed before each of its changes, another program changes what it left, and the next start goes on.

import Glibc
import NoteKit
import Testing

@testable import NoteLibrary

@Suite("An operation that was killed, when another program has changed what it left")
struct ResumeMatrixTests {
    /// What another program does before the next start.
    struct Meddling: Sendable, CustomStringConvertible {
        let description: String
        /// - Returns: What must be there afterwards as it is; nil where it has nothing to do.
        let act: @Sendable (TestVault) throws -> [String: String]?
    }

    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let files: [String: String]
        var folders: [String] = []
        let act: @Sendable (TestVault, OperationRunner) throws -> Void
        let meddlings: [Meddling]
    }

    // MARK: - What others do

    /// Saves as many editors do: another file gets the name.
    private static func replaces(_ name: String, adding words: String = "Theirs.\n") -> Meddling {
        Meddling(description: "replaces \(name)") { vault in
            guard vault.exists(name) else { return nil }
            let text = try vault.text(of: name) + words
            try vault.write(text, to: "saving.tmp")
            try vault.rename("saving.tmp", to: name)
            return [name: text]
        }
    }

    private static func writes(_ text: String, to name: String) -> Meddling {
        Meddling(description: "writes \(name)") { vault in
            guard !vault.exists(name) else { return nil }
            try vault.write(text, to: name)
            return [name: text]
        }
    }

    private static func removes(_ name: String) -> Meddling {
        Meddling(description: "removes \(name)") { vault in
            guard vault.exists(name) else { return nil }
            try vault.remove(name)
            return [:]
        }
    }

    private static func renames(_ name: String, to new: String) -> Meddling {
        Meddling(description: "renames \(name)") { vault in
            guard vault.exists(name), !vault.exists(new) else { return nil }
            let isFile = try !vault.texts().keys.contains("\(name)/")
            let text = isFile ? try vault.text(of: name) : ""
            try vault.rename(name, to: new)
            return [isFile ? new : "\(new)/": text]
        }
    }

    private static func makes(_ folder: String) -> Meddling {
        Meddling(description: "makes \(folder)") { vault in
            guard !vault.exists(folder) else { return nil }
            try vault.makeFolder(NotePath(folder))
            return ["\(folder)/": ""]
        }
    }

    // MARK: - What is killed

    private static func digest(_ text: String) -> SHA256Digest { SHA256Digest(of: Array(text.utf8)) }

    private static func steps(_ steps: [VaultOperation.Step])
        -> @Sendable (TestVault, OperationRunner) throws -> Void
    {
        { _, runner in _ = try runner.carryOut(VaultOperation(.noteMove, steps)) }
    }

    private static let listed = "---\nattachments:\n  - photo.png\n---\nText.\n"

    static let cases = [
        Case(
            description: "a folder that is made, and filled", files: ["a.md": "A\n"],
            act: steps([.makeFolder(NotePath("d")), .move(NotePath("a.md"), to: NotePath("d/a.md"))]),
            meddlings: [
                renames("d", to: "e"), replaces("d/a.md"), renames("d/a.md", to: "z.md"),
                writes("T\n", to: "a.md"),
                Meddling(description: "puts a file in its place") { vault in
                    guard vault.exists("d") else { return nil }
                    try vault.rename("d", to: "e")
                    try vault.write("T\n", to: "d")
                    return ["d": "T\n", "e/": ""]
                },
            ]),
        Case(
            description: "a note that is renamed with a link", files: ["a.md": "A\n", "c.md": "[[a]]\n"],
            act: steps([
                .move(NotePath("a.md"), to: NotePath("b.md")),
                .edit(NotePath("c.md"), from: digest("[[a]]\n"), to: Array("[[b]]\n".utf8), ifRefused: .goOn),
            ]),
            meddlings: [
                replaces("b.md"), removes("b.md"), renames("b.md", to: "z.md"), writes("T\n", to: "a.md"),
                replaces("c.md"), removes("c.md"), renames("c.md", to: "y.md"),
            ]),
        Case(
            description: "a note that is renamed, and a symbolic link that leads to it",
            files: ["a.md": "A\n", "mine.md": "Mine, and long\n"],
            act: { vault, runner in
                try vault.link("link.md", to: "a.md")
                try steps([
                    .move(NotePath("a.md"), to: NotePath("b.md")),
                    .init(
                        .relink(NotePath("link.md"), from: NotePath("a.md"), to: NotePath("b.md")),
                        ifRefused: .goOn),
                ])(vault, runner)
            },
            meddlings: [
                renames("link.md", to: "z.md"), replaces("b.md"),
                Meddling(description: "puts a note in the place of the link") { vault in
                    guard try vault.everything().keys.contains(NotePath("link.md")) else { return nil }
                    try vault.write("Theirs.\n", to: "saving.tmp")
                    try vault.rename("saving.tmp", to: "link.md")
                    return ["link.md": "Theirs.\n"]
                },
                Meddling(description: "turns the link to another note") { vault in
                    guard vault.exists("link.md") else { return nil }
                    try vault.remove("link.md")
                    try vault.link("link.md", to: "mine.md")
                    return ["mine.md": "Mine, and long\n"]
                },
            ]),
        Case(
            description: "two notes that move", files: ["a.md": "A\n", "b.md": "B\n"], folders: ["d"],
            act: steps([
                .move(NotePath("a.md"), to: NotePath("d/a.md")),
                .move(NotePath("b.md"), to: NotePath("d/b.md")),
            ]),
            meddlings: [
                replaces("d/a.md"), replaces("d/b.md"), renames("d/a.md", to: "z.md"),
                writes("T\n", to: "a.md"),
                removes("d/b.md"), renames("d", to: "e"),
            ]),
        Case(
            description: "a folder that is removed", files: ["a.md": "A\n"], folders: ["d", "e"],
            act: steps([.removeFolder(NotePath("e")), .move(NotePath("a.md"), to: NotePath("d/a.md"))]),
            meddlings: [makes("e"), writes("T\n", to: "e")]),
        Case(
            description: "an attachment that is removed", files: ["n.md": listed, "photo.png": "one"],
            act: { vault, runner in
                _ = try NoteAttachments(of: NotePath("n.md"), by: runner).remove("photo.png")
            },
            meddlings: [
                replaces("n.md"), writes("two", to: "photo.png"), removes("n.md"),
                renames("n.md", to: "m.md"),
                writes("![[photo.png]]\n", to: "other.md"),
                writes("{\"nodes\":[{\"file\":\"photo.png\"}]}", to: "b.canvas"),
                Meddling(description: "lists it again") { vault in
                    try vault.write(listed + "Again.\n", to: "n.md")
                    return ["n.md": listed + "Again.\n"]
                },
            ]),
        Case(
            description: "an attachment of a note", files: ["n.md": "Text.\n"],
            act: { vault, runner in
                try vault.write("one", to: "../photo.png")
                _ = try NoteAttachments(of: NotePath("n.md"), by: runner)
                    .add([vault.path.appending(NotePath("photo.png"))])
            },
            meddlings: [
                replaces("n.md"), replaces("photo.png", adding: "two"), renames("n.md", to: "m.md"),
                writes("![[photo.png]]\n", to: "other.md"),
            ]),
        Case(
            description: "a new note with attachments", files: [:],
            act: { vault, runner in
                try vault.write("one", to: "../photo.png")
                try vault.write("one", to: "../other.png")
                var draft = NoteDraft(newIn: NotePath("sub"), by: runner)
                draft.title = "n"
                _ = draft.text.replace(0..<0, with: "Text.\n")
                try draft.attach(vault.path.appending(NotePath("photo.png")))
                try draft.attach(vault.path.appending(NotePath("other.png")))
                try draft.save()
            },
            meddlings: [
                replaces("sub/n.md"), removes("other.png"), replaces("other.png", adding: "two"),
                renames("sub/n.md", to: "m.md"), renames("other.png", to: "moved.png"),
                writes("![[photo.png]]\n", to: "other.md"),
            ]),
        Case(
            description: "one that is taken back, since its last step is not possible",
            files: ["a.md": "A\n", "b.md": "B\n", "c.md": "C\n", "t.md": "T\n"],
            act: steps([
                .makeFolder(NotePath("new")), .move(NotePath("a.md"), to: NotePath("new/a.md")),
                .edit(NotePath("c.md"), from: digest("C\n"), to: Array("CC\n".utf8)),
                .move(NotePath("b.md"), to: NotePath("t.md")),
            ]),
            meddlings: [
                replaces("new/a.md"), replaces("c.md"), writes("X\n", to: "a.md"),
                writes("X\n", to: "new/a.md"),
                renames("new/a.md", to: "z.md"), renames("a.md", to: "z.md"), renames("c.md", to: "y.md"),
                renames("new", to: "e"),
            ]),
        Case(
            description: "an attachment that is taken back", files: ["b.md": "B\n", "t.md": "T\n"],
            act: { vault, runner in
                try vault.write("one", to: "../photo.png")
                let store = AttachmentStore(of: vault.root, on: runner.disk)
                let copy = try store.stage(
                    vault.path.appending(NotePath("photo.png")), for: NotePath("n.md"))
                let hidden = try copy.hide()
                try steps([
                    .move(hidden, to: NotePath("photo.png")), .move(NotePath("b.md"), to: NotePath("t.md")),
                ])(vault, runner)
            },
            meddlings: [
                writes("![[photo.png]]\n", to: "other.md"), replaces("photo.png", adding: "two"),
                renames("photo.png", to: "mine.png"),
            ]),
    ]

    @Test(
        "changes nothing that the other one wrote, and takes no file from a note", arguments: cases,
        [false, true])
    func matrix(subject: Case, losesProgress: Bool) throws {
        for meddling in subject.meddlings {
            var number = 1
            var meddled = 0
            while true {
                let vault = try TestVault(subject.files, folders: subject.folders)
                let calls = StruckCalls(.diesAtChange(number))
                do {
                    try subject.act(vault, try vault.runner(calls: calls))
                } catch {
                    // It is dead; nobody reads this.
                }
                guard calls.hasStruck else { break }
                if losesProgress { try vault.forgetProgress() }
                if let theirs = try meddling.act(vault) {
                    meddled += 1
                    try check(
                        vault, theirs, "\(subject) killed at change \(number), then another \(meddling)")
                }
                number += 1
            }
            #expect(meddled > 0, "\(subject): it never \(meddling)")
        }
    }

    private func check(_ vault: TestVault, _ theirs: [String: String], _ when: String) throws {
        let before = try vault.texts()
        let attachments = NoteAttachments(of: NotePath("n.md"), by: try vault.runner())
        try attachments.recover()
        try NoteAttachments(of: NotePath("sub/n.md"), by: attachments.runner).recover()
        let now = try vault.texts()
        for (name, text) in theirs { #expect(now[name] == text, "\(when): '\(name)' in \(now)") }
        for (name, text) in now where name.hasSuffix(".md") || name.hasSuffix(".canvas") {
            for file in ["photo.png", "other.png"] where text.contains(file) && before[file] != nil {
                #expect(now[file] == before[file], "\(when): '\(name)' names '\(file)' in \(now)")
            }
        }
        for (name, text) in before where name.hasSuffix(".md") && text.count < 3 {
            #expect(now.values.contains(text), "\(when): '\(name)' is lost")
        }
        #expect(try attachments.runner.finishInterrupted().isEmpty, "\(when): something is left to do")
    }
}
