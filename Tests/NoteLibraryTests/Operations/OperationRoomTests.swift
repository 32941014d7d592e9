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

    @Test("that stays full, and has room again later, loses no link: what is half done is gone on with")
    func staysFull() throws {
        let done = try vault()
        let before = try done.texts()
        _ = try NoteRenaming(done.runner()).rename(path("old.md"), to: path("new.md"))
        let after = try done.texts()
        var number = 1
        while true {
            let vault = try vault()
            let calls = StruckCalls(.fullFrom(number))
            var told: String?
            do {
                _ = try NoteRenaming(vault.runner(calls: calls)).rename(path("old.md"), to: path("new.md"))
            } catch {
                told = "\(error)"
            }
            if !calls.hasStruck { break }
            let left = try vault.texts()
            if told != nil, left != before, left != after {
                #expect(told?.contains("taken back") == true || told?.contains("power cut") == true)
            }
            // It is full at the next start as well.
            for _ in 0..<2 {
                do {
                    _ = try vault.runner(calls: StruckCalls(.fullFrom(number % 16 + 1))).finishInterrupted()
                } catch {
                    // It could not even be begun.
                }
            }
            _ = try vault.runner().finishInterrupted()
            let texts = try vault.texts()
            #expect(texts == before || texts == after, "full from write \(number) on: \(texts)")
            #expect(try vault.runner().finishInterrupted().isEmpty)
            number += 1
        }
        #expect(number > 20)
    }

    @Test("that is found full after a crash waits for room", arguments: 1..<25)
    func fullAfterCrash(first: Int) throws {
        let done = try vault()
        let before = try done.texts()
        _ = try NoteRenaming(done.runner()).rename(path("old.md"), to: path("new.md"))
        let after = try done.texts()
        var number = 1
        while true {
            let vault = try vault()
            let calls = StruckCalls(.diesAtChange(number))
            do {
                _ = try NoteRenaming(vault.runner(calls: calls)).rename(path("old.md"), to: path("new.md"))
            } catch {
                // It is dead.
            }
            if !calls.hasStruck { break }
            do {
                _ = try vault.runner(calls: StruckCalls(.fullFrom(first))).finishInterrupted()
            } catch {
                // It could not even be begun.
            }
            _ = try vault.runner().finishInterrupted()
            let texts = try vault.texts()
            #expect(
                texts == before || texts == after, "killed at \(number), full from \(first) on: \(texts)")
            number += 1
        }
    }
}
