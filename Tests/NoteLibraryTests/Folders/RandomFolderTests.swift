// SPDX-License-Identifier: MIT
// Random changes of folders, in memory and on the disk; scripts/rigs does the same at length.

import LibraryProof
import NoteKit
import Testing

@testable import NoteLibrary

@Suite("Random changes of folders")
struct RandomFolderTests {
    @Test("keep the tree a tree with every file in it", arguments: 1...4)
    func model(seed: Int) throws {
        var folders = try RandomFolders(seed: UInt64(seed))
        try folders.run(500, checkingEvery: 10)
        #expect(folders.changes > 200 && folders.refusals > 20)
    }

    @Test("do on the disk what they do in memory, and keep every note's bytes and time", arguments: 1...2)
    func disk(seed: Int) throws {
        let vault = try TestVault()
        var folders = try RandomFolders(seed: UInt64(seed), files: 12)
        let names = folders.model.everything().sorted { $0.node.number < $1.node.number }.map(\.path)
        let witness = try FolderWitness(names, in: vault.root)
        let hierarchy = FolderHierarchy(try vault.runner())
        for step in 1...60 {
            let request = folders.request()
            let isPossible = try folders.carryOut(request)
            do throws(LibraryError) {
                let outcome = try request.carryOut(hierarchy)
                #expect(isPossible && outcome.isComplete, "step \(step): \(request)")
            } catch {
                #expect(!isPossible, "step \(step): \(request): \(error)")
            }
            #expect(
                try witness.check() == Set(folders.model.everything().map(\.path)), "step \(step): \(request)"
            )
        }
    }
}
