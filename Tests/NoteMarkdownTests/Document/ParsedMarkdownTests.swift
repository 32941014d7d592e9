// SPDX-License-Identifier: MIT
// When a view parses its text again, and when it does not.

import NoteMarkdown
import Testing

@Suite("Parsed Markdown is retained, and refreshed only when the source changes")
struct ParsedMarkdownTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Which of some texts, shown one after the other, are parsed.
    private func parsed(_ texts: [String]) -> [Bool] {
        var parsed = ParsedMarkdown()
        return texts.map { text in
            let before = parsed.parseCount
            let isOther = parsed.show(bytes(text))
            #expect(parsed.parseCount == before + (isOther ? 1 : 0))
            #expect(parsed.document.plainText == MarkdownDocument(parsing: text.utf8).plainText)
            #expect(parsed.sections == parsed.document.sections)
            return isOther
        }
    }

    @Test("the same bytes are not parsed twice")
    func sameBytes() {
        #expect(parsed(["# a\n\n---\n\nb", "# a\n\n---\n\nb", "# a\n\n---\n\nb"]) == [true, false, false])
    }

    @Test("another text takes the place of the one before")
    func otherText() {
        #expect(parsed(["a", "b", "a", "a", "ab"]) == [true, true, true, false, true])
    }

    @Test("texts that only look the same are different", arguments: [("é", "e\u{301}"), ("a\r\nb", "a\nb")])
    func lookalikes(first: String, second: String) {
        #expect(parsed([first, second, second]) == [true, true, false])
    }

    @Test("an empty text is one, too")
    func emptyText() {
        #expect(ParsedMarkdown().document.blocks.isEmpty && ParsedMarkdown().sections.isEmpty)
        #expect(parsed(["", "", "a", ""]) == [true, false, true, true])
    }
}
