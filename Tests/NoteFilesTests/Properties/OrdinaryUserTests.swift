// SPDX-License-Identifier: MIT
// What a user may do who is not the superuser, on the simulated disk.

import CNoteLinux
import Glibc
import NoteFiles
import Testing

@Suite("An ordinary user")
struct OrdinaryUserTests {
    private let user = DiskState.User(id: 1000, group: 1000, groups: [7])
    private let note = NotePath("/vault/note.md")
    private let old = Array("old text\n".utf8)
    private let new = Array("new text, and longer\n".utf8)

    private func disk(
        folder: (mode: UInt32, owner: UInt32) = (0o755, 1000), mode: UInt32 = 0o644, owner: UInt32 = 1000,
        group: UInt32? = nil
    ) -> SimulatedDisk {
        var image = DiskImage()
        image.addFolder(note.folder, mode: folder.mode, owner: folder.owner)
        let number = image.addFile(
            note, old, mode: mode, owner: owner, attributes: ["user.colour": [1]])
        if let group { image[number].group = group }
        return SimulatedDisk(image, user: user)
    }

    private func save(_ calls: any FileCalls) throws -> SaveOutcome {
        var disk = NoteDisk(stateFolder: NotePath("/state"), calls: calls)
        disk.patience = 1_000_000
        return try disk.replace(note, with: new, base: old)
    }

    private func expectSaved(
        _ disk: SimulatedDisk, by method: SaveReceipt.Method, _ proof: SaveReceipt.Proof, lost: [String] = [],
        through calls: (any FileCalls)? = nil
    ) throws {
        let before = try #require(disk.image.inode(at: note))
        guard case .saved(let receipt) = try save(calls ?? disk) else {
            Issue.record("not saved")
            return
        }
        #expect(receipt.method == method)
        #expect(receipt.proof == proof)
        #expect(receipt.lost == lost)
        #expect(receipt.durable)
        let after = try #require(disk.image.inode(at: note))
        #expect(after.bytes == new)
        #expect(after.owner == before.owner && after.group == before.group)
        #expect(lost.contains("mode") || after.mode == before.mode)
        #expect(disk.image.names(in: note.folder) == [note.name])
    }

    @Test("replaces a note of their own")
    func own() throws { try expectSaved(disk(), by: .exchanged, .proven) }

    @Test("keeps a group that they are in")
    func ownGroup() throws { try expectSaved(disk(group: 7), by: .exchanged, .proven) }

    @Test("keeps the set-id bits, which writing in place takes away")
    func setIdBits() throws {
        try expectSaved(disk(folder: (0o555, 0), mode: 0o4755), by: .inPlace, .proven)
    }

    @Test("is told of set-id bits that are another user's to give")
    func foreignSetIdBits() throws {
        try expectSaved(
            disk(folder: (0o555, 0), mode: 0o4757, owner: 5), by: .inPlace, .verified, lost: ["mode"])
    }

    @Test("rewrites in place a note whose group they cannot give")
    func foreignGroup() throws { try expectSaved(disk(group: 8), by: .inPlace, .proven) }

    @Test("rewrites in place a note that is another user's, without a lease")
    func foreignOwner() throws {
        try expectSaved(disk(folder: (0o777, 0), mode: 0o666, owner: 5), by: .inPlace, .verified)
    }

    @Test("rewrites in place where the folder takes no new file")
    func readOnlyFolder() throws { try expectSaved(disk(folder: (0o555, 0)), by: .inPlace, .proven) }

    @Test("rewrites in place another user's note in a sticky folder")
    func stickyFolder() throws {
        try expectSaved(disk(folder: (0o1777, 0), mode: 0o666, owner: 5), by: .inPlace, .verified)
    }

    @Test("rewrites in place in a folder that they may not list")
    func unlistedFolder() throws { try expectSaved(disk(folder: (0o311, 1000)), by: .exchanged, .proven) }

    @Test(
        "is refused at a note that is read-only, which stays as it was",
        arguments: [0o444, 0o400] as [UInt32])
    func readOnlyNote(mode: UInt32) throws {
        let disk = disk(mode: mode)
        let before = disk.image.fingerprint
        let error = #expect(throws: FileError.self) { try save(disk) }
        #expect(error?.code == .notPermitted)
        #expect(disk.image.fingerprint == before)
    }

    @Test("is refused at a note that they cannot read, and in a folder they cannot enter")
    func unreadable() throws {
        for disk in [disk(mode: 0o200), disk(folder: (0o644, 0))] {
            let before = disk.image.fingerprint
            let error = #expect(throws: FileError.self) { try save(disk) }
            #expect(error?.code == .notPermitted)
            #expect(disk.image.fingerprint == before)
        }
    }

    @Test("is refused a new note where the folder takes none")
    func createRefused() throws {
        let disk = disk(folder: (0o555, 0))
        let notes = NoteDisk(stateFolder: NotePath("/state"), calls: disk)
        let error = #expect(throws: FileError.self) {
            try notes.create(NotePath("/vault/made.md"), with: new)
        }
        #expect(error?.code == .notPermitted)
        #expect(disk.image.names(in: note.folder) == [note.name])
    }

    @Test("is told what a file system without attributes or modes could not keep")
    func lostProperties() throws {
        let disk = disk(mode: 0o640)
        let calls = InterposedCalls(disk) { call in
            [.fsetxattr, .fchmod].contains(call.kind) ? .fails(EOPNOTSUPP) : .made
        }
        try expectSaved(
            disk, by: .exchanged, .proven, lost: ["xattr user.colour", "created", "mode"], through: calls)
    }
}
