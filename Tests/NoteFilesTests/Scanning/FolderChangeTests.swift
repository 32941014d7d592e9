// SPDX-License-Identifier: MIT
// What two scans say of the time between them.

import Foundation
import Glibc
import NoteFiles
import Testing

@Suite("Two scans of a folder")
struct FolderChangeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func scan() throws -> FolderScan { try FolderScan(of: folder.vault, matching: isMarkdown) }

    private func rename(_ old: String, _ new: String) {
        let result = folder.vault.appending(NotePath(old)).withCString { old in
            folder.vault.appending(NotePath(new)).withCString { Glibc.rename(old, $0) }
        }
        #expect(result == 0)
    }

    @Test("are the same where nothing happened")
    func same() throws {
        for name in ["a.md", "a/b.md", "a/c/d.md"] { folder.file(name) }
        #expect(try scan().changes(since: scan()).isEmpty)
    }

    @Test("tell what was created, changed, removed and moved, folders moved with all in them")
    func changes() throws {
        for name in ["change.md", "go.md", "move.md", "stay.md", "old/deep/n.md"] { folder.file(name) }
        let before = try scan()
        try folder.write("longer", to: "change.md")
        rename("move.md", "moved.md")
        rename("old", "new")
        _ = folder.vault.appending(NotePath("go.md")).withCString { unlink($0) }
        folder.file("fresh.md")
        #expect(
            try scan().changes(since: before) == [
                .changed(NotePath("change.md")), .created(NotePath("fresh.md")), .removed(NotePath("go.md")),
                .moved(from: NotePath("move.md"), to: NotePath("moved.md")),
                .moved(from: NotePath("old/deep/n.md"), to: NotePath("new/deep/n.md")),
            ])
    }

    @Test("tell a save by rename over the old file as one change")
    func replaced() throws {
        folder.file("a.md")
        let before = try scan()
        folder.file("a.md.tmp")
        rename("a.md.tmp", "a.md")
        #expect(try scan().changes(since: before) == [.changed(NotePath("a.md"))])
    }

    @Test("see a change of the same size whose time was set back")
    func setBack() throws {
        folder.file("a.md")
        let before = try scan()
        try folder.write("y", to: "a.md")
        let old = try #require(before.first).facts.modified
        let time = timespec(tv_sec: Int(old.seconds), tv_nsec: Int(old.nanoseconds))
        let path = folder.vault.appending(NotePath("a.md"))
        #expect(path.withCString { utimensat(AT_FDCWD, $0, [time, time], 0) } == 0)
        #expect(try scan().changes(since: before) == [.changed(NotePath("a.md"))])
    }
}
