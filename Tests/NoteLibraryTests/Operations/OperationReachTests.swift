// SPDX-License-Identifier: MIT
// No operation writes outside of its vault, whatever its folders have become meanwhile.

import Foundation
import Glibc
import NoteKit
import Synchronization
import Testing

@testable import NoteLibrary

@Suite("What an operation reaches")
struct OperationReachTests {
    private static let files = ["old.md": "O\n", "d/x.md": "x [[old]]\n", "d/y.md": "y [[old]]\n"]
    /// The very texts of the vault, so that nothing but the place tells them from those.
    private static let outside = ["../outside/x.md": "x [[old]]\n", "../outside/y.md": "y [[old]]\n"]

    private func path(_ text: String) -> NotePath { NotePath(text) }

    private func vault() throws -> TestVault {
        let vault = try TestVault(Self.files)
        for (name, text) in Self.outside { try vault.write(text, to: name) }
        return vault
    }

    private func swap(_ vault: TestVault, to target: String) throws {
        try vault.rename("d", to: "e")
        try vault.link("d", to: target)
    }

    private func isOutsideUntouched(_ vault: TestVault) throws -> Bool {
        let names = try NoteDisk(stateFolder: vault.state).names(
            in: vault.root.appending(path("../outside")), where: { _ in true })
        return try names == [path("x.md"), path("y.md")]
            && Self.outside.allSatisfy { try vault.text(of: $0.key) == $0.value }
    }

    @Test("stays in the vault where a folder became a link out of it before an interrupted one goes on")
    func resumed() throws {
        var number = 1
        while true {
            let vault = try vault()
            let calls = StruckCalls(.dies(number))
            do {
                _ = try NoteRenaming(try vault.runner(calls: calls)).rename(
                    path("old.md"), to: path("new.md"))
            } catch {
                // It is dead; nobody reads this.
            }
            if !calls.hasStruck { break }
            try swap(vault, to: "../outside")
            _ = try vault.runner().finishInterrupted()
            #expect(try isOutsideUntouched(vault), "killed at call \(number)")
            number += 1
        }
        #expect(number > 50)
    }

    @Test("stays in the vault where a folder becomes a link out of it at whatever moment")
    func running() throws {
        var number = 1
        while true {
            let vault = try vault()
            let failure = Mutex<String?>(nil)
            let moment = number
            let calls = StruckCalls { call in
                guard call == moment else { return }
                do {
                    try swap(vault, to: "../outside")
                } catch {
                    failure.withLock { $0 = "\(error)" }
                }
            }
            let runner = try vault.runner(calls: calls)
            do {
                _ = try NoteRenaming(runner).rename(path("old.md"), to: path("new.md"))
            } catch {
                // It may be refused; what counts is what is there.
            }
            #expect(failure.withLock { $0 } == nil)
            #expect(try isOutsideUntouched(vault), "swapped at call \(number)")
            if calls.callCount < number { break }
            number += 1
        }
        #expect(number > 50)
    }

    @Test(
        "follows a link that stays in the vault",
        arguments: ["e", "./e", "../vault/e", "e/../e", "ABSOLUTE"])
    func inside(target: String) throws {
        let vault = try vault()
        let runner = try vault.runner()
        try swap(vault, to: target == "ABSOLUTE" ? vault.root.appending(path("e")).description : target)
        let outcome = try runner.carryOut(
            VaultOperation(
                .noteRename,
                [
                    .edit(
                        path("d/x.md"), from: SHA256Digest(of: Array("x [[old]]\n".utf8)),
                        to: Array("x [[new]]\n".utf8), ifRefused: .goOn)
                ]))
        #expect(outcome.refusals.isEmpty, "\(outcome.refusals)")
        #expect(try vault.text(of: "e/x.md") == "x [[new]]\n")
    }

    @Test("says of a note behind a link out of the vault that it is not edited, before and after")
    func outsideNote() throws {
        let vault = try vault()
        try vault.link("out.md", to: "../outside/x.md")
        try vault.link("in.md", to: "d/x.md")
        try vault.link("away", to: "../outside")
        let renaming = NoteRenaming(try vault.runner())
        let index = try SearchIndex(of: vault.root, stateFolder: vault.state)
        let plan = try renaming.plan(from: path("old.md"), to: path("new.md"))
        #expect(
            try NoteRenaming(try vault.runner(), index: index).plan(
                from: path("old.md"), to: path("new.md")) == plan)
        let outcome = try renaming.rename(path("old.md"), to: path("new.md"))
        #expect(outcome.refusals == plan.refusals)
        #expect(outcome.refusals.map(\.path.description) == ["away/x.md", "away/y.md", "out.md"])
        #expect(outcome.refusals.allSatisfy { $0.code == .symbolicLink })
        #expect(try isOutsideUntouched(vault))
        #expect(try vault.text(of: "d/x.md") == "x [[new]]\n")
        #expect(try vault.text(of: "d/y.md") == "y [[new]]\n")
        _ = try renaming.undoLast()
        #expect(try isOutsideUntouched(vault))
        #expect(try vault.text(of: "in.md") == "x [[old]]\n")
    }

    @Test("names a note whose path is longer than the kernel takes at once, and does the others")
    func longPath() throws {
        let vault = try vault()
        defer { removeAll(vault) }
        try makeDeepNote(vault, depth: 20, "deep [[old]]\n")
        let renaming = NoteRenaming(try vault.runner())
        let plan = try renaming.plan(from: path("old.md"), to: path("new.md"))
        #expect(plan.notes.count == 3)
        let outcome = try renaming.rename(path("old.md"), to: path("new.md"))
        #expect(outcome.refusals == plan.refusals)
        #expect(outcome.refusals.map(\.code) == [.invalidName])
        #expect(outcome.problems.isEmpty, "\(outcome.problems)")
        let deep = try #require(outcome.refusals.first).path
        let root = try NoteRoot(vault.root, calls: LinuxCalls())
        let disk = NoteDisk(stateFolder: vault.state)
        #expect(try disk.read(deep, below: root).bytes == Array("deep [[old]]\n".utf8))
        #expect(try vault.text(of: "d/x.md") == "x [[new]]\n")
        #expect(try renaming.undoLast().isComplete)
        #expect(try vault.text(of: "d/x.md") == "x [[old]]\n")
        #expect(try renaming.rename(path("d/x.md"), to: path("d/z.md")).isComplete, "it has no link to that")
    }

    private func makeDeepNote(_ vault: TestVault, depth: Int, _ text: String) throws {
        var folder = vault.root.withCString { open($0, O_RDONLY | O_DIRECTORY) }
        for _ in 0..<depth {
            let name = String(repeating: "d", count: 250)
            #expect(mkdirat(folder, name, 0o755) == 0)
            let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
            close(folder)
            folder = next
        }
        let file = openat(folder, "deep.md", O_WRONLY | O_CREAT, 0o644)
        #expect(write(file, text, text.utf8.count) == text.utf8.count)
        close(file)
        close(folder)
    }

    /// What takes a path cannot remove it.
    private func removeAll(_ vault: TestVault) {
        let remover = Process()
        remover.executableURL = URL(fileURLWithPath: "/bin/rm")
        remover.arguments = ["-rf", vault.root.description]
        do {
            try remover.run()
            remover.waitUntilExit()
        } catch {
            Issue.record(error)
        }
    }
}
