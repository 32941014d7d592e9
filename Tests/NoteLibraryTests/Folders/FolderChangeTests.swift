// SPDX-License-Identifier: MIT
// What making, renaming, moving and deleting folders does to what is in them.

import Glibc
import NoteKit
import Testing

@testable import NoteLibrary

@Suite("A change of folders")
struct FolderChangeTests {
    private func texts(_ vault: TestVault) throws -> [String: String] { try vault.texts() }

    private func hierarchy(_ vault: TestVault) throws -> FolderHierarchy {
        FolderHierarchy(try vault.runner())
    }

    private func code(_ body: () throws -> Void) -> LibraryError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? LibraryError)?.code
        }
    }

    // MARK: - Deleting

    @Test("deletes a folder and none of what is in it: notes to the top, folders to the parent")
    func delete() throws {
        let vault = try TestVault([
            "a/f/n.md": "N", "a/f/pic.png": "P", "a/f/.hidden": "H", "a/f/s/deep.md": "D", "a/other.md": "O",
        ])
        #expect(try hierarchy(vault).delete(NotePath("a/f")).isComplete)
        #expect(
            try texts(vault) == [
                "n.md": "N", "pic.png": "P", ".hidden": "H", "a/": "", "a/s/": "", "a/s/deep.md": "D",
                "a/other.md": "O",
            ])
    }

    @Test("gives a number to what finds its name taken, alike but for case or accents, and replaces nothing")
    func numbers() throws {
        let vault = try TestVault([
            "f/n.md": "new", "n.md": "old", "n 2.md": "two", "f/Caf\u{E9}.md": "new", "CAFE\u{301}.md": "old",
            "f/s/x.md": "new", "s/x.md": "old", "f/.p": "new", ".p": "old", "f/v1.2/y.md": "new",
            "v1.2/y.md": "old",
        ])
        #expect(try hierarchy(vault).delete(NotePath("f")).isComplete)
        #expect(
            try texts(vault) == [
                "n.md": "old", "n 2.md": "two", "n 3.md": "new", "CAFE\u{301}.md": "old",
                "Caf\u{E9} 2.md": "new", "s/": "", "s/x.md": "old", "s 2/": "", "s 2/x.md": "new",
                ".p": "old",
                ".p 2": "new", "v1.2/": "", "v1.2/y.md": "old", "v1.2 2/": "", "v1.2 2/y.md": "new",
            ])
    }

    @Test("leaves the name of the deleted folder to a folder in it that has the same")
    func heir() throws {
        let vault = try TestVault(["f/f/n.md": "N", "f/m.md": "M"])
        let hierarchy = try hierarchy(vault)
        #expect(try hierarchy.delete(NotePath("f")).isComplete)
        #expect(try texts(vault) == ["f/": "", "f/n.md": "N", "m.md": "M"])
        #expect(try hierarchy.undoLast(.folderDelete).isComplete)
        #expect(try texts(vault) == ["f/": "", "f/f/": "", "f/f/n.md": "N", "f/m.md": "M"])
    }

    @Test("moves no note's time and no note's inode, and takes its history and its pin along")
    func kept() throws {
        let vault = try TestVault(["f/n.md": "N", "f/s/m.md": "M"])
        let before = try vault.everything()
        let runner = try vault.runner()
        try runner.store.setPinned(true, note: NotePath("f/s/m.md"))
        try runner.store.keep(
            NoteVersion(
                of: NotePath("f/n.md"), [1], because: .replaced, at: FileTime(seconds: 1, nanoseconds: 0)))
        try FolderHierarchy(runner).delete(NotePath("f"))
        let after = try vault.everything()
        #expect(after[NotePath("n.md")] == before[NotePath("f/n.md")])
        #expect(after[NotePath("s/m.md")] == before[NotePath("f/s/m.md")])
        #expect(try runner.store.pinnedNotes() == [NotePath("s/m.md")])
        #expect(try runner.store.versions(of: NotePath("n.md")).count == 1)
    }

    @Test("is taken back whole, once", arguments: ["delete", "move", "rename", "create"])
    func undo(_ what: String) throws {
        let vault = try TestVault(
            ["a/f/n.md": "N", "a/f/.h": "H", "a/f/s/d.md": "D", "n.md": "old", "g/f/x.md": "X"])
        let before = try vault.everything()
        let hierarchy = try hierarchy(vault)
        let folder = NotePath("a/f")
        let kind: VaultOperation.Kind
        switch what {
        case "delete": (kind, _) = (.folderDelete, try hierarchy.delete(folder))
        case "move": (kind, _) = (.folderMove, try hierarchy.move(folder, into: NotePath("g")))
        case "rename": (kind, _) = (.folderRename, try hierarchy.rename(folder, to: NotePath("new")))
        default: (kind, _) = (.folderCreate, try hierarchy.create(NotePath("p/q")))
        }
        #expect(try vault.everything() != before)
        #expect(try hierarchy.undoLast(kind).isComplete)
        #expect(try vault.everything() == before)
        #expect(code { try _ = hierarchy.undoLast(kind) } == .nothingToUndo)
    }

    @Test("takes a deletion back around what was changed since, which stays")
    func undoLater() throws {
        let vault = try TestVault(["f/n.md": "N", "f/m.md": "M"])
        let hierarchy = try hierarchy(vault)
        try hierarchy.delete(NotePath("f"))
        try vault.write("edited", to: "n.md")
        try vault.remove("m.md")
        try vault.write("theirs", to: "f/n.md")
        let outcome = try hierarchy.undoLast(.folderDelete)
        #expect(outcome.refusals.map(\.code) == [.missing])
        #expect(try texts(vault) == ["f/": "", "f/n.md": "theirs", "f/n 2.md": "edited"])
    }

    @Test(
        "refuses to delete what is more than a folder, and changes nothing",
        arguments: [".git", ".obsidian", ".stfolder"])
    func foreign(_ name: String) throws {
        let vault = try TestVault(["f/n.md": "N"], folders: ["f/\(name)"])
        let before = try vault.everything()
        #expect(code { try hierarchy(vault).delete(NotePath("f")) } == .foreign)
        #expect(try vault.everything() == before)
    }

    @Test("never follows a symbolic link, and never takes what it leads to for what is in a folder")
    func links() throws {
        let vault = try TestVault(["f/n.md": "N", "real/m.md": "M"])
        try vault.write("outside", to: "../outside/o.md")
        try vault.link("link", to: "../outside")
        try vault.link("f/away", to: vault.path.description + "/outside")
        let hierarchy = try hierarchy(vault)
        for folder in ["link", "link/sub"] {
            let code = code { try hierarchy.delete(NotePath(folder)) }
            #expect(code == .symbolicLink, "\(folder)")
        }
        #expect(code { try hierarchy.rename(NotePath("link"), to: NotePath("x")) } == .symbolicLink)
        #expect(code { try hierarchy.move(NotePath("link"), into: NotePath("f")) } == .symbolicLink)
        #expect(code { try hierarchy.move(NotePath("f"), into: NotePath("link")) } == .symbolicLink)
        #expect(code { try hierarchy.moveNote(NotePath("f/n.md"), into: NotePath("link")) } == .symbolicLink)
        #expect(code { try hierarchy.create(NotePath("link/new")) } == .symbolicLink)
        // A link with a whole path leads to the same place from everywhere.
        #expect(try hierarchy.delete(NotePath("f")).isComplete)
        #expect(vault.exists("away") && vault.exists("../outside/o.md") && !vault.exists("f"))
    }

    @Test("refuses to delete a folder with a link that would lead elsewhere")
    func relativeLink() throws {
        let vault = try TestVault(["f/n.md": "N", "m.md": "M"])
        try vault.link("f/l.md", to: "../m.md")
        let before = try vault.everything()
        #expect(code { try hierarchy(vault).delete(NotePath("f")) } == .symbolicLink)
        #expect(code { try hierarchy(vault).moveNote(NotePath("f/l.md"), into: .top) } == .symbolicLink)
        #expect(try vault.everything() == before)
    }

    // MARK: - Names

    @Test("keeps names that are not UTF-8, and NFC and NFD apart, byte for byte")
    func bytes() throws {
        let vault = try TestVault()
        let names: [[UInt8]] = [
            [0xFF, 0x2E, 0x6D, 0x64], Array("e\u{301}.md".utf8), Array("\u{E8}.md".utf8),
        ]
        for name in names { try vault.write(name, to: NotePath(bytes: Array("f/".utf8) + name)) }
        try hierarchy(vault).delete(NotePath("f"))
        let after = try vault.everything()
        #expect(Set(after.keys) == Set(names.map { NotePath(bytes: $0) }))
        // Twins in one folder cannot both be alike elsewhere: one gets a number.
        try vault.write("1", to: "g/\u{E9}.md")
        try vault.write("2", to: "g/e\u{301}.md")
        try hierarchy(vault).delete(NotePath("g"))
        let texts = try vault.everything().values.compactMap(\.text)
        #expect(Set(texts).isSuperset(of: ["1", "2"]) && texts.count == 5)
    }

    @Test("shortens a name of 255 bytes for its number, and not within a character")
    func long() throws {
        let stem = String(repeating: "é", count: 126)
        let name = stem + ".md"
        #expect(name.utf8.count == 255)
        let vault = try TestVault([
            "f/\(name)": "new", name: "old", "f/\(stem)abc/x.md": "X", "\(stem)abc/y.md": "Y",
        ])
        try hierarchy(vault).delete(NotePath("f"))
        let short = String(repeating: "é", count: 125)
        let texts = try texts(vault)
        #expect(texts[name] == "old" && texts["\(short) 2.md"] == "new")
        #expect(texts["\(stem)a 2/x.md"] == "X")
    }

    @Test("renames a folder that differs in case alone")
    func caseOnly() throws {
        let vault = try TestVault(["work/n.md": "N", "a.md": "[[work/n]] [x](work/n.md) [[n]] [[WORK/n]]"])
        #expect(try hierarchy(vault).rename(NotePath("work"), to: NotePath("Work")).isComplete)
        #expect(
            try texts(vault) == [
                "Work/": "", "Work/n.md": "N", "a.md": "[[Work/n]] [x](Work/n.md) [[n]] [[WORK/n]]",
            ])
    }

    @Test(
        "refuses a name that is blank, hidden, a path or too long",
        arguments: ["", " ", ".x", "..", "a/b", String(repeating: "x", count: 256)])
    func names(_ name: String) throws {
        let vault = try TestVault(["f/n.md": "N"])
        #expect(code { try hierarchy(vault).rename(NotePath("f"), to: NotePath(name)) } == .invalidName)
        #expect(try texts(vault) == ["f/": "", "f/n.md": "N"])
    }

    @Test(
        "refuses hidden folders, to change, to move into and to make, and changes nothing",
        arguments: [".git", ".obsidian", ".hidden", "f/.hidden", ".git/objects"])
    func hidden(_ name: String) throws {
        let vault = try TestVault(["f/n.md": "N", "\(name)/config": "C"])
        let before = try vault.everything()
        let hierarchy = try hierarchy(vault)
        let folder = NotePath(name)
        let (f, note) = (NotePath("f"), NotePath("f/n.md"))
        #expect(code { try hierarchy.delete(folder) } == .invalidName)
        #expect(code { try hierarchy.rename(folder, to: NotePath("x")) } == .invalidName)
        #expect(code { try hierarchy.move(folder, into: .top) } == .invalidName)
        #expect(code { try hierarchy.create(folder.entry(NotePath("x"))) } == .invalidName)
        #expect(code { try hierarchy.moveNote(note, into: folder) } == .invalidName)
        #expect(code { try hierarchy.moveNote(folder.entry(NotePath("config")), into: .top) } == .invalidName)
        if !folder.isBelow(f) { #expect(code { try hierarchy.move(f, into: folder) } == .invalidName) }
        #expect(try vault.everything() == before)
    }

    @Test(
        "refuses a name that no link can hold, and leaves a link as it is that would name such a folder",
        arguments: ["C#", "a|b", "r|s[t]", "x^y"])
    func unlinkable(_ name: String) throws {
        let vault = try TestVault([
            "f/n.md": "N", "\(name)/n.md": "other", "C.md": "C", "a.md": "[[f/n]] [x](f/n.md)",
        ])
        let hierarchy = try hierarchy(vault)
        #expect(code { try hierarchy.rename(NotePath("f"), to: NotePath("2\(name)")) } == .invalidName)
        #expect(code { try hierarchy.create(NotePath("2\(name)")) } == .invalidName)
        let outcome = try hierarchy.moveNote(NotePath("f/n.md"), into: NotePath(name))
        #expect(outcome.isComplete && outcome.problems.map(\.code) == [.invalidName])
        let text = try vault.text(of: "a.md")
        #expect(text.hasPrefix("[[f/n]] [x](") && !text.contains("(f/n.md)"))
    }

    @Test("refuses to make or rename to a name that is taken, alike ones too")
    func taken() throws {
        let vault = try TestVault(["f/n.md": "N", "file": "F"], folders: ["g"])
        let hierarchy = try hierarchy(vault)
        for name in ["g", "G", "file", "FILE"] {
            #expect(code { try hierarchy.rename(NotePath("f"), to: NotePath(name)) } == .nameTaken, "\(name)")
            #expect(code { try hierarchy.create(NotePath(name)) } == .nameTaken, "\(name)")
        }
        #expect(code { try hierarchy.create(NotePath("file/x")) } == .nameTaken)
        #expect(code { try hierarchy.create(.top) } == .nameTaken)
        #expect(try hierarchy.create(NotePath("g/h/i")).isComplete)
        #expect(vault.exists("g/h/i"))
    }

    @Test("moves a folder with all that is in it, with a number where its name is taken")
    func move() throws {
        let vault = try TestVault(["f/n.md": "N", "g/F/x.md": "X"])
        let hierarchy = try hierarchy(vault)
        #expect(try hierarchy.move(NotePath("f"), into: NotePath("g")).moves.map(\.to) == [NotePath("g/f 2")])
        #expect(try texts(vault) == ["g/": "", "g/f 2/": "", "g/f 2/n.md": "N", "g/F/": "", "g/F/x.md": "X"])
        for target in ["g", "g/F"] {
            #expect(code { try hierarchy.move(NotePath("g"), into: NotePath(target)) } == .illegalMove)
        }
        #expect(code { try hierarchy.move(.top, into: NotePath("g")) } == .illegalMove)
        #expect(code { try hierarchy.move(NotePath("g"), into: NotePath("none")) } == .missing)
        #expect(code { try hierarchy.move(NotePath("none"), into: .top) } == .missing)
        // Where it is already, nothing is to be done.
        #expect(try hierarchy.move(NotePath("g/F"), into: NotePath("g")).steps.isEmpty)
    }

    @Test("moves a note, with a number where its name is taken")
    func moveNote() throws {
        let vault = try TestVault(["n.md": "N", "f/N.md": "old"])
        let outcome = try hierarchy(vault).moveNote(NotePath("n.md"), into: NotePath("f"))
        #expect(outcome.moves.map(\.to) == [NotePath("f/n 2.md")])
        #expect(try texts(vault) == ["f/": "", "f/N.md": "old", "f/n 2.md": "N"])
        #expect(code { try hierarchy(vault).moveNote(NotePath("gone.md"), into: .top) } == .missing)
        #expect(code { try hierarchy(vault).moveNote(NotePath("f"), into: .top) } == .illegalMove)
        #expect(code { try hierarchy(vault).moveNote(NotePath("../x.md"), into: .top) } == .invalidName)
    }

    @Test("works in folders a thousand deep")
    func deep() throws {
        let vault = try TestVault(["x.md": "X", "f/y.md": "Y"])
        let hierarchy = try hierarchy(vault)
        let parts = Array(repeating: "d", count: 1000)
        #expect(try hierarchy.create(NotePath(parts.joined(separator: "/"))).isComplete)
        let deep = NotePath(parts.joined(separator: "/"))
        #expect(try hierarchy.moveNote(NotePath("x.md"), into: deep).isComplete)
        #expect(try hierarchy.move(NotePath("f"), into: deep).isComplete)
        #expect(try hierarchy.delete(deep.appending(NotePath("f"))).isComplete)
        #expect(try hierarchy.delete(deep).isComplete)
        #expect(vault.exists("y.md") && vault.exists("x.md"))
        #expect(try hierarchy.delete(NotePath("d")).isComplete)
        #expect(vault.exists("d/d"))
    }
}
