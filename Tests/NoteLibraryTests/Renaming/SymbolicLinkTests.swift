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

    @Test(
        "of a note in another folder do not have its links turned to other notes", arguments: [true, false])
    func alias(isHard: Bool) throws {
        let text = "[y](b.md)\n"
        let vault = try TestVault(["b.md": "top\n", "d/b.md": "d's\n", "d/a.md": text, "z.md": "[[/b]]\n"])
        if isHard {
            let answer = vault.root.appending(path("d/a.md")).withCString { one in
                vault.root.appending(path("x.md")).withCString { Glibc.link(one, $0) }
            }
            #expect(answer == 0)
        } else {
            try vault.link("x.md", to: "d/a.md")
        }
        let renaming = NoteRenaming(try vault.runner())
        #expect(
            try renaming.plan(from: path("b.md"), to: path("c.md")).refusals.map(\.path) == [path("x.md")])
        let outcome = try renaming.rename(path("b.md"), to: path("c.md"))
        #expect(try vault.text(of: "d/a.md") == text)
        #expect(outcome.refusals.map(\.path) == [path("x.md")])
        #expect("\(outcome.refusals)".contains("'d/a.md'"))
    }

    @Test("that begin at the root are told where they lead there no more")
    func absolute() throws {
        let vault = try vault()
        let outcome = try NoteRenaming(try vault.runner()).rename(path("d/old.md"), to: path("d/new.md"))
        #expect(outcome.problems.map(\.path) == [path("absolute.md")])
        let moved = try FolderHierarchy(try vault.runner()).move(path("d"), into: path("e"))
        #expect(moved.problems.isEmpty)
        try vault.write("O\n", to: "e/d/old.md")
        try vault.remove("absolute.md")
        try vault.link("absolute.md", to: vault.root.appending(path("e/d/old.md")).description)
        let back = try FolderHierarchy(try vault.runner()).move(path("e/d"), into: path("."))
        #expect(back.problems.map(\.path) == [path("absolute.md")])
    }

    @Test("that go out of a folder and into it again by its name follow the name")
    func roundabout() throws {
        let vault = try TestVault(["d/n.md": "N\n", "d/s/m.md": "M\n"], folders: ["e"])
        try vault.link("d/l.md", to: "../d/n.md")
        try vault.link("d/s/deep.md", to: "../../d/n.md")
        try vault.link("d/plain.md", to: "./s/../n.md")
        #expect(try FolderHierarchy(try vault.runner()).rename(path("d"), to: path("f")).isComplete)
        for link in ["f/l.md", "f/s/deep.md", "f/plain.md"] { #expect(try vault.text(of: link) == "N\n") }
        #expect(try targets(vault, ["f/plain.md"]) == ["./s/../n.md"])
    }

    @Test("stay as somebody has turned them since, where it is written down that they were done")
    func turnedBack() throws {
        var number = 1
        var count = 0
        while true {
            let vault = try vault()
            let calls = StruckCalls(.diesAtChange(number))
            do {
                _ = try NoteRenaming(try vault.runner(calls: calls)).rename(
                    path("d/old.md"), to: path("d/new.md"))
            } catch {
                // It is dead.
            }
            if !calls.hasStruck { break }
            number += 1
            guard try isWrittenDown(vault) else { continue }
            count += 1
            try vault.write("Anew.\n", to: "d/old.md")
            try vault.remove("a.md")
            try vault.link("a.md", to: "d/old.md")
            _ = try vault.runner().finishInterrupted()
            #expect(try targets(vault, ["a.md"]) == ["d/old.md"], "killed at change \(number - 1)")
        }
        #expect(count > 0)
    }

    /// Whether a record says of a step that turns `a.md` that it is done.
    private func isWrittenDown(_ vault: TestVault) throws -> Bool {
        let folder = try vault.runner().store.folder.appending(path("operations"))
        let found = try NoteDisk(stateFolder: vault.state).orphanedRecords(
            in: folder, where: { $0.bytes.suffix(10).elementsEqual(".operation".utf8) })
        return found.contains { entry in
            guard case .orphaned(let file) = entry, let record = OperationRecord(file.bytes) else {
                return false
            }
            return record.operation.steps.indices.contains { index in
                guard case .relink(path("a.md"), _, _) = record.operation.steps[index].action else {
                    return false
                }
                return record.done[index] != nil
            }
        }
    }
}
