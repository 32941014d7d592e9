// SPDX-License-Identifier: MIT
// What finishing an interrupted operation tells, to whom, and whom it waits for.

import Glibc
import NoteKit
import Synchronization
import Testing

@testable import NoteLibrary

@Suite("Finishing what was interrupted")
struct ResumeTests {
    private static let rename = VaultOperation(
        .noteRename,
        [
            .move(NotePath("a.md"), to: NotePath("b.md")),
            .edit(
                NotePath("c.md"), from: SHA256Digest(of: Array("[[a]]\n".utf8)), to: Array("[[b]]\n".utf8),
                ifRefused: .goOn),
        ])

    /// Kills the rename before each change.
    private func killed(_ body: (TestVault, Int) throws -> Void) throws {
        var number = 1
        while true {
            let vault = try TestVault(["a.md": "A\n", "c.md": "[[a]]\n"])
            let calls = StruckCalls(.diesAtChange(number))
            let runner = try vault.runner(calls: calls)
            try runner.store.setPinned(true, note: NotePath("a.md"))
            do {
                _ = try runner.carryOut(Self.rename)
            } catch {
                // It is dead; nobody reads this.
            }
            guard calls.hasStruck else { break }
            try body(vault, number)
            number += 1
        }
        #expect(number > 5)
    }

    @Test("hands nothing on that is remembered of a note which has come to the old path since")
    func newNoteAtTheOldPath() throws {
        var told = 0
        try killed { vault, number in
            let runner = try vault.runner()
            guard try runner.store.pinnedNotes() == [NotePath("b.md")] else { return }
            told += 1
            try vault.write("new", to: "a.md")
            try runner.store.setPinned(true, note: NotePath("a.md"))
            try runner.finishInterrupted()
            #expect(
                try runner.store.pinnedNotes() == [NotePath("a.md"), NotePath("b.md")],
                "killed at change \(number)")
        }
        #expect(told > 1)
    }

    @Test("lets histories and pins follow where the old path is free", arguments: [false, true])
    func follows(losesProgress: Bool) throws {
        try killed { vault, number in
            if losesProgress { try vault.forgetProgress() }
            let runner = try vault.runner()
            try runner.finishInterrupted()
            let note = NotePath(vault.exists("b.md") ? "b.md" : "a.md")
            #expect(try runner.store.pinnedNotes() == [note], "killed at change \(number)")
        }
    }

    @Test("tells whoever asks for something else what was not possible")
    func refusals() throws {
        var told = 0
        try killed { vault, number in
            try vault.write("Theirs.\n", to: "c.md")
            let notices = Mutex<[LibraryError]>([])
            let runner = try vault.runner(notify: { notice in notices.withLock { $0.append(notice) } })
            let isMoved = vault.exists("b.md")
            let next = try runner.carryOut(
                VaultOperation(.folderCreate, [.makeFolder(NotePath("next"))], isUndoable: false))
            #expect(next.isComplete)
            let codes = notices.withLock { $0.map(\.code) }
            #expect(codes.isEmpty || codes == [.changed], "killed at change \(number): \(codes)")
            if isMoved || vault.exists("b.md") { told += codes.count }
        }
        #expect(told > 2)
    }

    @Test("waits for no process that lives")
    func living() throws {
        let vault = try TestVault(["a.md": "A\n", "c.md": "[[a]]\n"])
        let other = try vault.runner(calls: LinuxCalls(), patience: 0)
        let failures = Mutex<[String]>([])
        let calls = StruckCalls { number in
            do {
                let found = try other.finishInterrupted()
                _ = try NoteDraft(of: NotePath("c.md"), by: other)
                if !found.isEmpty { failures.withLock { $0.append("call \(number): \(found)") } }
            } catch {
                failures.withLock { $0.append("call \(number): \(error)") }
            }
        }
        #expect(try vault.runner(calls: calls).carryOut(Self.rename).isComplete)
        #expect(failures.withLock { $0 } == [])
        #expect(calls.callCount > 20)
    }
}
