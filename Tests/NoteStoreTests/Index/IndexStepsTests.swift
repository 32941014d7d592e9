// SPDX-License-Identifier: MIT
// That an index equals one made from nothing, whatever happened, and that what it finds is what is there.

import Foundation
import NoteFiles
import NoteKit
import SyntaxProof
import Testing

@testable import NoteStore

@Suite("An index after random steps")
struct IndexStepsTests {
    @Test("equals one made from nothing, and finds what reading finds", arguments: 0..<3)
    func steps(seed: Int) throws {
        let scratch = try Scratch()
        var chance = SeededGenerator(seed: UInt64(seed))
        let index = try scratch.index(ahead: seed % 2 == 0 ? 0 : 10)
        try index.refresh()
        var changes: [FolderScan.Change] = []
        for step in 0..<240 {
            changes += try scratch.step(&chance)
            if step % 7 == 0 {
                try index.apply(FolderBatch(changes: changes))
                changes = []
            } else if step % 31 == 0 {
                try index.refresh()
                changes = []
            }
            guard step % 60 == 59 else { continue }
            // With a clock that is ahead, only what is told is believed to have changed in one tick.
            try index.apply(FolderBatch(changes: changes))
            changes = []
            try scratch.expectSearchesToBeRight(in: index, &chance)
            #expect(try index.refresh().hindrance == nil)
            let fresh = try scratch.index(state: scratch.path("fresh-\(step)"))
            try fresh.refresh()
            #expect(try index.contents() == fresh.contents())
            try scratch.expectSearchesToBeRight(in: index, &chance)
        }
    }
}

extension Scratch {
    fileprivate func step(_ chance: inout SeededGenerator) throws -> [FolderScan.Change] {
        func name() -> String {
            ["", "a/", "b é/"][Int.random(in: 0..<3, using: &chance)]
                + "n\(Int.random(in: 0..<12, using: &chance)).md"
        }
        let (path, other) = (name(), name())
        let place = folder.path + "/vault/"
        switch Int.random(in: 0..<8, using: &chance) {
        case 0...3:
            try write(
                String(decoding: Reference.randomText(&chance, 40), as: UTF8.self)
                    + ["[[n1]]", "#tag", "# Head", "- [ ] x", "garden"][Int.random(in: 0..<5, using: &chance)],
                to: path)
            return [.changed(NotePath(path))]
        case 4:
            guard FileManager.default.fileExists(atPath: place + path) else { return [] }
            try remove("vault/" + path)
            return [.removed(NotePath(path))]
        case 5, 6:
            try FileManager.default.createDirectory(
                atPath: (place + other as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            guard rename(place + path, place + other) == 0 else { return [] }
            return [.moved(from: NotePath(path), to: NotePath(other))]
        default:
            guard FileManager.default.fileExists(atPath: place + path) else { return [] }
            try write(bytes: [0x41, 0xFF], to: path)
            return [.changed(NotePath(path))]
        }
    }

    /// Compares with what the plainest search finds in the files.
    fileprivate func expectSearchesToBeRight(in index: SearchIndex, _ chance: inout SeededGenerator) throws {
        let notes = try files(below: "vault").filter { String(validating: $0.value, as: UTF8.self) != nil }
        for _ in 0..<12 {
            let needle = Reference.randomText(&chance, 3)
            for options in [SearchQuery.Options(), .ignoringMarks] {
                let strength: TextFolding.Strength = options.isEmpty ? .marksCount : .marksIgnored
                let scalars = Reference.folded(needle, strength).map(\.scalar)
                guard !scalars.isEmpty else { continue }
                var expected: [String: [Range<Int>]] = [:]
                for (path, data) in notes {
                    let title = Array(
                        ((path as NSString).lastPathComponent as NSString).deletingPathExtension.utf8)
                    let matches = Reference.matches(of: scalars, in: Array(data), strength)
                    let isInTitle = !Reference.matches(of: scalars, in: title, strength).isEmpty
                    if isInTitle || !matches.isEmpty { expected[path] = matches }
                }
                let text = String(decoding: needle, as: UTF8.self)
                #expect(try index.found(text, options) == expected, "\(needle)")
            }
        }
    }
}
