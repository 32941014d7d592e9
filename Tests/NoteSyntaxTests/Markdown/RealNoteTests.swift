// SPDX-License-Identifier: MIT
// Trees of real notes: sound, and the same after edits.

import SyntaxProof
import Testing

@testable import NoteSyntax

/// Runs where `NOTEKIT_NOTES` names a folder of notes; `NOTEKIT_ROUNDS` says for how long.
@Suite("Real notes", .enabled(if: RealNotes.folder != nil))
struct RealNoteTests {
    @Test("have trees whose nodes lie in each other, with styles inside the text")
    func soundness() throws {
        for bytes in try RealNotes.all() {
            let note = Note(bytes)
            #expect(note.tree.firstDisorder() == nil)
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
}
