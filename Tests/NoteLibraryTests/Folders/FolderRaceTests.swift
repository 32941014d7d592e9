// SPDX-License-Identifier: MIT
// Links name where a file is, also when another program takes the name that it was to have.

import NoteKit
import Synchronization
import Testing

@testable import NoteLibrary

@Suite("A change of folders while another program takes names")
struct FolderRaceTests {
    enum Change: CaseIterable, Sendable {
        case delete, move, moveNote, undoDelete, undoMove

        var files: [String: String] {
            [
                "F/n.md": "mine", "F/m.md": "M", "n.md": "other", "D/F/x.md": "X", "D/n.md": "D",
                "a.md": "[[F/n]]",
            ]
        }

        func prepare(_ hierarchy: FolderHierarchy) throws {
            switch self {
            case .undoDelete: try hierarchy.delete(NotePath("F"))
            case .undoMove: try hierarchy.move(NotePath("F"), into: NotePath("D"))
            default: break
            }
        }

        func act(_ hierarchy: FolderHierarchy) throws -> OperationOutcome {
            switch self {
            case .delete: try hierarchy.delete(NotePath("F"))
            case .move: try hierarchy.move(NotePath("F"), into: NotePath("D"))
            case .moveNote: try hierarchy.moveNote(NotePath("F/n.md"), into: NotePath("D"))
            case .undoDelete: try hierarchy.undoLast(.folderDelete)
            case .undoMove: try hierarchy.undoLast(.folderMove)
            }
        }

        /// Names that the note or its folder may be about to get.
        var names: [String] {
            switch self {
            case .delete: ["n 2.md"]
            case .move: ["D/F 2"]
            case .moveNote: ["D/n 2.md"]
            case .undoDelete: ["F/n.md", "F"]
            case .undoMove: ["F"]
            }
        }
    }

    @Test("writes links for the name that the note really has", arguments: Change.allCases)
    func race(_ change: Change) throws {
        for name in change.names {
            var number = 1
            while true {
                let vault = try TestVault(change.files)
                try change.prepare(FolderHierarchy(vault.runner()))
                let moment = number
                let failure = Mutex<String?>(nil)
                let calls = StruckCalls { call in
                    guard call == moment, !vault.exists(name),
                        vault.exists(NotePath(name).folder)
                    else { return }
                    do {
                        try vault.write("theirs", to: name)
                    } catch {
                        failure.withLock { $0 = "\(error)" }
                    }
                }
                let outcome = try change.act(FolderHierarchy(vault.runner(calls: calls)))
                #expect(failure.withLock { $0 } == nil)
                let when = "\(change), '\(name)' taken at call \(number)"
                let texts = try vault.texts()
                let place = texts.first { $0.value == "mine" }?.key ?? ""
                let target = try #require(texts["a.md"]).dropFirst(2).dropLast(2)
                let isExact = place == "\(target).md"
                // A link may be the name alone where no other file has it.
                let isAlone =
                    NotePath(place).name == NotePath("\(target).md")
                    && texts.keys.count(where: { NotePath($0).name == NotePath("\(target).md") }) == 1
                #expect(isExact || isAlone, "\(when): \(texts), \(outcome)")
                #expect(texts.values.contains("M"), "\(when)")
                if calls.callCount < number { break }
                number += 1
            }
            #expect(number > 30)
        }
    }
}
