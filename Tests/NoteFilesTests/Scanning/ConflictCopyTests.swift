// SPDX-License-Identifier: MIT
// Names that other tools give to second versions.

import Testing

@testable import NoteFiles

@Suite("A name left by another tool")
struct ConflictCopyTests {
    @Test(
        "tells the tool and the original",
        arguments: [
            ("Plan.sync-conflict-20260102-030405-ABCDEF7.md", "Plan.md", ConflictCopy.Tool.syncthing),
            ("Plan.sync-conflict-20260102-030405.md", "Plan.md", .syncthing),
            ("a.b.sync-conflict-20260102-030405-ABCDEFG", "a.b", .syncthing),
            ("deep/er/Plan.sync-conflict-20260102-030405-ABCDEFG.md", "deep/er/Plan.md", .syncthing),
            ("Plan.sync-conflict-20260102-030405-NOTEKIT.md", "Plan.md", .noteKit),
            ("Plan (Ada's conflicted copy 2026-01-02).md", "Plan.md", .dropbox),
            ("Plan (Ada's conflicted copy 2026-01-02 (1)).md", "Plan.md", .dropbox),
            ("Plan (Ada's conflicted copy).md", "Plan.md", .dropbox),
            ("Plan (Case Conflict).md", "Plan.md", .dropbox),
            ("Plan (Case Conflict 2).MD", "Plan.MD", .dropbox),
            ("Plan (Unicode Encoding Conflict).md", "Plan.md", .dropbox),
            ("Plan (Selective Sync Conflict).md", "Plan.md", .dropbox),
            ("Plan (draft) (conflicted copy 2026-01-02 030405).md", "Plan (draft).md", .nextcloud),
            ("Plan (case clash from Ada 2026).md", "Plan.md", .nextcloud),
            ("Plan_conflict-20260102-030405.md", "Plan.md", .nextcloud),
            ("Plan (Conflicted copy phone 202601020304).md", "Plan.md", .obsidianSync),
            ("Plan.md.orig", "Plan.md", .mergeTool),
            ("Plan_LOCAL_4711.md", "Plan.md", .mergeTool),
            ("漢字.sync-conflict-20260102-030405-ABCDEFG.md", "漢字.md", .syncthing),
        ])
    func recognised(name: String, original: String, tool: ConflictCopy.Tool) {
        let copy = ConflictCopy(name: NotePath(name))
        #expect(copy?.original == NotePath(original))
        #expect(copy?.tool == tool)
    }

    @Test(
        "is none when a person gave it",
        arguments: [
            "Plan.md", "Plan.sync-conflict notes.md", "Plan.sync-conflict-2026-030405-ABCDEFG.md",
            "Plan.sync-conflict-20260102-030405-abcdefg.md", "conflicted copy.md", "On conflicted copies.md",
            "Plan (about a conflicted copy of mine).md", "Plan (Case Conflict in Dropbox).md",
            "Case Conflict.md",
            "Plan_conflict-notes.md", "Plan_LOCAL_.md", "_LOCAL_radio.md", "x.orig", ".md", "",
            ".sync-conflict-20260102-030405-ABCDEFG.md",
        ])
    func ordinary(name: String) {
        #expect(ConflictCopy(name: NotePath(name)) == nil)
    }

    @Test("is read from bytes that are not UTF-8")
    func bytes() {
        let name = NotePath(bytes: [0xFF] + Array(".sync-conflict-20260102-030405-ABCDEFG.md".utf8))
        #expect(ConflictCopy(name: name)?.original == NotePath(bytes: [0xFF] + Array(".md".utf8)))
    }
}
