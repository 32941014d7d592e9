// SPDX-License-Identifier: MIT
// What thematic breaks divide, in the words of the document that reading follows.

import NoteMarkdown
import Testing

@Suite("A thematic break divides a note into regions that read mode can fold")
struct MarkdownSectionTests {
    /// The texts of the blocks of each section, a `-` before those with a break and a `+` where it can be folded.
    private func shown(_ source: String) -> [String] {
        let document = MarkdownDocument(parsing: source.utf8)
        return document.sections.map { section in
            let texts = section.blocks.map { document.blocks[$0].text }
            let sign = section.divider == nil ? "" : section.foldable ? "+" : "-"
            return sign + texts.joined(separator: "|")
        }
    }

    @Test("it owns the content after it up to the next break or the end of the note")
    func owning() {
        #expect(shown("a\n\n---\n\nb\n\n- c\n\n***\n\nd\n") == ["a", "+b|c", "+d"])
    }

    @Test("content written before the first break has no divider of its own and is always visible")
    func beforeTheFirst() throws {
        let sections = MarkdownDocument(parsing: "a\n\n---\n\nb".utf8).sections
        let first = try #require(sections.first)
        #expect(first.divider == nil && !first.foldable && first.blocks == 0..<1)
        #expect(shown("---\n\nb") == ["+b"])
        #expect(shown("a\n\nb") == ["a|b"])
        #expect(shown("") == [])
    }

    @Test(
        "every thematic break the parser recognizes behaves the same way",
        arguments: ["---", "***", "___", "* * *", " - - -", "_____   ", "***\r", "-\t-\t-"])
    func variants(rule: String) {
        #expect(shown("a\n\n\(rule)\n\nb") == ["a", "+b"])
    }

    @Test(
        "a rule inside code stays code, and a line of dashes under a line of text stays the heading",
        arguments: [
            ("```\n---\n```\n", ["---"]), ("    ---\n", ["---"]), ("Head\n---\n\na", ["Head|a"]),
            ("%%\n\n---\n\n%%\n\na", ["a"]), ("| a |\n|---|\n", ["a"]),
        ])
    func noBreaks(source: String, sections: [String]) {
        #expect(shown(source) == sections)
    }

    @Test(
        "two breaks in a row, or a break ending a note, leave a region with nothing in it and no control",
        arguments: [
            ("a\n\n---\n---\n\nb", ["a", "-", "+b"]), ("a\n\n***\n", ["a", "-"]),
            ("***\n***\n***", ["-", "-", "-"]),
            ("a\n\n***\n\n%%hidden%%\n\n[a]: b\n", ["a", "-"]),
        ])
    func emptyRegions(source: String, sections: [String]) {
        #expect(shown(source) == sections)
    }

    @Test(
        "a break in a quote, a list or a footnote divides nothing: folding would cut what it lies in",
        arguments: [
            ("> a\n>\n> ---\n>\n> b", ["|a||b"]), ("- a\n\n  ---\n\n  b", ["a||b"]),
            ("[^a]: b\n\n  ---\n\n  c\n", ["b||c"]),
        ])
    func nested(source: String, sections: [String]) {
        #expect(shown(source) == sections)
    }

    @Test("front matter is no break")
    func frontmatter() {
        #expect(shown("---\na: b\n---\nc\n\n---\nd") == ["c", "+d"])
    }

    private static let parts = ["before", "- one\n- two", "same", "# head\n\ntext", "same", ""]

    @Test("a region keeps its name under edits elsewhere", arguments: 0..<6)
    func stableNames(edited: Int) {
        let before = MarkdownDocument(parsing: Self.parts.joined(separator: "\n\n***\n\n").utf8).sections
        #expect(Set(before.map(\.id)).count == 6)
        for text in ["x", "another *text*\n\n- in\n- blocks", "", "split\n\n***\n\nin two"] {
            var parts = Self.parts
            parts[edited] = text
            let after = Set(
                MarkdownDocument(parsing: parts.joined(separator: "\n\n***\n\n").utf8).sections.map(\.id))
            for index in before.indices where index != edited && ![2, 4, 5].contains(index) {
                #expect(after.contains(before[index].id))
            }
            // Of two that show the same, one is left at least.
            #expect(after.contains(before[2].id))
        }
    }

    @Test(
        "a region that begins or ends with what says nothing keeps its name when text comes before it",
        arguments: ["> a", "![[p.png]]\n\na", "- \n\nb", "> [!tip]\n> a", "a\n\n![[p.png]]", "![[p.png]]"])
    func silentEnds(region: String) throws {
        let alone = try #require(MarkdownDocument(parsing: "***\n\n\(region)\n".utf8).sections.last)
        let below = try #require(MarkdownDocument(parsing: "x\n\n***\n\n\(region)\n".utf8).sections.last)
        #expect(alone.id == below.id && alone.foldable)
    }

    @Test("every region of the examples and vectors has the same name below other text")
    func sameNames() throws {
        for bytes in try DocumentFixture.snippets() {
            let alone = MarkdownDocument(parsing: Array("***\n\n".utf8) + bytes).sections
            let below = MarkdownDocument(parsing: Array("# x\n\n***\n\n".utf8) + bytes).sections
            #expect(alone.map(\.id) == below.dropFirst().map(\.id), "\(bytes)")
        }
    }

    @Test("folding one region never hides another: each block is a break, or in one region")
    func disjoint() throws {
        for bytes in try DocumentFixture.snippets() + DocumentFixture.notes() {
            let document = MarkdownDocument(parsing: bytes)
            let owned = document.sections.flatMap { section in
                (section.divider.map { [$0] } ?? []) + section.blocks
            }
            #expect(owned == Array(document.blocks.indices))
        }
    }

    @Test("a region that shows something else has another name")
    func otherNames() {
        let names = ["a", "b", "# a", "- a", "a\n\na", "> a"].map {
            MarkdownDocument(parsing: "---\n\n\($0)".utf8).sections[0].id.description
        }
        #expect(Set(names).count == names.count)
        #expect(MarkdownDocument(parsing: "---\n\na".utf8).sections[0].id.description == names[0])
    }
}
