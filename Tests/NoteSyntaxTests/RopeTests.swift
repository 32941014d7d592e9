// SPDX-License-Identifier: MIT
// The tree below a note, which stays sound under any raw edit, even one that a note never makes.

import SyntaxProof
import Testing

@testable import NoteSyntax

@Suite("The tree of a note's bytes")
struct RopeTests {
    @Test("stays sound when bytes are replaced between any two scalars, inside CRLF pairs too")
    func rawEdits() {
        var random = SeededGenerator(seed: 19)
        for _ in 0..<300 {
            let style = RandomText(using: &random)
            let shape = RopeShape(leafCapacity: 16 + random.below(20), fanout: 4 + random.below(5))
            var bytes = style.bytes(characters: random.below(120), using: &random)
            var tree = RopeNode(bytes, shape)
            for _ in 0..<20 {
                let places = (0...bytes.count).filter { $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 }
                let ends = [places[random.below(places.count)], places[random.below(places.count)]].sorted()
                let range = ends[0]..<(random.oneIn(2) ? ends[0] : ends[1])
                let length = random.oneIn(5) ? random.below(60) : random.below(4)
                let new = style.bytes(characters: length, using: &random)
                let before = tree
                let old = bytes
                bytes.replaceSubrange(range, with: new)
                tree.replace(range, with: new, shape)
                #expect(tree.brokenRule(shape) == nil, "\(range) of \(old) by \(new)")
                #expect(tree.bytes(in: 0..<tree.summary.bytes) == bytes)
                #expect(before.bytes(in: 0..<before.summary.bytes) == old)
            }
        }
    }

    @Test("counts as one would by hand, at every length", arguments: 0..<40)
    func summaries(length: Int) {
        let bytes = Array(
            (String(repeating: "a", count: length) + "\r\n\ré\n🌱漢\r\n" + String(repeating: "b", count: length))
                .utf8)
        let characters = ReferenceNote.characters(of: bytes)
        let summary = TextSummary(measuring: bytes)
        #expect(summary.bytes == bytes.count)
        #expect(summary.shown == characters.flatMap(\.shown).count)
        #expect(summary.scalars == characters.count)
        #expect(summary.utf16 == characters.reduce(0) { $0 + $1.utf16Count })
        #expect(summary.breaks == 4)
        #expect(summary.returns == 1)
        #expect(summary.pairs == 2)
    }

    @Test("counts more of a kind than one byte can")
    func longSummaries() {
        for piece in ["\n", "\r", "\r\n", "é", "🌱", "\n🌱\r\n"] {
            let bytes = Array(String(repeating: piece, count: 5000).utf8)
            let one = TextSummary(measuring: Array(piece.utf8))
            let all = TextSummary(measuring: bytes)
            #expect(TextMetric.allCases.allSatisfy { all[$0] == one[$0] * 5000 })
        }
    }
}
