// SPDX-License-Identifier: MIT
// Where other parsers and ours part, and what we answer there; Tests/Rigs/witnesses.py asks the others.

import SyntaxProof
import Testing

@Suite("Where other parsers of Markdown part from ours")
struct WitnessTests {
    @Test("our answer is the one that the list of reasons gives", arguments: try WitnessReason.all())
    func ours(reason: WitnessReason) {
        #expect(WitnessWords.words(for: Array(reason.example.utf8)).joined(separator: " ") == reason.ours)
        #expect(reason.ours != reason.theirs)
        #expect(!reason.by.isEmpty && ["ours", "neither"].contains(reason.right))
    }

    /// What a parser beside ours showed to be wrong.
    private static let corrections = [
        ("> a\n<i>", "quote paragraph html"), ("- a\n<i>\n", "tight-list item paragraph html"),
        ("> a\n\n<i>", "quote paragraph html-block"), ("> a\n<div>", "quote paragraph html-block"),
        ("> # a\n<i>", "quote heading1 html-block"), ("|\n|", "paragraph"), ("|\n|\n|", "paragraph"),
        ("||\n|-|", "table row cell"),
        ("- > - a\n  >\n- b", "tight-list item quote tight-list item paragraph item paragraph"),
        (
            "- > - a\n  >\n  > - b\n- c",
            "tight-list item quote loose-list item paragraph item paragraph item paragraph"
        ),
        ("- >     a\n  >\n- b", "tight-list item quote code-block item paragraph"),
        ("> - a\n>\n> - b", "quote loose-list item paragraph item paragraph"),
    ]

    @Test("where the other was right, we answer as it does", arguments: corrections)
    func corrected(text: String, words: String) {
        #expect(WitnessWords.words(for: Array(text.utf8)).joined(separator: " ") == words)
    }
}
