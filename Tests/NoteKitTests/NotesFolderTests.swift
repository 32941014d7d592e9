// SPDX-License-Identifier: MIT
// The list of a vault's notes: its order, its refreshing, its memory.

import Foundation
import Glibc
import NoteKit
import Testing

@Suite("A folder of notes")
struct NotesFolderTests {
    private let scratch: ScratchFolder
    private var top: String { scratch.path }
    private var vault: NotePath { NotePath(top + "/vault") }
    private var state: NotePath { NotePath(top + "/state") }

    init() throws {
        scratch = try ScratchFolder(with: "vault/sub")
    }

    /// Makes a note, changed and created at these seconds.
    private func note(_ name: String, modified: Int = 0, created: Int? = nil) throws {
        let path = "\(top)/vault/\(name)"
        try Data("a\n".utf8).write(to: URL(fileURLWithPath: path))
        if let created {
            #expect(setAttribute("user.notekit.created", to: "\(created).000000000", of: path))
        }
        let time = timespec(tv_sec: modified, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }

    @Test("lists the newest first, and what is equally new by path")
    func newestFirst() throws {
        try note("old.md", modified: 10)
        try note("new.md", modified: 30)
        try note("sub/b.md", modified: 20)
        try note("sub/a.md", modified: 20)
        let folder = try NotesFolder(vault)
        #expect(folder.entries.map(\.path.description) == ["new.md", "sub/a.md", "sub/b.md", "old.md"])
    }

    @Test("sorts by the creation date that a save recorded, and by name")
    func sorting() throws {
        try note("b.md", modified: 1, created: 300)
        try note("a.md", modified: 2, created: 100)
        try note("c.md", modified: 3, created: 200)
        var folder = try NotesFolder(vault, sorting: .created)
        #expect(folder.entries.map(\.path.description) == ["b.md", "c.md", "a.md"])
        #expect(folder.entries.first?.created == FileTime(seconds: 300, nanoseconds: 0))
        folder.sorting = .name
        #expect(folder.entries.map(\.path.description) == ["a.md", "b.md", "c.md"])
    }

    @Test("takes the birth of the file where no creation date was recorded, or a broken one")
    func birth() throws {
        try note("a.md")
        #expect(setAttribute("user.notekit.created", to: "soon", of: "\(top)/vault/a.md"))
        let entry = try #require(try NotesFolder(vault).entries.first)
        #expect(entry.created == entry.facts.born)
    }

    @Test(
        "lists names that end in .md in any case, and nothing hidden",
        arguments: ["a.md", "a.MD", "a.Md", "a b.mD"])
    func notes(name: String) throws {
        try note(name)
        try note("sub/.hidden.md")
        try note("readme.markdown")
        try note("md")
        #expect(try NotesFolder(vault).entries.map(\.path) == [NotePath(name)])
        #expect(NotesFolder.isNote(NotePath(name)))
    }

    @Test("shows a title without the ending, and knows second versions by their names")
    func entry() throws {
        try note("sub/Plan.sync-conflict-20260102-030405-ABCDEFG.md")
        let entry = try #require(try NotesFolder(vault).entries.first)
        #expect(entry.title == "Plan.sync-conflict-20260102-030405-ABCDEFG")
        #expect(entry.conflictCopy?.original == NotePath("sub/Plan.md"))
        #expect(entry.size == 2)
    }

    @Test("stays as it was until it is refreshed")
    func refresh() throws {
        try note("a.md", modified: 10)
        var folder = try NotesFolder(vault)
        try note("b.md", modified: 20)
        #expect(folder.entries.count == 1)
        try folder.refresh()
        #expect(folder.entries.map(\.path.description) == ["b.md", "a.md"])
    }

    @Test("keeps its list when the vault is gone")
    func gone() throws {
        try note("a.md")
        var folder = try NotesFolder(vault)
        try FileManager.default.moveItem(atPath: top + "/vault", toPath: top + "/elsewhere")
        let error = #expect(throws: FileError.self) { try folder.refresh() }
        #expect(error?.code == .missing)
        #expect(folder.entries.count == 1)
    }

    @Test("remembers the chosen vault under its key, for the next launch")
    func remembers() throws {
        try note("a.md")
        var first = NotesFolder(remembering: state, key: "app")
        #expect(first.path == nil)
        try first.choose(vault)
        #expect(first.entries.count == 1)
        var second = NotesFolder(remembering: state, key: "app")
        #expect(second.path == vault)
        #expect(second.entries.isEmpty)
        try second.refresh()
        #expect(second.entries.count == 1)
        #expect(NotesFolder(remembering: state, key: "other").path == nil)
    }

    @Test("remembers the last of several choices, and not one that failed")
    func choices() throws {
        var folder = NotesFolder(remembering: state, key: "app")
        try folder.choose(vault)
        try folder.choose(NotePath(top + "/vault/sub"))
        #expect(throws: FileError.self) { try folder.choose(NotePath(top + "/none")) }
        #expect(folder.path == NotePath(top + "/vault/sub"))
        #expect(NotesFolder(remembering: state, key: "app").path == NotePath(top + "/vault/sub"))
    }

    @Test("remembers a vault whose path is not UTF-8")
    func bytes() throws {
        let path = NotePath(bytes: Array(top.utf8) + [UInt8(ascii: "/"), 0xFF])
        #expect(
            Array(path.bytes + [0]).withUnsafeBytes {
                mkdir($0.assumingMemoryBound(to: CChar.self).baseAddress!, 0o755)
            } == 0)
        var folder = NotesFolder(remembering: state, key: "app")
        try folder.choose(path)
        #expect(NotesFolder(remembering: state, key: "app").path == path)
    }

    @Test("takes a damaged memory for none")
    func damaged() throws {
        var folder = NotesFolder(remembering: state, key: "app")
        try folder.choose(vault)
        let names = try FileManager.default.contentsOfDirectory(atPath: top + "/state/vaults")
        #expect(names.count == 1)
        for damage in ["", "not a path", "/with\0zero"] {
            try Data(damage.utf8).write(to: URL(fileURLWithPath: top + "/state/vaults/\(names[0])"))
            #expect(NotesFolder(remembering: state, key: "app").path == nil)
        }
        try folder.choose(vault)
        #expect(NotesFolder(remembering: state, key: "app").path == vault)
    }
}
