// SPDX-License-Identifier: MIT
// How a vault is known again.

import Foundation
import NoteFiles
import Testing

@testable import NoteStore

@Suite("A vault that is remembered")
struct VaultRegistryTests {
    let scratch: Scratch
    var registry: VaultRegistry { VaultRegistry(in: scratch.state) }

    init() throws { scratch = try Scratch() }

    private func folder(_ vault: String) throws -> NotePath {
        try registry.folder(of: scratch.path(vault))
    }

    @Test("is found again where it is")
    func again() throws {
        let first = try folder("vault")
        #expect(try folder("vault") == first)
        #expect(first.name.description.hasPrefix("vault-"))
    }

    @Test(
        "is found again when it was moved and renamed, at its new place from then on, and when it comes back")
    func moved() throws {
        let first = try folder("vault")
        try scratch.move("vault", to: "elsewhere/notes")
        for _ in 1...2 { #expect(try folder("elsewhere/notes") == first) }
        try scratch.move("elsewhere/notes", to: "third")
        #expect(try folder("third") == first)
        try scratch.move("third", to: "vault")
        for _ in 1...2 { #expect(try folder("vault") == first) }
    }

    @Test("leaves its old place to another, which is a vault of its own")
    func successor() throws {
        let first = try folder("vault")
        try scratch.move("vault", to: "moved")
        #expect(try folder("moved") == first)
        try scratch.makeVault("vault")
        let second = try folder("vault")
        #expect(second != first)
        #expect(try folder("vault") == second)
        #expect(try folder("moved") == first)
    }

    @Test("is not its copy")
    func copy() throws {
        let first = try folder("vault")
        try FileManager.default.copyItem(
            atPath: scratch.path("vault").description, toPath: scratch.path("copy").description)
        #expect(try folder("copy") != first)
        #expect(try folder("vault") == first)
    }

    @Test("is one under both its paths where it is mounted twice")
    func mounted() throws {
        let first = try folder("vault")
        // As a bind mount is: the same folder below another path that leads through no symbolic link.
        let other = NotePath("/proc/self/root\(scratch.path("vault"))")
        for _ in 1...2 {
            #expect(try registry.folder(of: other) == first)
            #expect(try folder("vault") == first)
        }
    }

    @Test("is the same when it is put back from a backup at its path")
    func restored() throws {
        let first = try folder("vault")
        try FileManager.default.copyItem(
            atPath: scratch.path("vault").description, toPath: scratch.path("backup").description)
        try scratch.remove("vault")
        try scratch.move("backup", to: "vault")
        #expect(try folder("vault") == first)
    }

    @Test(
        "may have any name", arguments: ["a\nb", "é", "e\u{301}", String(repeating: "x", count: 255), "wal"])
    func names(name: String) throws {
        try scratch.makeVault(name)
        let first = try folder(name)
        #expect(try folder(name) == first)
        #expect(try folder("vault") != first)
        try scratch.move(name, to: "other")
        #expect(try folder("other") == first)
    }

    @Test("is private, and so is the folder above")
    func modes() throws {
        let store = try scratch.store()
        try store.keep(NoteVersion("a.md", "a", at: 1))
        let state = scratch.folder.appendingPathComponent("state")
        for name in [""] + (try FileManager.default.subpathsOfDirectory(atPath: state.path)) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(state.path)/\(name)")
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(name)")
        }
        #expect(try scratch.files(below: "vault").isEmpty)
    }

    @Test("has one folder, however many ask for it at once")
    func together() async throws {
        let (state, vault) = (scratch.state, scratch.path("vault"))
        let folders = try await withThrowingTaskGroup(of: NotePath.self) { group in
            for _ in 1...8 { group.addTask { try VaultRegistry(in: state).folder(of: vault) } }
            return try await group.reduce(into: Set<NotePath>()) { $0.insert($1) }
        }
        #expect(folders.count == 1)
    }

    @Test("is no more a vault once it is gone")
    func gone() throws {
        let error = #expect(throws: StoreError.self) { try folder("nowhere") }
        #expect(error?.code == .missing)
    }
}
