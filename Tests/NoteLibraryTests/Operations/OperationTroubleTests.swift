// SPDX-License-Identifier: MIT
// What an operation does while other programs are at work, and with records that it cannot understand.

import Foundation
import Glibc
import NoteKit
import Synchronization
import Testing

@testable import NoteLibrary

@Suite("An operation among other programs")
struct OperationTroubleTests {
    private static let files = [
        "p/f/a.md": "A", "p/f/b.md": "B", "p/f/s/c.md": "C", "a.md": "top", "p/other.md": "O",
    ]

    /// What another program does at some moment of a deletion of `p/f`.
    enum Interference: String, CaseIterable, Sendable {
        case fillsTheFolder, removesANote, movesANoteAway, takesTheNextName, removesTheSubfolder
        case movesTheFolder, putsALinkInItsPlace, writesANote

        func happen(in vault: TestVault) throws {
            switch self {
            case .fillsTheFolder: if vault.exists("p/f") { try vault.write("theirs", to: "p/f/late.md") }
            case .removesANote: if vault.exists("p/f/b.md") { try vault.remove("p/f/b.md") }
            case .movesANoteAway:
                if vault.exists("p/f/b.md") { try vault.rename("p/f/b.md", to: "p/away.md") }
            case .takesTheNextName:
                try vault.write("theirs", to: "b.md.new")
                if !vault.exists("b.md") { try vault.rename("b.md.new", to: "b.md") }
            case .removesTheSubfolder:
                if vault.exists("p/f/s/c.md") {
                    try vault.remove("p/f/s/c.md")
                    try vault.remove("p/f/s")
                }
            case .movesTheFolder: if vault.exists("p/f") { try vault.rename("p/f", to: "p/g") }
            case .putsALinkInItsPlace:
                if vault.exists("p/f") {
                    try vault.rename("p/f", to: "p/g")
                    try vault.link("p/f", to: "../../outside")
                }
            case .writesANote:
                if vault.exists("p/f/b.md") { try vault.write("B", to: "p/f/b.md", at: 2_000_000_000) }
            }
        }

        /// Texts that are gone since somebody removed them.
        var removed: Set<String> {
            switch self {
            case .removesANote: ["B"]
            case .removesTheSubfolder: ["C"]
            default: []
            }
        }
    }

    @Test(
        "loses nothing and replaces nothing, whatever another does at whatever moment",
        arguments: Interference.allCases)
    func interference(_ interference: Interference) throws {
        var number = 1
        while true {
            let vault = try TestVault(Self.files)
            try vault.write("outside", to: "../outside/o.md")
            let failure = Mutex<String?>(nil)
            let moment = number
            let calls = StruckCalls { call in
                guard call == moment else { return }
                do {
                    try interference.happen(in: vault)
                } catch {
                    failure.withLock { $0 = "\(error)" }
                }
            }
            let runner = try vault.runner(calls: calls)
            do {
                _ = try FolderHierarchy(runner).delete(NotePath("p/f"))
            } catch {
                // It may be refused; what counts is what is there.
            }
            let isOver = calls.callCount < number
            #expect(failure.withLock { $0 } == nil)
            let texts = try vault.everything().values.compactMap(\.text)
            var expected = Set(Self.files.values).subtracting(interference.removed)
            if interference == .takesTheNextName, !isOver { expected.insert("theirs") }
            let lost = expected.subtracting(texts)
            #expect(lost.isEmpty || isOver, "\(interference) at call \(number): lost \(lost)")
            #expect(vault.exists("../outside/o.md"))
            #expect(try vault.text(of: "a.md") == "top")
            #expect(try runner.finishInterrupted().isEmpty)
            if isOver { break }
            number += 1
        }
        #expect(number > 30)
    }

    @Test("refuses a name that is taken but for case or accents, and numbers it where that is allowed")
    func alike() throws {
        let vault = try TestVault(["a.md": "A", "CAF\u{C9}.md": "C"])
        let runner = try vault.runner()
        let new = NotePath("cafe\u{301}.md")
        let refused = try runner.carryOut(VaultOperation(.noteMove, [.move(NotePath("a.md"), to: new)]))
        #expect(refused.refusals.map(\.code) == [.nameTaken])
        let move = VaultOperation.Step.move(NotePath("a.md"), to: new, ifTaken: .number)
        #expect(try runner.carryOut(VaultOperation(.noteMove, [move])).isComplete)
        #expect(try vault.texts() == ["CAF\u{C9}.md": "C", "cafe\u{301} 2.md": "A"])
    }

    @Test("says that a folder was filled meanwhile, and leaves it there")
    func filled() throws {
        let vault = try TestVault(["f/a.md": "A"])
        let calls = StruckCalls { _ in
            // As soon as the folder is empty.
            if !vault.exists("f/a.md"), vault.exists("f"), !vault.exists("f/late.md") {
                try? vault.write("theirs", to: "f/late.md")
            }
        }
        let outcome = try FolderHierarchy(vault.runner(calls: calls)).delete(NotePath("f"))
        #expect(outcome.refusals.map(\.code) == [.notEmpty] && !outcome.isComplete && !outcome.isTakenBack)
        #expect(try vault.texts() == ["a.md": "A", "f/": "", "f/late.md": "theirs"])
    }

