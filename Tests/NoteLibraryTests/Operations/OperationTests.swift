// SPDX-License-Identifier: MIT
// What an operation does when nothing goes wrong, and when the world is in its way.

import NoteKit
import Testing

@testable import NoteLibrary

@Suite("An operation of several steps")
struct OperationTests {
    private static let old = Array("see [[a]]\n".utf8)
    private static let new = Array("see [[b]]\n".utf8)

    private static let rename = VaultOperation(
        .noteRename,
        [
            .move(NotePath("a.md"), to: NotePath("b.md")),
            .edit(NotePath("c.md"), from: SHA256Digest(of: old), to: new, ifRefused: .goOn),
        ])

    private func vault() throws -> TestVault {
        try TestVault(["a.md": "A\n", "c.md": "see [[a]]\n", "d/x.md": "X\n"])
    }

    @Test("does its steps in their order and leaves no record that is to be finished")
    func done() throws {
        let vault = try vault()
        let runner = try vault.runner()
        let outcome = try runner.carryOut(Self.rename)
        #expect(outcome.isComplete && !outcome.isTakenBack && !outcome.wasInterrupted)
        #expect(outcome.steps == [.done(NotePath("b.md")), .done(NotePath("c.md"))])
        #expect(try vault.texts() == ["b.md": "A\n", "c.md": "see [[b]]\n", "d/": "", "d/x.md": "X\n"])
        #expect(try runner.finishInterrupted().isEmpty)
    }

    @Test("is taken back once, with every byte as before")
    func undone() throws {
        let vault = try vault()
        let before = try vault.texts()
        let runner = try vault.runner()
        _ = try runner.carryOut(Self.rename)
        #expect(try runner.lastUndoable(.noteRename) != nil)
        let outcome = try runner.undoLast(.noteRename, as: { undoing, _ in undoing })
        #expect(outcome.isComplete)
        let undone = try #require(outcome.undone)
        #expect(undone.operation == Self.rename && undone.finished != nil)
        #expect(undone.done == [NotePath("b.md"), NotePath("c.md")])
        #expect(try vault.texts() == before)
        #expect(throws: LibraryError.self) { _ = try runner.undoLast(.noteRename) { undoing, _ in undoing } }
        #expect(try runner.lastUndoable(.noteRename) == nil)
    }

    @Test("changes nothing at all where its first step is not possible")
    func refusedAtOnce() throws {
        let vault = try vault()
        try vault.write("mine\n", to: "b.md")
        let before = try vault.everything()
        let outcome = try vault.runner().carryOut(Self.rename)
        #expect(outcome.isTakenBack)
        #expect(outcome.refusals.map(\.code) == [.nameTaken])
        #expect(try vault.everything() == before)
    }

    @Test("goes on past an edit that is refused where the plan says so")
    func editRefused() throws {
        let vault = try vault()
        let runner = try vault.runner()
        try vault.write("changed [[a]]\n", to: "c.md")
        let outcome = try runner.carryOut(Self.rename)
        #expect(outcome.refusals.map(\.code) == [.changed])
        #expect(try vault.text(of: "c.md") == "changed [[a]]\n")
        #expect(vault.exists("b.md"))
    }
}
