// SPDX-License-Identifier: MIT
// What taking back a change of folders does to links where the vault is not as the change left it.

import NoteKit
import Testing

@testable import NoteLibrary

@Suite("Taking a change of folders back")
struct FolderUndoTests {
    private func hierarchy(_ vault: TestVault) throws -> FolderHierarchy {
        FolderHierarchy(try vault.runner())
    }

    @Test("touches no link where the place of a renamed folder is taken, and can be done once it is free")
    func refused() throws {
        let vault = try TestVault(["F/n.md": "mine", "a.md": "[[F/n]]"])
        let hierarchy = try hierarchy(vault)
        #expect(try hierarchy.rename(NotePath("F"), to: NotePath("Z")).isComplete)
        try vault.write("foreign", to: "F/n.md")
        let before = try vault.everything()
        #expect(before[NotePath("a.md")]?.text == "[[Z/n]]")
        let outcome = try hierarchy.undoLast(.folderRename)
        #expect(outcome.isTakenBack && outcome.refusals.map(\.code) == [.nameTaken])
        #expect(try vault.everything() == before)
        try vault.remove("F/n.md")
        try vault.remove("F")
        #expect(try hierarchy.undoLast(.folderRename).isComplete)
        #expect(try vault.texts() == ["F/": "", "F/n.md": "mine", "a.md": "[[F/n]]"])
    }

    @Test("writes the links of a moved folder for the number that it gets")
    func movedToNumber() throws {
        let vault = try TestVault(["F/n.md": "mine", "a.md": "[[F/n]] [x](F/n.md)"], folders: ["D"])
        let hierarchy = try hierarchy(vault)
        #expect(try hierarchy.move(NotePath("F"), into: NotePath("D")).isComplete)
        try vault.write("foreign", to: "F/n.md")
        #expect(try hierarchy.undoLast(.folderMove).isComplete)
        #expect(try vault.text(of: "F 2/n.md") == "mine")
        #expect(try vault.text(of: "a.md") == "[[F 2/n]] [x](F%202/n.md)")
    }

    @Test("writes the links to a note of a deleted folder for the number that it gets")
    func returnedToNumber() throws {
        let vault = try TestVault(["F/n.md": "mine", "F/m.md": "M", "a.md": "[[F/n]] [[F/m]]"])
        let hierarchy = try hierarchy(vault)
        #expect(try hierarchy.delete(NotePath("F")).isComplete)
        try vault.write("foreign", to: "F/n.md")
        #expect(try hierarchy.undoLast(.folderDelete).isComplete)
        #expect(try vault.text(of: "F/n 2.md") == "mine")
        #expect(try vault.text(of: "a.md") == "[[F/n 2]] [[F/m]]")
    }

    @Test(
        "keeps what was edited since, with links as they were before",
        arguments: [VaultOperation.Kind.folderRename, .folderMove, .folderDelete])
    func edited(_ kind: VaultOperation.Kind) throws {
        let vault = try TestVault(
            ["F/n.md": "mine", "F/m.md": "[y](n.md)", "a.md": "[[F/n]] [x](./F/n.md)", "b.md": "[[F/n|b]]"],
            folders: ["D"])
        let hierarchy = try hierarchy(vault)
        let folder = NotePath("F")
        switch kind {
        case .folderRename: try hierarchy.rename(folder, to: NotePath("Z"))
        case .folderMove: try hierarchy.move(folder, into: NotePath("D"))
        default: try hierarchy.delete(folder)
        }
        let text = try vault.text(of: "a.md")
        #expect(text != "[[F/n]] [x](./F/n.md)")
        try vault.write(text + " more", to: "a.md")
        #expect(try hierarchy.undoLast(kind).isComplete)
        #expect(
            try vault.texts() == [
                "D/": "", "F/": "", "F/n.md": "mine", "F/m.md": "[y](n.md)",
                "a.md": "[[F/n]] [x](./F/n.md) more", "b.md": "[[F/n|b]]",
            ])
    }

    @Test("writes links for what comes back, and none for what is gone")
    func partly() throws {
        let vault = try TestVault(["F/n.md": "mine", "F/m.md": "M", "a.md": "[[F/n]] [[F/m]]"])
        let hierarchy = try hierarchy(vault)
        #expect(try hierarchy.delete(NotePath("F")).isComplete)
        let text = try vault.text(of: "a.md")
        try vault.remove("m.md")
        let outcome = try hierarchy.undoLast(.folderDelete)
        #expect(outcome.refusals.map(\.code) == [.missing])
        #expect(try vault.text(of: "a.md") == text.replacing("[[n]]", with: "[[F/n]]"))
    }
}
