// SPDX-License-Identifier: MIT
// That links lie over their words and lead where they say.

import Foundation
import NoteTypesetting
import Testing

@Suite("A link of a typeset note")
struct PDFLinkTests {
    @Test("lies exactly over its words, one rectangle a line")
    func rectangles() throws {
        let label = (1...30).map { "linked\($0)" }.joined(separator: " ")
        let note = try TypesetNote("Some text before the [\(label)](https://example.org/a) and after.")
        let links = try note.links()
        #expect(links.count > 2)
        #expect(links.allSatisfy { $0.address == "https://example.org/a" })
        for word in try note.words() {
            let center = CGPoint(x: word.box.midX, y: word.box.midY)
            #expect(links.contains { $0.box.contains(center) } == word.text.hasPrefix("linked"), "\(word)")
        }
        let linked = try note.words().filter { $0.text.hasPrefix("linked") }
        for link in links {
            let line = linked.filter { link.box.contains(CGPoint(x: $0.box.midX, y: $0.box.midY)) }
            #expect(abs((line.map(\.box.minX).min() ?? 0) - link.box.minX) < 0.6)
            #expect(abs((line.map(\.box.maxX).max() ?? 0) - link.box.maxX) < 0.6)
        }
    }

    @Test(
        "holds its address such that the file stays whole",
        arguments: [
            ("<https://example.org/a_(b)'c>", "https://example.org/a_%28b%29%27c"),
            ("<https://example.org/ä b\\\\c>", "https://example.org/%C3%A4%20b%5Cc"),
            ("mailto:a@example.org", "mailto:a@example.org"),
        ])
    func addresses(written: String, wanted: String) throws {
        let note = try TypesetNote("[x](\(written))")
        #expect(try note.links().map(\.address) == [wanted])
        #expect(try note.faults() == "")
    }

    @Test(
        "is none where it leads to a file, another note or a program",
        arguments: [
            "[x](other.md)", "[[Other]]", "[[Other#Part]]", "[x](javascript:alert)", "[x](../a/b.pdf)",
        ])
    func noLinks(text: String) throws {
        let note = try TypesetNote(text)
        #expect(try note.links().isEmpty)
        #expect(note.report.warnings.isEmpty)
    }

    @Test("H9: leads to a heading by one rule, however it is written")
    func headings() throws {
        let gap = String(repeating: "text\n\n", count: 60)
        let note = try TypesetNote(
            "## How do I begin?\n\n## Dup\n\n\(gap)## Dup\n\n[[#How do I begin?]] [a](#How%20do%20I%20begin?) "
                + "[b](<#How do I begin?>) [c](#how-do-i-begin) [[#Dup]] [[Other]] [[#Nope]]\n")
        let links = try note.links()
        #expect(links.count == 5)
        #expect(Set(links.prefix(4).map(\.destination)).count == 1)
        #expect(links[4].destination != links[0].destination)
        let destinations = try note.information("-dests").split(separator: "\n").dropFirst()
        #expect(destinations.count == 2)
        #expect(destinations.allSatisfy { $0.hasPrefix("   1 ") }, "the first of two equal headings")
        #expect(note.report.warnings.map(\.name) == ["#Nope"])
        #expect(note.report.warnings.map(\.kind) == [.deadLink])
        #expect(try note.faults() == "")
    }

    @Test("leads to a heading by the anchor that GitHub gives it")
    func anchors() throws {
        let note = try TypesetNote(
            "## What's new?\n\n## A - B_c\n\n## Dup\n\n## Dup\n\n"
                + "[a](#whats-new) [b](#a---b_c) [c](#dup) [d](#dup-1) [e](#%C3%A4) [f](#dup-2)\n\n## Ä!\n")
        #expect(Set(try note.links().map(\.destination)).count == 5)
        #expect(note.report.warnings.map(\.name) == ["#dup-2"])
    }

    @Test("leads to a block by its id, and to a heading below another")
    func blocks() throws {
        let note = try TypesetNote(
            "# A\n\n## X\n\n# B\n\n## X\n\n\(String(repeating: "text\n\n", count: 60))named ^id\n\n"
                + "[[#^id]] [[#B#X]] [[#^none]]\n")
        #expect(try note.links().count == 2)
        let destinations = try note.information("-dests")
        #expect(destinations.contains("   3 [ XYZ"))
        #expect(destinations.contains("   1 [ XYZ"))
        #expect(note.report.warnings.map(\.name) == ["#^none"])
    }

    @Test("leads to the place of a block of which nothing is shown, also at the end")
    func nothingShown() throws {
        let note = try TypesetNote("[[#^x]]\n\n![[file.pdf]] ^x\n")
        #expect(note.report.warnings.isEmpty)
        #expect(try note.links().count == 1)
        #expect(try note.information("-dests").contains("\"block-1\""))
    }

    @Test("joins a footnote and its number both ways")
    func footnotes() throws {
        let note = try TypesetNote(
            "One[^b] two[^a] three^[inline] and [^b].\n\n[^a]: first\n[^b]: second\n\n    more\n")
        #expect(try note.letters() == "One1two2three3and1.1.secondmore2.first3.inline")
        #expect(try note.links().count == 7)
        let names = try note.information("-dests")
        for name in ["note-1", "note-2", "note-3", "reference-1", "reference-2", "reference-3"] {
            #expect(names.contains("\"\(name)\""))
        }
        #expect(try note.faults() == "")
    }

    @Test("works in a table, a list, a quote and a heading")
    func everywhere() throws {
        let link = "[x](https://example.org)"
        let note = try TypesetNote("# \(link)\n\n- \(link)\n\n> \(link)\n\n| \(link) |\n|---|\n| \(link) |\n")
        #expect(try note.links().count == 5)
        #expect(try note.faults() == "")
    }
}
