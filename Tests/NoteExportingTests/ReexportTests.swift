// SPDX-License-Identifier: MIT
// What comes with NoteExporting.

import NoteExporting
import Testing

@Suite("Who imports NoteExporting")
struct ReexportTests {
    @Test("has the tree of a note as well")
    func tree() {
        #expect(MarkdownTree(parsing: Array("a".utf8)).map(\.kind) == [.paragraph])
    }
}
