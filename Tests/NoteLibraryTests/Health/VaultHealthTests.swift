// SPDX-License-Identifier: MIT
// What a look at a vault's health finds, and what it must not touch.

import Glibc
import NoteKit
import NoteStore
import Testing

@testable import NoteLibrary

@Suite("The health of a vault")
struct VaultHealthTests {
    private let vault: TestVault

    init() throws { vault = try TestVault(["a.md": "text", "sub/b.md": "x", ".hidden/c": "y"]) }

    private func findings(state: NotePath? = nil) throws -> [String: HealthFinding] {
        let found = try VaultHealth(of: vault.root, stateFolder: state ?? vault.state).look()
        return Dictionary(uniqueKeysWithValues: found.map { ($0.topic, $0) })
    }

    @Test("changes no byte and no time of the vault, and begins no store")
    func touchesNothing() throws {
        let before = try vault.everything()
        let facts = try FolderScan(of: vault.root).map { $0 }
        _ = try findings()
        #expect(try vault.everything() == before)
        #expect(try FolderScan(of: vault.root).map { $0 } == facts)
        var state = stat()
        #expect(vault.state.withCString { stat($0, &state) } != 0)
    }

    @Test("has a meaning for everything that is not good")
    func meanings() throws {
        try vault.write("", to: "a.sync-conflict-20260102-030405-ABCDEFG.md")
        for finding in try findings().values {
            #expect((finding.meaning == nil) == (finding.verdict == .good), "\(finding)")
        }
    }

    @Test("finds conflict copies, and what a crash left")
    func remains() throws {
        #expect(try findings()["conflictCopies"]?.verdict == .good)
        try vault.write("", to: "a.sync-conflict-20260102-030405-ABCDEFG.md")
        try vault.write("", to: ".syncthing.notekit-draft-0000000000000001.tmp")
        let found = try findings()
        #expect(found["conflictCopies"]?.verdict == .limited)
        #expect(found["leftovers"]?.verdict == .limited)
        #expect(vault.exists(".syncthing.notekit-draft-0000000000000001.tmp"))
    }

    @Test("finds a state folder inside the vault")
    func stateInside() throws {
        #expect(try findings()["stateFolder"]?.verdict == .good)
        let inside = vault.root.appending(NotePath(".state/notekit"))
        #expect(try findings(state: inside)["stateFolder"]?.verdict == .bad)
        // A folder whose name only begins like the vault's is not in it.
        let beside = NotePath(bytes: vault.root.bytes + Array("2/state".utf8))
        #expect(try findings(state: beside)["stateFolder"]?.verdict == .good)
    }

    @Test("counts versions and conflicts of the store, and sees whom it is open to")
    func store() throws {
        let store = try VaultStore(of: vault.root, stateFolder: vault.state)
        #expect(try findings()["store"]?.value.hasPrefix("0 versions, ") == true)
        #expect(try findings()["storePermissions"]?.verdict == .good)
        let file = store.folder.appending(NotePath("store.sqlite"))
        #expect(file.withCString { chmod($0, 0o644) } == 0)
        #expect(try findings()["storePermissions"]?.verdict != .bad)
        #expect(store.folder.withCString { chmod($0, 0o755) } == 0)
        #expect(try findings()["storePermissions"]?.verdict == .limited)
    }

    @Test("finds a damaged database that was set aside, and mends one")
    func damage() throws {
        let folder = try VaultStore(of: vault.root, stateFolder: vault.state).folder
        let file = folder.appending(NotePath("store.sqlite"))
        let stream = try #require(file.withCString { fopen($0, "w") })
        fputs("this is no database", stream)
        fclose(stream)
        let found = try findings()
        #expect(found["setAside"]?.verdict == .limited)
        #expect(found["store"]?.verdict == .limited)
        let again = try findings()
        #expect(again["store"]?.verdict == .good)
        #expect(again["setAside"]?.verdict == .limited)
    }

    @Test("says that nothing can be saved where it may not write")
    func readOnly() throws {
        let calls = StruckCalls()
        let health = VaultHealth(of: vault.root, stateFolder: vault.state, calls: calls)
        #expect(try health.look().first { $0.topic == "writing" }?.verdict == .good)
        #expect(throws: FileError.self) { try VaultHealth(of: NotePath("/nowhere")).look() }
    }
}
