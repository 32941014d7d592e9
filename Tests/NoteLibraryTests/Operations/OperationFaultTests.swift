// SPDX-License-Identifier: MIT
// Every operation is killed at its first call, its second, and so on, and fails at each, until it passes.

import Glibc
import NoteKit
import Testing

@testable import NoteLibrary

@Suite("An operation that is killed or fails anywhere")
struct OperationFaultTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let files: [String: String]
        var folders: [String] = []
        let operation: VaultOperation
        /// What is there when it is done.
        let after: [String: String]
    }

    private static func digest(_ text: String) -> SHA256Digest { SHA256Digest(of: Array(text.utf8)) }
    private static func path(_ text: String) -> NotePath { NotePath(text) }

    static let cases = [
        Case(
            description: "renaming a note with its links",
            files: ["a.md": "A [[a]]\n", "c.md": "c [[a]]\n", "d/x.md": "x [[a]]\n"],
            operation: VaultOperation(
                .noteRename,
                [
                    .move(path("a.md"), to: path("b.md")),
                    .edit(
                        path("b.md"), from: digest("A [[a]]\n"), to: Array("A [[b]]\n".utf8), ifRefused: .goOn
                    ),
                    .edit(
                        path("c.md"), from: digest("c [[a]]\n"), to: Array("c [[b]]\n".utf8), ifRefused: .goOn
                    ),
                    .edit(
                        path("d/x.md"), from: digest("x [[a]]\n"), to: Array("x [[b]]\n".utf8),
                        ifRefused: .goOn),
                ]),
            after: ["b.md": "A [[b]]\n", "c.md": "c [[b]]\n", "d/": "", "d/x.md": "x [[b]]\n"]),
        Case(
            description: "deleting a folder",
            files: [
                "p/f/n.md": "N\n", "p/f/m.md": "M\n", "n.md": "first\n", "p/f/s/t.md": "T\n",
                "p/s/u.md": "U\n",
            ],
            operation: VaultOperation(
                .folderDelete,
                [
                    .move(path("p/f/s"), to: path("p/s"), ifTaken: .number),
                    .move(path("p/f/m.md"), to: path("m.md"), ifTaken: .number),
                    .move(path("p/f/n.md"), to: path("n.md"), ifTaken: .number),
                    .removeFolder(path("p/f")),
                ]),
            after: [
                "n.md": "first\n", "n 2.md": "N\n", "m.md": "M\n", "p/": "", "p/s/": "", "p/s/u.md": "U\n",
                "p/s 2/": "", "p/s 2/t.md": "T\n",
            ]),
        Case(
            description: "removing an attachment, its record first",
            files: ["a.md": "attachments: [x.png]\n", "x.png": "PNG"],
            operation: VaultOperation(
                .attachmentRemove,
                [
                    .edit(
                        path("a.md"), from: digest("attachments: [x.png]\n"),
                        to: Array("attachments: []\n".utf8)),
                    .removeFile(path("x.png")),
                ]),
            after: ["a.md": "attachments: []\n"]),
        Case(
            description: "one whose last step is not possible",
            files: ["a.md": "A\n", "b.md": "B\n", "c.md": "C\n"], folders: [],
            operation: VaultOperation(
                .attachmentSave,
                [
                    .makeFolder(path("new")), .move(path("a.md"), to: path("new/a.md")),
                    .edit(path("c.md"), from: digest("C\n"), to: Array("CC\n".utf8)),
                    .move(path("b.md"), to: path("new/a.md")),
                ]),
            after: ["a.md": "A\n", "b.md": "B\n", "c.md": "C\n"]),
    ]

    @Test("is as before or done when it was killed and the next one looked", arguments: cases)
    func killed(subject: Case) throws {
        let before = try TestVault(subject.files, folders: subject.folders).texts()
        var number = 1
        while true {
            let vault = try TestVault(subject.files, folders: subject.folders)
            let calls = StruckCalls(.dies(number))
            do {
                _ = try vault.runner(calls: calls).carryOut(subject.operation)
            } catch {
                // It is dead; nobody reads this.
            }
            let isOver = !calls.hasStruck
            try check(vault, subject, before, "killed at call \(number)")
            if isOver { break }
            number += 1
        }
        #expect(number > 20, "so few calls cannot be an operation")
    }

    @Test(
        "is as before or done when one call failed, and says which", arguments: cases, [EIO, EACCES])
    func failed(subject: Case, error: Int32) throws {
        let before = try TestVault(subject.files, folders: subject.folders).texts()
        var number = 1
        while true {
            let vault = try TestVault(subject.files, folders: subject.folders)
            let calls = StruckCalls(.once(number, error))
            var isSureToBeOld = false
            do {
                let outcome = try vault.runner(calls: calls).carryOut(subject.operation)
                isSureToBeOld = outcome.isTakenBack && outcome.problems.isEmpty
            } catch {
                // Checked below: whatever it says, nothing is lost.
            }
            let isOver = !calls.hasStruck
            if isSureToBeOld { #expect(try vault.texts() == before, "\(subject), call \(number)") }
            try check(vault, subject, before, "error \(error) at call \(number)", strictly: false)
            if isOver { break }
            number += 1
        }
    }

    private func check(
        _ vault: TestVault, _ subject: Case, _ before: [String: String], _ when: String, strictly: Bool = true
    ) throws {
        let runner = try vault.runner()
        try runner.finishInterrupted()
        let now = try vault.texts()
        if strictly {
            #expect(now == before || now == subject.after, "\(subject), \(when): \(now)")
        }
        // No writing is lost: each text is there, the old one or the new.
        for (name, text) in before where !name.hasSuffix("/") && !name.hasSuffix(".png") {
            let new = subject.operation.steps.compactMap { step -> String? in
                guard case .edit(_, Self.digest(text), let new) = step.action else { return nil }
                return String(decoding: new, as: UTF8.self)
            }
            #expect(
                now.values.contains { ([text] + new).contains($0) }, "\(subject), \(when): '\(name)' is lost")
        }
        #expect(try runner.finishInterrupted().isEmpty, "\(subject), \(when): something is left to do")
        // What remains works.
        let next = try runner.carryOut(
            VaultOperation(.folderCreate, [.makeFolder(NotePath("next"))], isUndoable: false))
        #expect(next.isComplete)
    }

    @Test("with links that follow it is as before or done, too")
    func killedFolder() throws {
        let files = [
            "a/f/n.md": "N", "a/f/s/d.md": "D [n](../n.md)", "n.md": "top [[a/f/n]]", "a/f/p.png": "P",
            "z.md": "![](a/f/p.png)",
        ]
        let after = [
            "a/": "", "a/s/": "", "a/s/d.md": "D [n](../../n%202.md)", "n 2.md": "N", "n.md": "top [[n 2]]",
            "p.png": "P", "z.md": "![](p.png)",
        ]
        let before = try TestVault(files).texts()
        let whole = try TestVault(files)
        try FolderHierarchy(whole.runner()).delete(NotePath("a/f"))
        #expect(try whole.texts() == after)
        var number = 1
        while true {
            let vault = try TestVault(files)
            let calls = StruckCalls(.dies(number))
            do {
                _ = try FolderHierarchy(vault.runner(calls: calls)).delete(NotePath("a/f"))
            } catch {
                // It is dead; nobody reads this.
            }
            let isOver = !calls.hasStruck
            let runner = try vault.runner()
            try runner.finishInterrupted()
            let now = try vault.texts()
            #expect(now == before || now == after, "killed at call \(number): \(now)")
            if isOver { break }
            // Each third call is enough here: the steps are killed one by one above.
            number += 3
        }
        #expect(number > 50)
    }
}
