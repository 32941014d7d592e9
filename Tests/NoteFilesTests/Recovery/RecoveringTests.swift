// SPDX-License-Identifier: MIT
// What cleaning up after a crash leaves alone.

import Glibc
import Testing

@testable import NoteFiles

@Suite("Recovery")
struct RecoveringTests {
    @Test(
        "leaves alone what only looks like a leftover of ours",
        arguments: [
            ".syncthing.notekit-draft-plan.tmp", ".syncthing.notekit-draft-0123456789abcdef.md",
            ".syncthing.notekit-draft-0123456789abcdef0.tmp", ".syncthing.notekit-0-1-2-3.tmp",
            ".syncthing.note.md.tmp",
        ])
    func foreign(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("somebody's\n", to: name)
        for trace in try folder.disk.recover(folder.vault) { #expect(trace.action == .leftAlone) }
        #expect(try folder.names(in: folder.vault) == [name])
    }

    /// Leaves the record of a rewriting in place that a crash cut short.
    private func leaveRecord(of note: NotePath, in folder: TemporaryFolder) throws -> NotePath {
        let facts = try folder.disk.read(note).facts
        let record = UndoRecord(
            path: note, identity: facts.identity, old: Array("old\n".utf8), new: Array("new\n".utf8))
        let undo = folder.state.appending(NotePath("undo"))
        let path = try folder.disk.keepFile(record.bytes, named: NotePath("1.undo"), in: undo).location.path
        return path
    }

    @Test("says of which note it kept the old text, when somebody has written the note since")
    func oldText() throws {
        let folder = try TemporaryFolder()
        let note = try folder.write("somebody's\n", to: "n.md")
        let record = try leaveRecord(of: note, in: folder)
        let traces = try folder.disk.recoverAtLast(folder.vault) {
            try folder.names(in: record.folder).contains("\(record.name)")
        }
        let trace = try #require(traces.first)
        #expect(trace.action == .keptInStateFolder && trace.note == note)
        #expect(try folder.text(of: trace.path) == "old\n")
        #expect(try folder.text(of: note) == "somebody's\n")
    }

    @Test("says nothing of a record whose save ended meanwhile")
    func vanishedRecord() throws {
        let folder = try TemporaryFolder()
        let record = try leaveRecord(of: try folder.write("old\n", to: "n.md"), in: folder)
        let calls = InterposedCalls(LinuxCalls()) { call in
            if call.kind == .openat, call.name == record.name { record.withCString { _ = unlink($0) } }
            return .made
        }
        #expect(try NoteDisk(stateFolder: folder.state, calls: calls).recover(folder.vault) == [])
    }

    @Test("removes a draft that a crash left")
    func draft() throws {
        let folder = try TemporaryFolder()
        try folder.write("half a no", to: ".syncthing.notekit-draft-0123456789abcdef.tmp")
        let traces = try folder.disk.recoverAtLast(folder.vault) {
            try !folder.names(in: folder.vault).isEmpty
        }
        #expect(traces.map(\.action) == [.removed])
        #expect(try folder.names(in: folder.vault) == [])
    }
}
