// SPDX-License-Identifier: MIT
// Where a tap on rendered text puts the cursor in the source, and back.

import NoteMarkdown
import Testing

@Suite("The cursor's place")
struct CaretTests {
    /// A text with the block that is tapped, the words in front of the tap, and the source in front of the caret.
    private static let touches: [(String, Int, String, String)] = [
        ("a **bold** c", 0, "a bo", "a **bo"), ("a **bold** c", 0, "a bold", "a **bold"),
        ("a **bold** c", 0, "a bold c", "a **bold** c"), ("a \\* b", 0, "a *", "a \\*"),
        ("a \\* b", 0, "a ", "a "), ("x &amp; y", 0, "x &", "x &amp;"),
        ("x &amp; y", 0, "x & y", "x &amp; y"),
        ("see [the *link*](/u) now", 0, "see the li", "see [the *li"),
        ("see [[Note|its name]] now", 0, "see its", "see [[Note|its"),
        ("see [[Note#Part]] now", 0, "see No", "see [[No"),
        ("see [[Note#Part]] now", 0, "see Note > Pa", "see [[Note#Pa"),
        ("see [[#Part]] now", 0, "see Pa", "see [[#Pa"),
        ("see [[#Part]] now", 0, "see Part n", "see [[#Part]] n"),
        ("> a\n> b c\n", 1, "a\nb", "> a\n> b"),
        ("> a\n> b c\n", 1, "a\n", "> a\n> "), ("- a\r\n  b\r\n", 0, "a\nb", "- a\r\n  b"),
        ("- a\n\t- b\n", 1, "b", "- a\n\t- b"),
        ("| a | b |\n| - | - |\n| c\\|d | e |\n", 0, "a\tb\nc|", "| a | b |\n| - | - |\n| c\\|"),
        ("## Title ##\n", 0, "Tit", "## Tit"), ("# a\n\n```\nb\nc\n```\n", 1, "b\nc", "# a\n\n```\nb\nc"),
        ("שלום **עולם** 👩‍👩‍👧 x", 0, "שלום עול", "שלום **עול"),
        ("שלום **עולם** 👩‍👩‍👧 x", 0, "שלום עולם 👩‍👩‍👧", "שלום **עולם** 👩‍👩‍👧"),
        ("- [ ] task *x*\n", 0, "task", "- [ ] task"), ("a\\\nb", 0, "a\nb", "a\\\nb"),
        ("---\nk: v\n---\nbody", 0, "bo", "---\nk: v\n---\nbo"),
    ]

    @Test("is near the words that were touched", arguments: touches)
    func taps(text: String, block: Int, before: String, source: String) {
        let document = MarkdownDocument(parsing: Array(text.utf8))
        let place = MarkdownPosition(block: block, offset: before.utf8.count)
        #expect(document.blocks[block].text.utf8.starts(with: before.utf8))
        let offset = document.sourceOffset(of: place)
        #expect(String(decoding: text.utf8.prefix(offset), as: UTF8.self) == source)
        #expect(document.position(at: offset) == place)
    }

    @Test("is in the right region and on the right line wherever a text is touched, and leads back")
    func everywhere() throws {
        for bytes in try DocumentFixture.snippets() + DocumentFixture.notes() {
            let document = MarkdownDocument(parsing: bytes)
            let map = MarkdownSourceMap(parsing: bytes)
            for block in document.blocks where !block.runs.isEmpty && !Self.isDoubled(block) {
                let home = map.index(at: block.range.lowerBound)
                for run in block.runs {
                    for offset in Self.places(in: run) {
                        let place = MarkdownPosition(block: block.index, offset: offset)
                        let source = document.sourceOffset(of: place)
                        let isHome = map.index(at: source) == home
                        let start = run.range.lowerBound
                        let between = bytes[min(source, start)..<max(source, start)]
                        let isBreak = bytes[run.range].contains { $0 == 0x0A || $0 == 0x0D }
                        let isInLine = isBreak || !between.contains { $0 == 0x0A || $0 == 0x0D }
                        #expect(isHome && isInLine, "\(offset) of block \(block.index)")
                        #expect(document.position(at: source) == place)
                    }
                }
            }
        }
    }

    /// The places in a run that a caret can have: all of its characters, or its ends where it stands for others.
    private static func places(in run: MarkdownRun) -> [Int] {
        let (start, end) = (run.textRange.lowerBound, run.textRange.upperBound)
        guard run.isVerbatim else { return [start, end] }
        let bytes = Array(run.textBytes)
        return (0...bytes.count).filter { $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 }.map { start + $0 }
    }

    /// Whether two runs show the same source.
    private static func isDoubled(_ block: MarkdownBlock) -> Bool {
        zip(block.runs, block.runs.dropFirst()).contains { $0.range.upperBound > $1.range.lowerBound }
    }

    @Test(
        "among signs is that of the text behind them in the block, and in blank lines that of the text above")
    func signs() {
        let bytes = Array("> # a\n\n\n- [ ] b\n".utf8)
        let document = MarkdownDocument(parsing: bytes)
        let places = [0, 2, 4, 6, 7, 8, 11, 14].map { document.position(at: $0) }
        #expect(places.map { $0?.block } == [1, 1, 1, 1, 1, 2, 2, 2])
        #expect(places.map { $0?.offset } == [0, 0, 0, 1, 1, 0, 0, 0])
        #expect(MarkdownDocument(parsing: []).position(at: 0) == nil)
    }

    @Test("in what shows no text is its line")
    func silent() {
        let document = MarkdownDocument(parsing: Array("a\n\n***\n- \n- [x]\n".utf8))
        let offsets = (1...3).map { document.sourceOffset(of: MarkdownPosition(block: $0, offset: 0)) }
        #expect(offsets == [3, 8, 15])
    }

    @Test("finds the blocks of a region")
    func blocks() {
        let bytes = Array("a\n\n- b\n  - c\n- d\n\n> e\n".utf8)
        let document = MarkdownDocument(parsing: bytes)
        let map = MarkdownSourceMap(parsing: bytes)
        #expect(map.map { document.blocks(in: $0.range) } == [0..<1, 1..<3, 3..<4, 4..<6])
    }
}
