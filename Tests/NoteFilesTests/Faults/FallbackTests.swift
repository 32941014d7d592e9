// SPDX-License-Identifier: MIT
// What a save says of itself on a file system that cannot do everything.

import Glibc
import NoteFiles
import Testing

@Suite("On a file system with gaps")
struct FallbackTests {
    private static let numbers = [EINVAL, ENOSYS, EOPNOTSUPP]
    private let old = Array("old\n".utf8)
    private let new = Array("new\n".utf8)

    private func save(
        without gaps: Set<Interference.Gap>, _ number: Int32, creating: Bool = false
    ) throws -> (SaveOutcome, text: [UInt8]?, names: [NotePath]) {
        let folder = try TemporaryFolder()
        let real = LinuxCalls()
        let note = folder.vault.appending(NotePath("note.md"))
        if !creating { try real.rewrite(note, with: old) }
        let calls = InterposedCalls(real, plan: Interference.without(gaps, number))
        let disk = NoteDisk(stateFolder: folder.state, calls: calls)
        let outcome =
            creating ? try disk.create(note, with: new) : try disk.replace(note, with: new, base: old)
        #expect(calls.openFiles.isEmpty)
        #expect(calls.heldLeases.isEmpty)
        return (outcome, try real.contents(of: note), try real.names(in: folder.vault))
    }

    private func expectSaved(
        _ result: (SaveOutcome, text: [UInt8]?, names: [NotePath]), _ method: SaveReceipt.Method,
        _ proof: SaveReceipt.Proof
    ) {
        guard case .saved(let receipt) = result.0 else {
            Issue.record("not saved: \(result.0)")
            return
        }
        #expect(receipt.method == method)
        #expect(receipt.proof == proof)
        #expect(receipt.durable)
        #expect(receipt.lost.isEmpty)
        #expect(result.text == new)
        #expect(result.names == [NotePath("note.md")])
    }

    @Test("that has no exchange, a note is renamed over and the receipt says unverified", arguments: numbers)
    func noExchange(number: Int32) throws {
        expectSaved(try save(without: [.exchange], number), .renamed, .unverified)
    }

    @Test("that has no leases, the receipt says verified", arguments: numbers)
    func noLeases(number: Int32) throws {
        expectSaved(try save(without: [.leases], number), .exchanged, .verified)
    }

    @Test("that has no unnamed files, a draft is used and nothing less is promised", arguments: numbers)
    func noUnnamedFiles(number: Int32) throws {
        expectSaved(try save(without: [.unnamedFiles], number), .exchanged, .proven)
        expectSaved(try save(without: [.unnamedFiles], number, creating: true), .created, .proven)
    }

    @Test("that has none of the three, a note is saved all the same", arguments: numbers)
    func nothing(number: Int32) throws {
        let gaps = Set(Interference.Gap.allCases)
        expectSaved(try save(without: gaps, number), .renamed, .unverified)
        expectSaved(try save(without: gaps, number, creating: true), .created, .proven)
    }
}
