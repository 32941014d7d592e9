// SPDX-License-Identifier: MIT
// A rename whose linking notes an index tells: the same edits as by reading every note, however old the index is.

import NoteKit
import NoteStore
import Testing

@testable import NoteLibrary

@Suite("A rename by an index")
struct IndexedRenameTests {
    private static let files = [
        "old.md": "I am [[old]].\n", "a.md": "[[old|o]] [x](old.md#h)\n", "b.md": "nothing\n",
        "c.md": "[[b]]\n", "label.md": "No link uses it.\n\n[x]: old.md\n", "d/old.md": "another [[old]]\n",
    ]
    private let old = NotePath("old.md")
    private let new = NotePath("new.md")

    /// Looked at ten seconds later than it is: what was written just now proves nothing.
    private func index(of vault: TestVault) throws -> SearchIndex {
        let calls = LinuxCalls()
        return try SearchIndex(of: vault.root, stateFolder: vault.state, calls: calls) {
            let now = calls.wallClock()
            return FileTime(seconds: now.seconds + 10, nanoseconds: now.nanoseconds)
        }
    }

    /// What every note would become, without an index and with one.
    private func plans(in vault: TestVault) throws -> (plain: RenamePlan, quick: RenamePlan) {
        (
            try NoteRenaming(try vault.runner()).plan(from: old, to: new),
            try NoteRenaming(try vault.runner(), index: try index(of: vault)).plan(from: old, to: new)
        )
    }

    @Test("finds what reading every note finds: labels that no link uses too")
    func labels() throws {
        let vault = try TestVault(Self.files)
        try index(of: vault).refresh()
        let (plain, quick) = try plans(in: vault)
        #expect(plain == quick)
        #expect(plain.notes.map(\.path).contains(NotePath("label.md")))
    }

    @Test("finds it with an index that is behind, and leaves that as it is")
    func stale() throws {
        let vault = try TestVault(Self.files)
        let index = try index(of: vault)
        try index.refresh()
        let contents = try index.contents()
        try vault.write("[[old]] since\n", to: "b.md", at: 1_000_000_001)
        try vault.write("[[old]] as well\n", to: "e/new one.md")
        try vault.write("no more\n", to: "a.md", at: 1_000_000_001)
        try vault.remove("c.md")
        try vault.rename("label.md", to: "label moved.md")
        let (plain, quick) = try plans(in: vault)
        #expect(plain == quick)
        #expect(
            quick.notes.map(\.path.description)
                == ["b.md", "d/old.md", "e/new one.md", "label moved.md", "old.md"])
        #expect(try index.contents() == contents)
        let outcome = try NoteRenaming(try vault.runner(), index: index).rename(old, to: new)
        #expect(outcome.isComplete && outcome.edited.count == 5)
    }

    @Test("makes no index where there is none, and is the same")
    func none() throws {
        let vault = try TestVault(Self.files)
        let (plain, quick) = try plans(in: vault)
        #expect(plain == quick)
        #expect(try index(of: vault).notes(mayName: [VaultNames.key(of: old)]) == nil)
    }

    @Test("reads of a vault that is indexed only what may link")
    func fewAreRead() throws {
        let vault = try TestVault(Self.files)
        let index = try index(of: vault)
        try index.refresh()
        #expect(
            try index.notes(mayName: [VaultNames.key(of: old)])?.notes.map(\.description)
                == ["a.md", "d/old.md", "label.md", "old.md"])
    }

    @Test("tells which notes could not be looked at, as without an index")
    func unseen() throws {
        let vault = try TestVault(Self.files.merging(["shut/x.md": "[[old]]"]) { $1 })
        try index(of: vault).refresh()
        try vault.setMode(0, of: "shut")
        defer { try? vault.setMode(0o755, of: "shut") }
        let (plain, quick) = try plans(in: vault)
        #expect(plain == quick)
    }

    @Test("leaves a file that is no note alone when its folder moves", arguments: [true, false])
    func noNotes(usesIndex: Bool) throws {
        let vault = try TestVault(["d/t.txt": "[[./n]] [x](../b.md)", "d/n.md": "[x](../b.md)", "b.md": ""])
        let index = try index(of: vault)
        try index.refresh()
        let hierarchy = FolderHierarchy(try vault.runner(), index: usesIndex ? index : nil)
        try vault.makeFolder(NotePath("e/f"))
        _ = try hierarchy.move(NotePath("d"), into: NotePath("e/f"))
        #expect(try vault.text(of: "e/f/d/t.txt") == "[[./n]] [x](../b.md)")
        #expect(try vault.text(of: "e/f/d/n.md") == "[x](../../../b.md)")
    }
}
