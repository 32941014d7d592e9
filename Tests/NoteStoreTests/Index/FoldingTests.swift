// SPDX-License-Identifier: MIT
// What is alike in a search, and what stands for a note in the full text.

import NoteFiles
import SyntaxProof
import Testing

@testable import NoteStore

@Suite("Folding")
struct FoldingTests {
    private static func folded(_ text: String, _ strength: TextFolding.Strength) -> [UInt32] {
        Reference.folded(Array(text.utf8), strength).map(\.scalar)
    }

    @Test("knows every character that becomes ASCII alone")
    func exceptions() {
        var folding = TextFolding(.marksCount)
        var found: [UInt32: String] = [:]
        // No letter that has a small form, and nothing that is made of others, lies above these planes.
        for scalar in UInt32(0x80)...0x2_FFFF {
            var parts: [UInt32] = []
            folding.forEach(of: scalar) { parts.append($0) }
            if !parts.isEmpty, parts.allSatisfy({ $0 < 0x80 }) {
                found[scalar] = String(String.UnicodeScalarView(parts.compactMap(Unicode.Scalar.init)))
            }
        }
        var known: [UInt32: String] = [:]
        for entry in LiteralPattern.foldingToASCII {
            for scalar in entry.scalars { known[scalar] = entry.text }
        }
        #expect(found == known)
    }

    @Test(
        "takes these for alike",
        arguments: [
            ("STRASSE", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("É", "e\u{301}"), ("İ", "i\u{307}"), ("ǅ", "ǆ"),
            ("\u{AC00}", "\u{1100}\u{1161}"), ("\u{212B}", "å"), ("a\r\nb\rc", "a\nb\nc"), ("Ａ", "ａ"),
        ])
    func alike(one: String, other: String) {
        #expect(Self.folded(one, .marksCount) == Self.folded(other, .marksCount))
    }

    @Test("keeps apart what differs", arguments: [("ı", "i"), ("o", "ö"), ("ａ", "a"), ("か", "が")])
    func apart(one: String, other: String) {
        #expect(Self.folded(one, .marksCount) != Self.folded(other, .marksCount))
    }

    @Test("finds in any text just what is found character by character", arguments: 0..<8)
    func literals(seed: Int) throws {
        var chance = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<60 {
            let text = Reference.randomText(&chance, 120)
            let needle = Reference.randomText(&chance, 4)
            guard !needle.isEmpty else { continue }
            for ignoringMarks in [false, true] {
                let strength: TextFolding.Strength = ignoringMarks ? .marksIgnored : .marksCount
                let scalars = Reference.folded(needle, strength)
                guard !scalars.isEmpty else { continue }
                let pattern = try LiteralPattern(needle, ignoringMarks: ignoringMarks)
                let found = text.withUnsafeBufferPointer {
                    LiteralFinder(pattern).matches(in: $0, from: 0, firstAlone: false)
                }
                let expected = Reference.matches(of: scalars.map(\.scalar), in: text, strength)
                #expect(found == expected, "\(needle) in \(text)")
                // The full text must name every note that holds it.
                guard !expected.isEmpty, let query = NoteGrams.query(for: needle) else { continue }
                var grams = NoteGrams()
                let words = Set(text.withUnsafeBufferPointer { grams.words(of: $0) }.split(separator: 0x20))
                for word in query.split(separator: 0x20) {
                    #expect(words.contains(word.dropFirst().dropLast()), "\(needle) in \(text)")
                }
            }
        }
    }

    @Test(
        "keeps the grams that tell notes apart, and asks for no others",
        arguments: [
            ("ab cd", 2, 2), ("a b", 0, 0), ("a  b", 2, 2), ("é!", 0, 0), ("жар", 1, 1), ("计划", 3, 1),
            ("我们讨", 6, 1), ("计 划", 2, 2), ("가", 3, 1), ("“a", 0, 0),
        ])
    func grams(text: String, kept: Int, asked: Int) {
        var grams = NoteGrams()
        let words = Array(text.utf8).withUnsafeBufferPointer { grams.words(of: $0) }
        #expect(words.split(separator: 0x20).count == kept)
        let query = NoteGrams.query(for: Array(text.utf8)) ?? []
        #expect(query.split(separator: 0x20).count == asked)
    }

    @Test("takes linear time, whatever is looked for")
    func hostile() throws {
        let text = [UInt8](repeating: 0x61, count: 300_000)
        let needle =
            [UInt8](repeating: 0x61, count: 8_000) + [0x62] + [UInt8](repeating: 0x61, count: 8_000)
        for needle in [needle, [UInt8](repeating: 0x61, count: 12_000) + Array("é".utf8)] {
            let found = text.withUnsafeBufferPointer { text in
                (try? LiteralPattern(needle, ignoringMarks: false)).map {
                    LiteralFinder($0).matches(in: text, from: 0, firstAlone: false)
                }
            }
            #expect(found == [])
        }
    }
}

/// Folding and searching in the plainest way.
enum Reference {
    static func folded(
        _ text: [UInt8], _ strength: TextFolding.Strength
    ) -> [(scalar: UInt32, start: Int, end: Int)] {
        var folding = TextFolding(strength)
        var scalars: [(UInt32, Int, Int)] = []
        text.withUnsafeBufferPointer { text in
            FoldedScalars.read(text, 0..<text.count, by: &folding) { scalars.append(($0, $1, $2)) }
        }
        return scalars
    }

    static func matches(
        of needle: [UInt32], in text: [UInt8], _ strength: TextFolding.Strength
    ) -> [Range<Int>] {
        let scalars = folded(text, strength)
        var found: [Range<Int>] = []
        var at = 0
        while at + needle.count <= scalars.count {
            let part = scalars[at..<at + needle.count]
            if part.map(\.scalar) == needle, scalars[at].start >= 0, scalars[at + needle.count - 1].end >= 0 {
                var end = scalars[at + needle.count - 1].end
                if strength == .marksIgnored {
                    // Up to the next character that is there.
                    end = at + needle.count < scalars.count ? scalars[at + needle.count].start : text.count
                }
                found.append(scalars[at].start..<end)
                at += needle.count
            } else {
                at += 1
            }
        }
        return found
    }

    static func randomText(_ chance: inout SeededGenerator, _ most: Int) -> [UInt8] {
        let pieces = [
            "a", "A", "b", "s", "S", "ß", "\u{17F}", "\u{212A}", "k", "é", "e\u{301}", "e", "İ", "i",
            "\u{307}", "ﬃ", "f", "划",
            "計", "\r\n", "\n", "\r", " ", "Σ", "ς", "\u{AC01}", "\u{1100}", "\0", "🌱", "\u{345}",
        ]
        let count = Int.random(in: 0...most, using: &chance)
        return (0..<count).flatMap { _ in Array(pieces.randomElement(using: &chance)?.utf8 ?? "".utf8) }
    }
}
