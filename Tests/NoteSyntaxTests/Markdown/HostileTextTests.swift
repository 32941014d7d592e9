// SPDX-License-Identifier: MIT
// Texts made to hurt, and texts that are not UTF-8: nothing breaks. How long they take is for scripts/rigs.

import SyntaxProof
import Testing

@testable import NoteSyntax

@Suite("Hostile texts")
struct HostileTextTests {
    @Test("come through all of the library, with edits, without a fault", arguments: HostileText.all)
    func soundness(text: HostileText) {
        var examination = SyntaxExamination(using: SeededGenerator(seed: 1))
        #expect(examination.fault(in: text.bytes(count: 1_500), edits: 2) == nil)
    }

    @Test("have trees whose nodes lie in each other, at any depth", arguments: HostileText.all)
    func depth(text: HostileText) {
        var note = Note(text.bytes(count: 8_000))
        #expect(note.tree.firstDisorder() == nil)
        note.replace(note.bytes.count / 2..<note.bytes.count / 2 + 1, with: "x\n\ny")
        #expect(note.tree.firstDifference(from: MarkdownTree(parsing: note.bytes)) == nil)
    }

    @Test("that are not UTF-8 come through as well", arguments: 0..<20)
    func invalidBytes(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 5)
        let signs = Array("*_`[]()<>!#-=~|$%^&:@\\\n\r\t 1.x\"".utf8)
        for _ in 0..<40 {
            let bytes = (0..<random.below(300)).map { _ in
                random.oneIn(3) ? UInt8(random.below(256)) : signs[random.below(signs.count)]
            }
            var examination = SyntaxExamination(using: random)
            #expect(examination.fault(in: bytes, edits: 3) == nil, "\(bytes)")
        }
    }

    @Test("and all the vectors and examples come through, edited", arguments: 0..<3)
    func edited(seed: Int) throws {
        var examination = SyntaxExamination(using: SeededGenerator(seed: UInt64(seed)))
        for snippet in try IncrementalTests.snippets() {
            #expect(examination.fault(in: snippet, edits: 3) == nil, "\(IncrementalTests.shown(snippet))")
        }
    }
}
