// SPDX-License-Identifier: MIT
// How a path looks on the screen.

import NoteFiles
import Testing

@Suite("A path on the screen")
struct NotePathTests {
    static let shown: [(bytes: [UInt8], text: String)] = [
        (Array("Café/日本.md".utf8), "Café/日本.md"),
        (Array("e\u{301}.md".utf8), "e\u{301}.md"),
        (Array(#"a\b"#.utf8), #"a\\b"#),
        ([0x61, 0xFF, 0xE2, 0x82], #"a\xFF\xE2\x82"#),
        ([0x1B, 0x5B, 0x32, 0x4A, 0x7F, 0x0A], #"\x1B[2J\x7F\x0A"#),
        // The same two controls in their form of eight bits, and the first character that is none.
        ([0xC2, 0x9B, 0x32, 0x4A, 0xC2, 0x80, 0xC2, 0xA0], "\\xC2\\x9B2J\\xC2\\x80\u{A0}"),
    ]

    @Test("shows text as it is, and what is none, or would move the cursor, as bytes", arguments: shown)
    func description(bytes: [UInt8], text: String) {
        #expect(Array(NotePath(bytes: bytes).description.utf8) == Array(text.utf8))
    }
}
