// SPDX-License-Identifier: MIT
// What cleaning up after a crash leaves alone.

import NoteFiles
import Testing

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

    @Test("removes a draft that a crash left")
    func draft() throws {
        let folder = try TemporaryFolder()
        try folder.write("half a no", to: ".syncthing.notekit-draft-0123456789abcdef.tmp")
        #expect(try folder.disk.recover(folder.vault).map(\.action) == [.removed])
        #expect(try folder.names(in: folder.vault) == [])
    }
}
