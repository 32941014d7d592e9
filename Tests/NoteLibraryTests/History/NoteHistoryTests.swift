// SPDX-License-Identifier: MIT
// What makes a version, and what restoring one does.

import NoteKit
import Testing

@testable import NoteLibrary

@Suite("The history of a note")
struct NoteHistoryTests {
    private let vault: TestVault
    private let runner: OperationRunner
    private let keeper: StoreVersionKeeper
    private let disk: NoteDisk
    private let note = NotePath("n.md")

    init() throws {
        vault = try TestVault(["n.md": "one\r\n", "sub/other.md": "x"])
        runner = try vault.runner(calls: LinuxCalls())
        keeper = StoreVersionKeeper(stateFolder: vault.state)
        disk = NoteDisk(stateFolder: vault.state)
    }

    private func history(_ path: String = "n.md") throws -> NoteHistory {
        try NoteHistory(ofFile: vault.root.appending(NotePath(path)), in: keeper)
    }

    private func save(_ text: String) throws {
        var draft = try NoteDraft(of: note, by: runner)
        try #require(draft.text.setText(utf8: Array(text.utf8)).count > 0)
        try draft.save()
    }

    private func texts(_ path: String = "n.md") throws -> [String] {
        let history = try history(path)
        return try history.versions().map { String(decoding: try history.bytes(of: $0), as: UTF8.self) }
    }

    @Test("grows by each text that another one takes the place of, the newest first, with both dates")
    func text() throws {
        try save("two\n")
        try save("three\n")
        #expect(try texts() == ["two\r\n", "one\r\n"])
        let versions = try history().versions()
        #expect(versions.map(\.captured) == versions.map(\.captured).sorted(by: >))
        #expect(versions.last?.edited == FileTime(seconds: 1_000_000_000, nanoseconds: 7))
        #expect(versions.map(\.title) == ["n", "n"])
    }

    @Test("grows by a title, and not by moving, pinning, attaching or reading")
    func others() throws {
        try vault.write(Array("bytes".utf8), to: NotePath("../photo.png"))
        let attachments = NoteAttachments(of: note, by: runner)
        _ = try attachments.add([vault.path.appending(NotePath("photo.png"))])
        _ = try attachments.list()
        _ = try attachments.remove("photo.png")
        try runner.store.setPinned(true, note: note)
        _ = try NoteRenaming(runner).rename(note, to: NotePath("sub/n.md"), as: .noteMove)
        _ = try NoteDraft(of: NotePath("sub/n.md"), by: runner)
        #expect(try texts("sub/n.md").isEmpty)
        _ = try NoteRenaming(runner).rename(NotePath("sub/n.md"), to: NotePath("sub/m.md"))
        #expect(try history("sub/m.md").versions().map(\.title) == ["n"])
        #expect(try texts("sub/m.md") == ["one\r\n"])
    }

    @Test("gives a version back to the byte, and keeps what was there")
    func restore() throws {
        try save("two\n")
        let version = try #require(try history().versions().first)
        let restored = try history().restore(try history().bytes(of: version), keeping: keeper, on: disk)
        guard case .saved = restored.outcome else {
            Issue.record("\(restored.outcome)")
            return
        }
        #expect(try vault.text(of: "n.md") == "one\r\n")
        #expect(try texts() == ["two\r\n", "one\r\n"])
    }

    @Test("is not changed by restoring what is current, and neither is the note")
    func current() throws {
        let before = try vault.everything()
        let restored = try history().restore(Array("one\r\n".utf8), keeping: keeper, on: disk)
        #expect(restored.outcome == .unchanged)
        #expect(try vault.everything() == before && texts().isEmpty)
    }

    @Test("leaves the list of files as it is now: a removed one is not listed again")
    func files() throws {
        try vault.write("---\nattachments:\n  - old.png\n  - both.png\n---\none\n", to: "n.md")
        try save("---\nattachments:\n  - both.png\n  - new.png\n---\ntwo\n")
        let version = try #require(try history().versions().first)
        let restored = try history().restore(try history().bytes(of: version), keeping: keeper, on: disk)
        #expect(restored.outcome != .unchanged)
        #expect(try vault.text(of: "n.md") == "---\nattachments:\n  - both.png\n  - new.png\n---\none\n")
    }

    @Test("makes a note again that is gone, with its folder's history")
    func gone() throws {
        try save("two\n")
        try vault.remove("n.md")
        let version = try #require(try history().versions().first)
        _ = try history().restore(try history().bytes(of: version), keeping: keeper, on: disk)
        #expect(try vault.text(of: "n.md") == "one\r\n")
    }

    @Test("tells a version that is not there")
    func unknown() throws {
        #expect(throws: LibraryError.self) { try history().version("7-00000000") }
    }
}
