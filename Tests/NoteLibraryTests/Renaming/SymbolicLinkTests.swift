// SPDX-License-Identifier: MIT
// Symbolic links that lead to what is renamed, or are renamed themselves, lead where they led.

import Glibc
import NoteKit
import Testing

@testable import NoteLibrary

@Suite("Symbolic links among what is renamed")
struct SymbolicLinkTests {
    private func path(_ text: String) -> NotePath { NotePath(text) }

    private func vault() throws -> TestVault {
        let vault = try TestVault(["d/old.md": "O\n", "b.md": "b [[old]]\n"], folders: ["e"])
        try vault.link("a.md", to: "d/old.md")
        try vault.link("e/c.md", to: "./../d/old.md")
        try vault.link("other.md", to: "b.md")
        try vault.link("absolute.md", to: vault.root.appending(path("d/old.md")).description)
        return vault
    }

    private func targets(_ vault: TestVault, _ links: [String]) throws -> [String?] {
        let folders = try VaultFolders(vault.root, calls: LinuxCalls())
        return try links.map { try folders.target(ofLink: path($0))?.description }
    }

    @Test("follow the note in the manner in which they are written, and are taken back")
    func renamed() throws {
        let vault = try vault()
        let renaming = NoteRenaming(try vault.runner())
        let plan = try renaming.plan(from: path("d/old.md"), to: path("d/new.md"))
        #expect(
            plan.links == [
                .init(path: path("a.md"), old: path("d/old.md"), new: path("d/new.md")),
                .init(path: path("e/c.md"), old: path("./../d/old.md"), new: path("./../d/new.md")),
            ])
        let outcome = try renaming.rename(path("d/old.md"), to: path("d/new.md"))
        #expect(outcome.isComplete && outcome.relinked == plan.links.map(\.path))
        #expect(try targets(vault, ["a.md", "e/c.md", "other.md"]) == ["d/new.md", "./../d/new.md", "b.md"])
        #expect(try renaming.undoLast().isComplete)
        #expect(try targets(vault, ["a.md", "e/c.md"]) == ["d/old.md", "./../d/old.md"])
    }

    @Test("follow the note into another folder, and come back as they were written")
    func moved() throws {
        let vault = try vault()
        let renaming = NoteRenaming(try vault.runner())
        #expect(try renaming.rename(path("d/old.md"), to: path("e/new.md")).isComplete)
        #expect(try targets(vault, ["a.md", "e/c.md"]) == ["e/new.md", "new.md"])
        #expect(try renaming.undoLast().isComplete)
        #expect(try targets(vault, ["a.md", "e/c.md"]) == ["d/old.md", "./../d/old.md"])
    }

    @Test("are made anew where the link itself moves to another folder")
    func movedLink() throws {
        let vault = try vault()
        let renaming = NoteRenaming(try vault.runner())
        #expect(try renaming.rename(path("a.md"), to: path("e/z.md")).isComplete)
        #expect(try targets(vault, ["e/z.md"]) == ["../d/old.md"])
        #expect(try vault.text(of: "e/z.md") == "O\n")
        #expect(try renaming.undoLast().isComplete)
        #expect(try targets(vault, ["a.md"]) == ["d/old.md"])
    }

    @Test("follow a folder, and stay as they are where they move with what they lead to")
    func folder() throws {
        let vault = try vault()
        try vault.link("d/near.md", to: "old.md")
        try vault.link("d/far.md", to: "../b.md")
        try vault.link("whole", to: "d/")
        let hierarchy = FolderHierarchy(try vault.runner())
        let outcome = try hierarchy.move(path("d"), into: path("e"))
        #expect(outcome.isComplete, "\(outcome.refusals)")
        let links = ["a.md", "e/c.md", "e/d/near.md", "e/d/far.md", "whole"]
        #expect(try targets(vault, links) == ["e/d/old.md", "d/old.md", "old.md", "../../b.md", "e/d"])
        #expect(try hierarchy.undoLast(.folderMove).isComplete)
        let back = ["a.md", "e/c.md", "d/near.md", "d/far.md", "whole"]
        #expect(try targets(vault, back) == ["d/old.md", "./../d/old.md", "old.md", "../b.md", "d/"])
    }

    @Test("and hard links of one note are written to once, by its own name")
    func oneFile() throws {
        let vault = try vault()
        let answer = vault.root.appending(path("b.md")).withCString { one in
            vault.root.appending(path("c.md")).withCString { Glibc.link(one, $0) }
        }
        #expect(answer == 0)
        let renaming = NoteRenaming(try vault.runner())
        let plan = try renaming.plan(from: path("d/old.md"), to: path("d/new.md"))
        #expect(plan.notes.map(\.path) == [path("b.md")])
        let outcome = try renaming.rename(path("d/old.md"), to: path("d/new.md"))
        #expect(outcome.isComplete && outcome.edited == [path("b.md")])
        for name in ["b.md", "c.md", "other.md"] { #expect(try vault.text(of: name) == "b [[new]]\n") }
        #expect(try renaming.undoLast().isComplete)
        for name in ["b.md", "c.md", "other.md"] { #expect(try vault.text(of: name) == "b [[old]]\n") }
    }

    @Test("are left alone where another program has changed them meanwhile")
    func changed() throws {
        let vault = try vault()
        let folders = try VaultFolders(vault.root, calls: LinuxCalls())
        #expect(throws: LibraryError.self) {
            try folders.retarget(path("a.md"), from: path("b.md"), to: path("c.md"))
        }
        #expect(try targets(vault, ["a.md"]) == ["d/old.md"])
        #expect(try folders.retarget(path("a.md"), from: path("d/old.md"), to: path("d/old.md")) == false)
    }

    @Test(
        "lead there when a rename was killed anywhere and the next one looked",
        arguments: ["a.md", "d/old.md"])
    func killed(note: String) throws {
        var number = 1
        while true {
            let vault = try vault()
            let calls = StruckCalls(.dies(number))
            do {
                _ = try NoteRenaming(try vault.runner(calls: calls)).rename(path(note), to: path("e/z.md"))
            } catch {
                // It is dead; nobody reads this.
            }
            if !calls.hasStruck { break }
            for outcome in try vault.runner().finishInterrupted() {
                #expect(outcome.refusals.isEmpty, "killed at call \(number): \(outcome.refusals)")
            }
            let moved = vault.exists("e/z.md") ? "e/z.md" : note
            let link = note == "a.md" ? moved : "a.md"
            #expect(try vault.text(of: link) == "O\n", "killed at call \(number)")
            #expect(try vault.text(of: "e/c.md") == "O\n", "killed at call \(number)")
            let names = try vault.everything().keys.map(\.description)
            #expect(names.filter { $0.contains("notekit") } == [], "killed at call \(number)")
            number += 1
        }
        #expect(number > 50)
    }
}