    @Test("leaves everything as it was in a folder that may not be changed")
    func notPermitted() throws {
        let vault = try TestVault(["p/f/a.md": "A", "p/f/s/b.md": "B"])
        let before = try vault.everything()
        if geteuid() != 0 {
            try vault.setMode(0o500, of: "p/f")
            let outcome = try FolderHierarchy(vault.runner()).delete(NotePath("p/f"))
            #expect(outcome.refusals.map(\.code) == [.notPermitted] && outcome.isTakenBack)
            try vault.setMode(0o755, of: "p/f")
        }
        #expect(try vault.everything() == before)
        // The kernel refuses nothing to root: so a move is refused by hand, when another has been made.
        let calls = StruckCalls(.rename(2, EACCES))
        let refused = try FolderHierarchy(vault.runner(calls: calls)).delete(NotePath("p/f"))
        #expect(refused.refusals.map(\.code) == [.notPermitted] && refused.isTakenBack)
        #expect(try vault.everything() == before)
    }

    @Test("waits for another process that changes the vault, and tells when that takes too long")
    func busy() throws {
        let vault = try TestVault(["f/a.md": "A"])
        let runner = try vault.runner()
        let other = try vault.runner(patience: 10)
        let outcome = try runner.carryOut { () throws(LibraryError) in
            #expect(throws: LibraryError.self) {
                do {
                    try FolderHierarchy(other).delete(NotePath("f"))
                } catch let error as LibraryError {
                    #expect(error.code == .busy)
                    throw error
                }
            }
            return VaultOperation(.folderCreate, [.makeFolder(NotePath("g"))])
        }
        #expect(outcome.isComplete && vault.exists("f") && vault.exists("g"))
        #expect(try FolderHierarchy(other).delete(NotePath("f")).isComplete)
    }

    @Test("of two at once is done by both, one after the other")
    func both() async throws {
        let vault = try TestVault(Dictionary(uniqueKeysWithValues: (0..<40).map { ("f\($0)/n.md", "\($0)") }))
        try await withThrowingTaskGroup { group in
            for part in 0..<4 {
                group.addTask {
                    let hierarchy = FolderHierarchy(try vault.runner(patience: 60_000))
                    for index in 0..<10 {
                        #expect(try hierarchy.delete(NotePath("f\(part * 10 + index)")).isComplete)
                    }
                }
            }
            try await group.waitForAll()
        }
        let texts = try vault.everything().values.compactMap(\.text)
        #expect(Set(texts) == Set((0..<40).map { "\($0)" }) && texts.count == 40)
    }

    @Test(
        "sets a record aside that it cannot understand, and tells",
        arguments: ["notekit operation 2\nwhat comes", "notekit operation 1\nbroken", "", "something else"])
    func setAside(_ record: String) throws {
        let vault = try TestVault(["a.md": "A"])
        let notices = Mutex<[LibraryError]>([])
        let runner = try vault.runner(notify: { notice in notices.withLock { $0.append(notice) } })
        let folder = runner.store.folder.appending(NotePath("operations"))
        try FileManager.default.createDirectory(
            atPath: folder.description, withIntermediateDirectories: true)
        for name in ["0.operation", "folder-delete.undo"] {
            try Data(record.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        #expect(try runner.finishInterrupted().isEmpty)
        #expect(try runner.lastUndoable(.folderDelete) == nil)
        #expect(notices.withLock { $0.map(\.code) } == [.store, .store])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.description).sorted()
        let ending = record.contains("operation 2") ? "later" : "damaged"
        #expect(names == ["0.operation.\(ending)", "folder-delete.undo.\(ending)"])
        #expect(try runner.carryOut(VaultOperation(.folderCreate, [.makeFolder(NotePath("g"))])).isComplete)
    }

    @Test("goes out of the vault by no path", arguments: ["../x", "/etc/x", "a//b", "a/../../b", "", "./a"])
    func outside(_ path: String) throws {
        let vault = try TestVault(["a.md": "A"])
        let before = try vault.everything()
        for step in [
            VaultOperation.Step.makeFolder(NotePath(path)), .move(NotePath("a.md"), to: NotePath(path)),
            .move(NotePath(path), to: NotePath("b.md")), .removeFile(NotePath(path)),
            .removeFolder(NotePath(path)),
            .edit(NotePath(path), from: SHA256Digest(of: []), to: []),
        ] {
            #expect(throws: LibraryError.self, "\(step)") {
                _ = try vault.runner().carryOut(VaultOperation(.noteMove, [step]))
            }
        }
        #expect(try vault.everything() == before)
    }
}
