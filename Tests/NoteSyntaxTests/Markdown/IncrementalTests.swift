// SPDX-License-Identifier: MIT
// A tree that follows edits, against a tree parsed anew after each.

import SyntaxProof
import Testing

@testable import NoteSyntax

@Suite("A tree that follows edits")
struct IncrementalTests {
    @Test("equals a full parse after random edits of texts full of constructs", arguments: 0..<20)
    func randomEdits(seed: Int) throws {
        let snippets = try Self.snippets()
        var random = SeededGenerator(seed: UInt64(seed) + 1)
        for _ in 0..<40 {
            var text: [UInt8] = []
            for _ in 0..<random.below(12) + 1 {
                text += snippets[random.below(snippets.count)]
                if random.oneIn(2) { text.append(0x0A) }
            }
            var tree = MarkdownTree(parsing: text)
            for _ in 0..<25 {
                let edit = Self.edit(of: text, snippets, &random)
                let before = text
                text.replaceSubrange(edit.range, with: edit.bytes)
                text.withUnsafeBufferPointer {
                    _ = tree.update(replacing: edit.range, withCount: edit.bytes.count, in: $0)
                }
                let whole = MarkdownTree(parsing: text)
                if let difference = tree.firstDifference(from: whole) ?? whole.firstDisorder() {
                    Issue.record(
                        """
                        seed \(seed), replacing \(edit.range) by \(Self.shown(edit.bytes)) in
                        \(Self.shown(before))
                        \(difference)
                        """)
                    return
                }
            }
        }
    }

    @Test("follows edits of a long note by reading what lies around them", arguments: 0..<2)
    func longNotes(seed: Int) throws {
        let snippets = try Self.snippets().filter { !$0.contains(0x0D) && !$0.starts(with: [0xEF]) }
        var random = SeededGenerator(seed: UInt64(seed) + 900)
        var text: [UInt8] = Array("start\n\n".utf8)
        while text.count < 25_000 {
            let snippet = snippets[random.below(snippets.count)]
            // What reaches over the whole note has its own test.
            let reachesFar = ["<%", "```", "~~~", "<!", "<?", "%%", "$$", "<pre", "<script", "<style", "]:"]
                .contains {
                    String(decoding: snippet, as: UTF8.self).contains($0)
                }
            if !reachesFar { text += snippet + [0x0A, 0x0A] }
        }
        var note = try NoteText(bytes: text)
        var tree = MarkdownTree(parsing: note.utf8)
        let scanner = MarkdownStyleScanner()
        var whole = 0
        for _ in 0..<60 {
            let edit = Self.edit(of: note.utf8, snippets, &random)
            guard note.isBoundary(edit.range.lowerBound), note.isBoundary(edit.range.upperBound),
                String(validating: edit.bytes, as: UTF8.self) != nil
            else { continue }
            let change = tree.update(after: note.replace(edit.range, with: edit.bytes), in: note)
            if change.isWhole { whole += 1 }
            let bytes = note.utf8
            let parsed = MarkdownTree(parsing: bytes)
            #expect(tree.firstDifference(from: parsed) == nil)
            bytes.withUnsafeBufferPointer {
                let found = scanner.styles(of: tree, in: note, within: change.range).ranges
                #expect(found == scanner.styles(of: tree, in: $0, within: change.range).ranges)
            }
        }
        #expect(whole < 30)
    }

    /// Edits that a search by machine found to be followed wrongly.
    private static let corrections = [
        ("\u{FEFF}---\na: 1 bcd<% x %> e\n---\n", 12..<13, "y"),
        ("---\na: 1 bcd<% x %> e\n---\n", 9..<10, "y"),
        ("---\na: b\nc: <% d %>\n---\ne\n", 7..<8, "bb"),
        (">>- one\n>>\n >- one\n>>\n  > two\n", 20..<21, ">\n"),
        (">>- a\n>>\n>- b\n", 13..<14, "cc"), ("- > - a\n  >\n- b\n", 14..<15, "c\n"),
    ]

    @Test("follows edits that were once followed wrongly", arguments: corrections)
    func corrected(text: String, range: Range<Int>, new: String) {
        var note = Note(text)
        note.replace(range, with: new)
        #expect(note.tree.firstDifference(from: MarkdownTree(parsing: note.bytes)) == nil)
    }

    static func edit(
        of text: [UInt8], _ snippets: [[UInt8]], _ random: inout SeededGenerator
    ) -> (range: Range<Int>, bytes: [UInt8]) {
        let place = random.below(text.count + 1)
        switch random.below(6) {
        case 0, 1:
            // Typing one character.
            let keys = Array("ab \n#>-*_`~=[]()!|$%^<&:\\\r\t1.x@/{}".utf8)
            return (place..<place, [keys[random.below(keys.count)]])
        case 2:
            return (place..<min(text.count, place + random.below(4)), [])
        case 3:
            return (place..<min(text.count, place + random.below(40)), [])
        case 4:
            return (place..<place, snippets[random.below(snippets.count)])
        default:
            return (place..<min(text.count, place + random.below(20)), snippets[random.below(snippets.count)])
        }
    }

    static func snippets() throws -> [[UInt8]] {
        let examples = try SpecificationExample.all(in: "commonmark-0.31.2").map { Array($0.markdown.utf8) }
        let extensions = try SpecificationExample.all(in: "gfm-0.29-extensions").map {
            Array($0.markdown.utf8)
        }
        return try SyntaxVector.all(in: "vectors").map { Array($0.input.utf8) } + examples + extensions
    }

    static func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
}

extension MarkdownTree {
    /// What differs first between two trees; `nil` where they are equal.
    func firstDifference(from other: MarkdownTree) -> String? {
        var next = 0
        for (place, chunk) in chunks.enumerated() {
            if chunk.first != next { return "chunk \(place) starts at \(chunk.first), not \(next)" }
            if chunk.nodes.isEmpty { return "chunk \(place) is empty" }
            if chunk.leastDepth != chunk.nodes.map(\.depth).min() {
                return "chunk \(place) has another least depth"
            }
            next += chunk.nodes.count
        }
        if next != count { return "the chunks hold \(next) nodes, not \(count)" }
        for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
            return "node \(index) is \(self[index])\nand should be \(other[index])"
        }
        if count != other.count {
            let extra = count > other.count ? self[other.count] : other[count]
            return "\(count) nodes, not \(other.count): \(extra)"
        }
        if commands != other.commands { return "other commands" }
        return frontmatter == other.frontmatter ? nil : "another front matter"
    }
}
