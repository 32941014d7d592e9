// SPDX-License-Identifier: MIT
// What a note is besides its bytes, on the real disk: kept, refused, or named in the receipt.

import CNoteLinux
import Foundation
import Glibc
import NoteFiles
import Testing

@Suite("A property of a note")
struct PropertyTests {
    private let folder: TemporaryFolder
    private let real = LinuxCalls()
    private let note: NotePath
    private let old = Array("old text\n".utf8)
    private let new = Array("new text, and longer\n".utf8)

    init() throws {
        folder = try TemporaryFolder()
        note = folder.vault.appending(NotePath("note.md"))
        try real.rewrite(note, with: old)
    }

    /// How the new bytes come to the note.
    enum Way: String, CaseIterable, Sendable {
        case replace, inPlace
    }

    private func save(_ way: Way) throws -> SaveReceipt {
        let outcome = try folder.disk.replace(note, with: new, base: old, inPlace: way == .inPlace)
        guard case .saved(let receipt) = outcome else {
            throw ProbeFailure(description: "not saved: \(outcome)")
        }
        #expect(try real.contents(of: note) == new)
        #expect(
            try real.names(in: folder.vault).filter { $0 != note.name && $0 != NotePath("second.md") } == [])
        return receipt
    }

    private func facts() throws -> FileFacts { try #require(try real.facts(of: note)) }

    /// Every extended attribute except the one in which a save records the creation date.
    private func attributes() throws -> [String: [UInt8]] {
        try real.attributes(of: note).filter { $0.key != CreationDate.attribute }
    }

    private static let isRoot = geteuid() == 0

    @Test(
        "stays: mode",
        arguments: [0o600, 0o640, 0o755, 0o666, 0o4755, 0o2755, 0o6711, 0o1644] as [UInt32], Way.allCases)
    func mode(mode: UInt32, way: Way) throws {
        try real.setProperties(of: note, mode: mode)
        let receipt = try save(way)
        #expect(receipt.lost == [])
        // Writing as an ordinary user clears the set-id bits, as the kernel does for everybody.
        let expected = way == .inPlace && !Self.isRoot ? mode & ~0o6000 : mode
        #expect(try facts().permissions == expected)
    }

    @Test("stays: owner and group", .enabled(if: isRoot), arguments: Way.allCases)
    func owner(way: Way) throws {
        try real.setOwner(of: note, 65_534, 65_533)
        try real.setProperties(of: note, mode: 0o4750)
        let receipt = try save(way)
        #expect(receipt.lost == [])
        let after = try facts()
        #expect(after.owner == 65_534 && after.group == 65_533 && after.permissions == 0o4750)
    }

    @Test("stays: access list", arguments: Way.allCases)
    func accessList(way: Way) throws {
        try real.setAttribute("system.posix_acl_access", AccessList.value(mask: 4), of: note)
        let mode = try facts().mode
        let receipt = try save(way)
        #expect(receipt.lost == [])
        #expect(try attributes() == ["system.posix_acl_access": AccessList.value(mask: 4)])
        #expect(try facts().mode == mode)
    }

    @Test("stays: no access list, even where the folder gives one to new files", arguments: Way.allCases)
    func defaultAccessList(way: Way) throws {
        try real.setAttribute("system.posix_acl_default", AccessList.value(mask: 6), of: folder.vault)
        let before = try facts().mode
        let receipt = try save(way)
        #expect(receipt.lost == [])
        #expect(try attributes() == [:])
        #expect(try facts().mode == before)
    }

    @Test("stays: extended attributes", arguments: Way.allCases)
    func attributes(way: Way) throws {
        var given: [String: [UInt8]] = [
            "user.empty": [], "user.colour": [0, 255, 10], "user.long": [UInt8](repeating: 7, count: 3_000),
            "user.größe": [1],
        ]
        if Self.isRoot {
            given["trusted.mark"] = [1, 2]
            given["security.mark"] = [3]
        }
        for (name, value) in given { try real.setAttribute(name, value, of: note) }
        let receipt = try save(way)
        #expect(receipt.lost == [])
        #expect(try attributes() == given)
    }

    @Test("stays: hard link, whichever way was asked for", arguments: Way.allCases)
    func hardLink(way: Way) throws {
        let second = folder.vault.appending(NotePath("second.md"))
        try real.link(note, to: second)
        let before = try facts()
        let receipt = try save(way)
        #expect(receipt.method == .inPlace)
        #expect(try real.contents(of: second) == new)
        #expect(try facts().identity == before.identity)
        #expect(try facts().links == 2)
    }

    @Test("stays in place, or the method says that it does not: inode", arguments: Way.allCases)
    func inode(way: Way) throws {
        let before = try facts()
        let receipt = try save(way)
        #expect((try facts().identity == before.identity) == (receipt.method == .inPlace))
    }

    @Test("is remembered: creation date, through any number of saves")
    func birth() throws {
        let born = try #require(try folder.disk.read(note).created)
        var text = old
        for round in 0..<3 {
            let next = text + [UInt8(ascii: "0") + UInt8(round)]
            _ = try folder.disk.replace(note, with: next, base: text)
            text = next
        }
        #expect(try folder.disk.read(note).created == born)
        #expect(try facts().born != born)
    }

    @Test("is named when it goes: a hole", arguments: Way.allCases, [0, 1_000_000])
    func hole(way: Way, changedAt: Int) throws {
        var sparse = [UInt8](repeating: 0, count: 1_000_001)
        sparse[1_000_000] = 1
        try real.makeSparse(note, size: 1_000_000, ending: [1])
        let before = try facts()
        try #require(before.blocks * 512 < 100_000, "the file system keeps no holes")
        var changed = sparse
        changed[changedAt] = 2
        let outcome = try folder.disk.replace(note, with: changed, base: sparse, inPlace: way == .inPlace)
        guard case .saved(let receipt) = outcome else {
            Issue.record("not saved: \(outcome)")
            return
        }
        #expect(try real.contents(of: note) == changed)
        let isFilled = try facts().blocks > before.blocks + 16
        #expect(receipt.lost.contains("holes") || !isFilled)
    }

    @Test("stays or is named: inode flags", arguments: Way.allCases)
    func flags(way: Way) throws {
        let noDump = 0x40
        try real.setFlags(noDump, of: note)
        let receipt = try save(way)
        #expect(receipt.lost == [])
        #expect(try real.flags(of: note) & noDump != 0)
    }

    @Test(
        "refuses the save: a file marked immutable or append-only", .enabled(if: isRoot),
        arguments: [0x10, 0x20])
    func immutable(flag: Int) throws {
        try real.setFlags(flag, of: note)
        defer { try? real.setFlags(0, of: note) }
        for way in Way.allCases {
            #expect(throws: FileError.self) {
                try folder.disk.replace(note, with: new, base: old, inPlace: way == .inPlace)
            }
        }
        #expect(try real.contents(of: note) == old)
        #expect(try real.names(in: folder.vault) == [note.name])
        try real.setFlags(0, of: note)
        let undo = folder.state.appending(NotePath("undo"))
        _ = try folder.disk.recoverAtLast(folder.vault) { try !real.names(in: undo).isEmpty }
        #expect(try real.contents(of: note) == old)
        #expect(try real.names(in: undo) == [])
    }

    @Test("of a new note comes from its folder: group and access list")
    func create() throws {
        try real.setProperties(of: folder.vault, mode: 0o2775, group: Self.isRoot ? 65_533 : nil)
        let made = folder.vault.appending(NotePath("made.md"))
        guard case .saved(let receipt) = try folder.disk.create(made, with: new) else {
            Issue.record("not created")
            return
        }
        #expect(receipt.lost == [])
        let plain = folder.vault.appending(NotePath("plain.md"))
        try real.rewrite(plain, with: new, mode: 0o666)
        let (one, other) = (try #require(try real.facts(of: made)), try #require(try real.facts(of: plain)))
        #expect(one.mode == other.mode && one.owner == other.owner && one.group == other.group)
        #expect(try real.attributes(of: made) == real.attributes(of: plain))
    }

    @Test("of a new note comes from its folder: default access list")
    func createWithDefaultAccessList() throws {
        try real.setAttribute("system.posix_acl_default", AccessList.value(mask: 6), of: folder.vault)
        let made = folder.vault.appending(NotePath("made.md"))
        _ = try folder.disk.create(made, with: new)
        let plain = folder.vault.appending(NotePath("plain.md"))
        try real.rewrite(plain, with: new, mode: 0o666)
        #expect(try real.attributes(of: made) == real.attributes(of: plain))
        #expect(try real.facts(of: made)?.mode == real.facts(of: plain)?.mode)
    }
}
