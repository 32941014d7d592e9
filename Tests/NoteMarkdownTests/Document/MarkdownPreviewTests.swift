// SPDX-License-Identifier: MIT
// What a list shows of a note, and how little of the note it takes.

import NoteMarkdown
import Synchronization
import Testing

@Suite("A row shows a compact plain-text preview")
struct MarkdownPreviewTests {
    private func preview(_ text: String) -> String { MarkdownPreview.plainPreview(of: text.utf8) }

    @Test(
        "with Markdown syntax removed, and white space collapsed to a single line",
        arguments: [
            ("# A *b*\n\n- [ ] c\n  > d\n\n```\n e\n\n  f\n```\n", "A b c d e f"),
            ("\u{FEFF}---\na: b\n---\n\n[x](y) [[z#h|w]]\r\n#t", "x w #t"),
            ("| a | b |\n|-|-|\n| c | d |\n", "a b c d"),
            ("---\na: b\n---", ""), ("", ""), (" \n\t\n", ""),
            ("a\u{A0}\u{2028}\u{3000}\u{85} b&nbsp;\n", "a b"),
            ("%%hidden%% a %%b%%", "a"), ("![[p.png]]\n\na", "a"), ("&amp; \\*", "& *"),
            ("---\nopen", "open"),
            // What stands behind front matter opens no other.
            ("---\na: b\n---\n---\nc\n---\nd", "c d"),
            ("---\r\na: b\r\n---\r\n---\r\nc: d\r\n---\r\n", "c: d"),
        ])
    func singleLine(source: String, line: String) {
        #expect(preview(source) == line)
    }

    @Test("of fewer than 500 characters")
    func length() {
        #expect(preview(String(repeating: "ab ", count: 1_000)).count <= 499)
        #expect(preview(String(repeating: "a", count: 499)) == String(repeating: "a", count: 499))
        #expect(preview(String(repeating: "a", count: 500)) == String(repeating: "a", count: 499))
    }

    @Test(
        "of fewer than 500 Unicode scalars, cut between two signs",
        arguments: ["é", "e\u{301}", "👩‍👩‍👧", "語", "🇩🇪", "ก็"])
    func characters(character: String) {
        let fitting = 499 / character.unicodeScalars.count
        #expect(
            preview(String(repeating: character, count: 3_000))
                == String(repeating: character, count: fitting))
        let line = preview("x" + String(repeating: character, count: 600))
        #expect(line.unicodeScalars.count < 500 && line.unicodeScalars.count > 490)
    }

    @Test("in which invalid bytes are shown as U+FFFD")
    func invalidBytes() {
        #expect(
            MarkdownPreview.plainPreview(of: [0x61, 0xFF, 0x20, 0xC3] as [UInt8]) == "a\u{FFFD} \u{FFFD}")
    }

    @Test(
        "equal to the beginning of the whole text",
        arguments: [
            "A line of words with **strong** ones.\n", "- item [[link]] and `code`\n", "語の長い列。",
            "> quote ==m==\n\n",
            "%%a comment%% b\n",
        ])
    func beginning(unit: String) {
        let note = String(repeating: unit, count: 10_000)
        let words = MarkdownDocument(parsing: note.utf8).plainText.split(whereSeparator: \.isWhitespace)
        let whole = String(String.UnicodeScalarView(words.joined(separator: " ").unicodeScalars.prefix(499)))
        let line = preview(note)
        #expect(line == (whole.hasSuffix(" ") ? String(whole.dropLast()) : whole))
    }

    /// Bytes that count how many of them were looked at.
    private struct CountedBytes: Collection {
        let bytes: [UInt8]
        let highest: Counter
        final class Counter: Sendable {
            let value = Atomic<Int>(0)
        }
        var startIndex: Int { 0 }
        var endIndex: Int { bytes.count }
        func index(after index: Int) -> Int { index + 1 }
        subscript(index: Int) -> UInt8 {
            highest.value.add(1, ordering: .relaxed)
            return bytes[index]
        }
    }

    private static let longNotes: [(start: String, unit: String, most: Int)] = [
        ("", "A line of words.\n", 9_000), ("---\na: b\n---\n", "- an item\n", 9_000),
        ("", "語の長い列。", 9_000), ("", "word ", 9_000), ("", "%%comment%%\n", 180_000), ("", "\n", 180_000),
        ("", "[a]: b\n", 180_000), ("---\n", "a: b\n", 1_500_000),
    ]

    @Test("for which only the opening fragment is read", arguments: longNotes)
    func fragment(start: String, unit: String, most: Int) {
        let unitBytes = Array(unit.utf8)
        let bytes = Array(start.utf8) + (0..<3_000_000 / unitBytes.count).flatMap { _ in unitBytes }
        let counter = CountedBytes.Counter()
        _ = MarkdownPreview.plainPreview(of: CountedBytes(bytes: bytes, highest: counter))
        let looks = counter.value.load(ordering: .relaxed)
        #expect(looks > 0 && looks < most, "\(looks)")
    }
}
