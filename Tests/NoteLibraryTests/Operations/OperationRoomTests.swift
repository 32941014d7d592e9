// SPDX-License-Identifier: MIT
// A rename on a disk that is full, or becomes so: all of it or nothing.

import Glibc
import NoteKit
import Testing

@testable import NoteLibrary

@Suite("A rename on a full disk")
struct OperationRoomTests {
    private func path(_ text: String) -> NotePath { NotePath(text) }

    private func vault() throws -> TestVault {
        let vault = try TestVault(["old.md": "O [[old]]\n", "a.md": "a [[old]]\n", "d/b.md": "b [[old]]\n"])
        try vault.link("l.md", to: "old.md")
        return vault
    }

    @Test("is refused before its first step where the texts will not fit")
    func refused() throws {
        let vault = try vault()
        let before = try vault.everything()
        // Three files of one block, and a block for each.
        let enough = 3 * 8192
        let error = #expect(throws: LibraryError.self) {
            try NoteRenaming(vault.runner(calls: StruckCalls(free: enough - 1))).rename(
                path("old.md"), to: path("new.md"))
        }
        #expect(error?.code == .noSpace)
        #expect(try vault.everything() == before)
        #expect(try vault.runner().finishInterrupted().isEmpty)
        let room = OperationRoom(atOnce: 32)
        #expect(room.bytes(isKeptBeside: true) == 0)
        #expect(
            try NoteRenaming(vault.runner(calls: StruckCalls(free: 2 * enough))).rename(
                path("old.md"), to: path("new.md")
            ).isComplete)
    }

    @Test("leaves the old state or the new one, wherever the disk is full")
    func full() throws {
        let done = try vault()
        let before = try done.texts()
        _ = try NoteRenaming(done.runner()).rename(path("old.md"), to: path("new.md"))
        let after = try done.texts()
        var number = 1
        while true {
            let vault = try vault()
            let calls = StruckCalls(.full(number))
            var isRefused = false
            do {
                _ = try NoteRenaming(vault.runner(calls: calls)).rename(path("old.md"), to: path("new.md"))
            } catch {
                isRefused = true
            }
            if !calls.hasStruck { break }
            for outcome in try vault.runner().finishInterrupted() {
                #expect(outcome.refusals.isEmpty, "full at write \(number): \(outcome.refusals)")
            }
            let texts = try vault.texts()
            #expect(texts == before || texts == after, "full at write \(number): \(texts)")
            if !isRefused { #expect(texts == after, "full at write \(number)") }
            number += 1
        }
        #expect(number > 20)
    }
}
