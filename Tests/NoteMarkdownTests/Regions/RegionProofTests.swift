// SPDX-License-Identifier: MIT
// Regions of every text there is, examined from outside.

import SyntaxProof
import Testing

@testable import NoteMarkdown

@Suite("The regions of any note")
struct RegionProofTests {
    @Test("are the body, mean what the note means, and cannot be cut further")
    func snippets() throws {
        for bytes in try DocumentFixture.snippets() {
            let note = DividedNote(bytes)
            let fault = RegionExamination(of: bytes).fault(in: note.ranges, isSmall: true)
            #expect(fault == nil && note.map.isProved, "\(note[0..<bytes.count].debugDescription)")
        }
    }

    @Test("of real notes are the body and mean what the note means")
    func notes() throws {
        for bytes in try DocumentFixture.notes() {
            let note = DividedNote(bytes)
            let fault = RegionExamination(of: bytes).fault(in: note.ranges, isSmall: bytes.count < 3_000)
            #expect(fault == nil && note.map.isProved)
        }
    }

    @Test("hold the blocks that the document has there")
    func blocks() throws {
        for bytes in try DocumentFixture.snippets() + DocumentFixture.notes() {
            let note = DividedNote(bytes)
            // What a label leads to is not known to a region that is parsed as a note of its own.
            guard !note.map.tree.contains(where: { $0.kind == .linkDefinition }) else { continue }
            let document = MarkdownDocument(parsing: bytes)
            for region in note.map {
                let found = document.blocks(in: region.range).map {
                    ShownBlock(document.blocks[$0], in: document, from: region.range.lowerBound)
                }
                // A blank line in front keeps `---` from opening front matter.
                let alone = MarkdownDocument(parsing: [0x0A] + bytes[region.range])
                #expect(found == alone.blocks.map { ShownBlock($0, in: alone, from: 1) })
            }
        }
    }

    @Test("are found wrong by the examination where they are")
    func control() {
        let bytes = Array("a\n\n```\nb\n\nc\n```\n\n- d\n- e\n".utf8)
        let right = DividedNote(bytes).ranges
        let proof = RegionExamination(of: bytes)
        #expect(proof.fault(in: right, isSmall: true) == nil)
        #expect(right == [0..<3, 3..<17, 17..<21, 21..<25])
        let wrong: [[Range<Int>]] = [
            [0..<3, 3..<10, 10..<17, 17..<21, 21..<25], [0..<17, 17..<21, 21..<25], [0..<3, 3..<25],
            [0..<3, 3..<17, 17..<25], [0..<2, 2..<17, 17..<21, 21..<25], [0..<3, 3..<17, 17..<21],
            [0..<4, 4..<17, 17..<21, 21..<25], [0..<3, 4..<17, 17..<21, 21..<25],
        ]
        for ranges in wrong { #expect(proof.fault(in: ranges, isSmall: true) != nil, "\(ranges)") }
    }

    @Test("of hostile texts take a few parses", arguments: HostileText.all)
    func hostile(text: HostileText) {
        let bytes = text.bytes(count: 30_000)
        let tree = MarkdownTree(parsing: bytes)
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            let division = MarkdownSourceMap.division(
                of: tree, tree.body(in: buffer), in: TextWindow(whole: buffer, start))
            #expect(division.parsedByteCount <= bytes.count * (division.isWide ? 40 : 6))
            #expect(!division.isWide || !division.isProved)
        }
    }
}
