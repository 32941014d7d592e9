// SPDX-License-Identifier: MIT
// Notes in which files are placed, for every spacing, line ending and neighbour.

import NoteLibrary
import SyntaxProof

/// Random notes of every kind of block.
enum PlacedNotes {
    private static let blocks = [
        "Some words.", "Two lines\nof one paragraph.", "# Heading", "Underlined\n===", "Under it\n---", "---",
        "***", "- one\n- two", "1. one\n2. two", "- one\n\n  two", "- [ ] task", "> quote\n> more",
        "> [!note] Title\n> text", "```swift\nlet x = 1\n\n```", "    indented\n\n    code",
        "| a | b |\n|---|:-:|\n| 1 | 2 |",
        "<div>\nhtml\n</div>", "<!-- comment -->", "%%\nhidden\n%%", "[^1]: A footnote.",
        "[label]: https://example.com",
        "$$\nx\n$$", "![[other.png]]", "{{attachment:00000000-1111-2222-3333-444444444444}}",
        "> ![[inside.png]]",
        "- ![[item.png]]", "Words with ![[inline.png]] in them.", "[label] is a link",
        "~~~\n![[code.png]]\n~~~",
        "```\nnever closed", "%%\nnever closed", "ünïcödé 漢字", "\u{FEFF}x", "- a\n  - b\n\n    c",
        "<pre>\nopen",
        "![[other.png|300]]", "![[folder/deep.png#part]]", "\\![[escaped.png]]", "text ^block-id",
    ]
    private static let matters = [
        "", "", "---\na: 1\n---\n", "---\n---\n", "---\na: 1\n---\n\n", "\u{FEFF}",
        "\u{FEFF}---\nb: 2\n---\n",
    ]
    private static let gaps = ["\n", "\n\n", "\n\n", "\n\n\n", "\n \t\n", "\n\n\n\n"]
    private static let ends = ["\n", "\n", "", "\n\n", "\n\n\n", "\n  "]

    /// A note, as bytes.
    ///
    /// - Parameter isSpaced: Whether blank lines stand between its blocks.
    static func note(_ generator: inout SeededGenerator, isSpaced: Bool = false) -> [UInt8] {
        var text = generator.pick(matters)
        for index in 0..<generator.below(6) {
            if index > 0 { text += isSpaced ? "\n\n" : generator.pick(gaps) }
            text += generator.pick(blocks)
        }
        text += generator.pick(ends)
        let ending = generator.pick(["\n", "\n", "\r\n", "\r"])
        return Array(text.replacing("\n", with: ending).utf8)
    }
}

extension [NoteEdit] {
    /// The file after the edits, applied to its text as a session does.
    func applied(to file: [UInt8]) throws -> [UInt8] {
        var text = try NoteText(bytes: file)
        try text.apply(self)
        return text.bytes
    }
}
