// SPDX-License-Identifier: MIT
// What comes with NoteMarkdown.

import NoteMarkdown
import Testing

@Suite("Who imports NoteMarkdown")
struct ReexportTests {
    @Test("has the tree of a note as well")
    func tree() {
        #expect(MarkdownTree(parsing: Array("a".utf8)).map(\.kind) == [.paragraph])
    }
}
