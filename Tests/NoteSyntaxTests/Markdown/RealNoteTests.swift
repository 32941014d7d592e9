// SPDX-License-Identifier: MIT
// Trees of real notes: sound, the same after edits, and of the blocks and inlines that cmark-gfm finds.

import Foundation
import Testing

@testable import NoteSyntax

/// Runs where `NOTEKIT_NOTES` names a folder of notes; `NOTEKIT_ROUNDS` says for how long.
@Suite("Real notes", .enabled(if: RealNotes.folder != nil))
struct RealNoteTests {
    @Test("have trees whose nodes lie in each other, with styles inside the text")
    func soundness() throws {
        for bytes in try RealNotes.all() {
            let note = Note(bytes)
            #expect(note.tree.firstFault() == nil)
            let styles = note.read { MarkdownStyleScanner().styles(of: $0, in: $1) }
            #expect(styles.ranges.allSatisfy { $0.range.upperBound <= bytes.count })
        }
    }

    @Test("have, after any edit, the tree that a full parse gives")
    func edits() throws {
        let notes = try RealNotes.all().filter { !$0.isEmpty && $0.count < 8_000 }
        let snippets = try IncrementalTests.snippets()
        var random = SeededGenerator(seed: 2026)
        var parsed = 0
        var total = 0
        for _ in 0..<RealNotes.rounds / 40 {
            var note = Note(notes[random.below(notes.count)])
            for _ in 0..<40 {
                let edit = IncrementalTests.edit(of: note.bytes, snippets, &random)
                let change = note.replace(edit.range, with: String(decoding: edit.bytes, as: UTF8.self))
                parsed += change.parsedByteCount
                total += note.bytes.count
                if let difference = note.tree.firstDifference(from: MarkdownTree(parsing: note.bytes)) {
                    Issue.record("\(IncrementalTests.shown(note.bytes))\n\(difference)")
                    return
                }
            }
        }
        print("parsed again: \(parsed) of \(total) bytes")
    }

    @Test(
        "have the blocks and inlines that cmark-gfm finds, Obsidian's own constructs taken out",
        .enabled(if: FileManager.default.isExecutableFile(atPath: CMark.path)))
    func differential() throws {
        let notes = try RealNotes.all().map { String(decoding: $0, as: UTF8.self) }
        for note in notes { try compare(note) }
        let small = notes.filter { $0.utf8.count < 3_000 }.map { Array($0.unicodeScalars) }
        let insertions = [
            "\n", "\n\n", "> ", "- ", "  ", "    ", "\t", "*", "**", "_", "`", "```\n", "~~", "|", "[",
            "](c)", "[a]: b\n",
            "1. ", "#", "<div>", "<", ">", "\\", "---\n", "&", "!", "|-|-|\n", "| a | b |\n",
        ]
        var random = SeededGenerator(seed: 4)
        for _ in 0..<RealNotes.rounds {
            var text = small[random.below(small.count)]
            for _ in 0..<random.below(6) + 1 {
                let place = random.below(text.count + 1)
                let end = min(text.count, place + [0, 0, 0, 1, 2, 20][random.below(6)])
                text.replaceSubrange(
                    place..<end, with: insertions[random.below(insertions.count)].unicodeScalars)
            }
            var mutated = String.UnicodeScalarView()
            mutated.append(contentsOf: text)
            try compare(String(mutated), isMutated: true)
        }
    }

    private func compare(_ text: String, isMutated: Bool = false) throws {
        let neutral = CMark.neutralised(text, isMutated: isMutated)
        let wanted = try CMark.kinds(of: neutral)
        let found = CMark.kinds(of: MarkdownTree(parsing: Array(neutral.utf8)))
        #expect(found == wanted, "\(neutral.debugDescription)")
    }
}
