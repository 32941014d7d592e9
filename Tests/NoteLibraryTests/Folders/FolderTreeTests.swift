// SPDX-License-Identifier: MIT
// Folders as a tree: order, groups, counts and what is legal.

import NoteKit
import Testing

@testable import NoteLibrary

@Suite("The folders of a vault")
struct FolderTreeTests {
    private let tree = FolderTree(
        folders: ["b", "a", "a/x", "a/x/y", "B c", "a-b", "empty/deep"].map { NotePath($0) },
        notes: ["top.md", "a/1.md", "a/2.md", "a/x/y/3.md", "b/4.md", "gone/5.md"].map { NotePath($0) })

    @Test("are in tree order, each before those in it, by name without regard to case")
    func order() {
        #expect(
            tree.folders.map(\.path.description) == [
                "a", "a/x", "a/x/y", "a-b", "b", "B c", "empty", "empty/deep",
            ])
        #expect(tree.folders.map(\.depth) == [0, 1, 2, 0, 0, 0, 0, 1])
    }

    @Test("are counted in one pass: what is in each, and what is below")
    func counts() {
        #expect(tree.folders.map(\.noteCount) == [2, 0, 1, 0, 1, 0, 0, 0])
        #expect(tree.folders.map(\.totalCount) == [3, 1, 1, 0, 1, 0, 0, 0])
        #expect(tree.unfiledCount == 1)
    }

    @Test("are grouped by parent, with descendants behind each")
    func groups() {
        #expect(tree.children(of: .top).map(\.path.description) == ["a", "a-b", "b", "B c", "empty"])
        #expect(tree.children(of: NotePath("a")).map(\.path.description) == ["a/x"])
        #expect(tree.children(of: NotePath("nowhere")).isEmpty)
        #expect(tree.descendants(of: NotePath("a")).map(\.path.description) == ["a/x", "a/x/y"])
        #expect(tree.descendants(of: .top).count == 8)
        #expect(tree.descendants(of: NotePath("b")).isEmpty)
    }

    @Test("know their ancestors, nearest first, and are shown with ›")
    func ancestors() {
        let deep = NotePath("a/x/y")
        #expect(FolderHierarchy.ancestors(of: deep).map(\.description) == ["a/x", "a"])
        #expect(FolderHierarchy.ancestors(of: NotePath("a")).isEmpty)
        #expect(FolderHierarchy.ancestors(of: .top).isEmpty)
        #expect(tree[deep]?.displayPath == "a › x › y")
        #expect(FolderHierarchy.displayPath(of: .top) == "")
        #expect(FolderHierarchy.displayPath(of: NotePath(bytes: [0xFF])) == "\\xFF")
    }

    @Test("move anywhere but into themselves, below themselves and where they are")
    func legal() {
        let folder = NotePath("a")
        #expect(!FolderHierarchy.isLegal(moving: folder, into: folder))
        #expect(!FolderHierarchy.isLegal(moving: folder, into: NotePath("a/x/y")))
        #expect(FolderHierarchy.isLegal(moving: folder, into: NotePath("a-b")))
        #expect(FolderHierarchy.isLegal(moving: NotePath("a/x"), into: .top))
        #expect(!FolderHierarchy.isLegal(moving: .top, into: folder))
        #expect(
            tree.destinations(for: folder).map(\.description) == ["a-b", "b", "B c", "empty", "empty/deep"])
        #expect(tree.destinations(for: NotePath("a/x")).first == .top)
    }

    @Test("are seen as they are on the disk, empty ones too, hidden ones not")
    func disk() throws {
        let vault = try TestVault(["a/b/n.md": "", "n.md": "", "a/x.txt": ""], folders: ["e", ".hidden/f"])
        let tree = try FolderTree(of: vault.root)
        #expect(tree.folders.map(\.path.description) == ["a", "a/b", "e"])
        #expect(tree.folders.map(\.totalCount) == [1, 1, 0])
        #expect(tree.unfiledCount == 1)
    }

    @Test("may lie in each other a thousand deep")
    func deep() {
        let path = NotePath(Array(repeating: "d", count: 1000).joined(separator: "/"))
        let tree = FolderTree(folders: [path], notes: [path.appending(NotePath("n.md"))])
        #expect(tree.folders.count == 1000)
        #expect(tree.folders.allSatisfy { $0.totalCount == 1 })
        #expect(tree.folders.last?.depth == 999)
    }
}
