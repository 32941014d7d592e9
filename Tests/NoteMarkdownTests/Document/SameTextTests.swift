// SPDX-License-Identifier: MIT
// What must not matter to a reader: line endings, a byte order mark, and what a note is quoted in.

import NoteMarkdown
import Testing

@Suite("The examples and vectors show the same")
struct SameTextTests {
    /// Kinds, and texts with their styles, whatever runs they are cut into.
    private func shown(_ text: String) -> [String] {
        let document = MarkdownDocument(parsing: text.utf8)
        return document.blocks.map { block in
            let runs = block.runs.map {
                HTMLOutline.Run(text: $0.text, styles: $0.styles.names, link: $0.link)
            }
            var depth = 0
            var outer = block.parent
            while let parent = outer {
                depth += 1
                outer = document.blocks[parent].parent
            }
            return HTMLOutline.line(depth, block.label, HTMLOutline.joined(runs))
        }
    }

    private func snippets() throws -> [String] {
        try DocumentFixture.snippets().map { String(decoding: $0, as: UTF8.self) }.filter {
            !$0.utf8.contains(0x0D) && !$0.hasPrefix("\u{FEFF}")
        }
    }

    private func compare(_ source: String, _ other: String, _ found: [String], _ wanted: [String]) -> Bool {
        guard found != wanted else { return true }
        Issue.record(
            """
            \(other.debugDescription)
            wanted \(wanted.joined(separator: "\n       "))
            found  \(found.joined(separator: "\n       "))
            """)
        return false
    }

    @Test("with any line ending", arguments: ["\r\n", "\r"])
    func lineEndings(ending: String) throws {
        for text in try snippets() where ending == "\r\n" || !text.hasPrefix("---") {
            let other = text.replacing("\n", with: ending)
            _ = compare(text, other, shown(other), shown(text))
        }
    }

    @Test("behind a byte order mark")
    func mark() throws {
        for text in try snippets() {
            _ = compare(text, "\u{FEFF}" + text, shown("\u{FEFF}" + text), shown(text))
        }
    }

    /// A command of Templater holds whatever stands up to its end, the signs of quotes too.
    @Test("in a quote, but for commands")
    func quoted() throws {
        for text in try snippets()
        where !text.hasPrefix("---") && !text.contains("\t") && !text.contains("<%") {
            let body = text.hasSuffix("\n") ? String(text.dropLast()) : text
            let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
            let other = "> x\n>\n" + lines.map { "> " + $0 }.joined(separator: "\n")
            let wanted = ["quote", #"  paragraph: "x""#] + shown(body).map { "  " + $0 }
            _ = compare(text, other, shown(other), wanted)
        }
    }

    @Test("in a list item")
    func listed() throws {
        for text in try snippets() where !text.hasPrefix("---") && !text.contains("\t") {
            let body = text.hasSuffix("\n") ? String(text.dropLast()) : text
            let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
            let other = "- x\n\n" + lines.map { "  " + $0 }.joined(separator: "\n")
            let wanted = [#"item • loose: "x""#] + shown(body).map { "  " + $0 }
            _ = compare(text, other, shown(other), wanted)
        }
    }
}
