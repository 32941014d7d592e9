// SPDX-License-Identifier: MIT
// Random edits of a text: typing, deleting, pasting signs and pieces of the text itself.

/// Some bytes in the place of a range.
package struct RandomEdit: Sendable {
    /// The bytes that are replaced.
    package let range: Range<Int>
    /// What stands there afterwards.
    package let bytes: [UInt8]

    private static let pieces: [[UInt8]] =
        [
            "\n", "\n\n", "\r\n", "\r", "> ", "- ", "1. ", "  ", "    ", "\t", "*", "**", "_", "`", "```\n",
            "~~~\n",
            "~~", "==", "|", "[", "](c)", "[[", "]]", "![[", "[a]: b\n", "[^a]: b\n", "^[", "#", "# ", "#a",
            " ^a\n",
            "<div>", "<!-- ", "-->", "<", ">", "\\", "---\n", "&amp;", "|-|-|\n", "| a | b |\n", "%%", "$",
            "$$\n",
            "<%", "%>", "> [!a]- b\n", "- [ ] c\n", "www.a.b", "a@b.c", "http://a.b", "\u{FEFF}", "é", "א",
            "👩‍👩‍👧",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x82], [0x80], [0xF0, 0x9F], [0]]

    /// An edit of a text.
    package init(of text: [UInt8], using random: inout some RandomNumberGenerator) {
        let start = Int.random(in: 0...text.count, using: &random)
        let length = [0, 0, 0, 1, 3, 20, 200][Int.random(in: 0..<7, using: &random)]
        range = start..<min(text.count, start + length)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes = []
        case 1:
            let from = Int.random(in: 0...text.count, using: &random)
            bytes = Array(text[from..<min(text.count, from + Int.random(in: 1...60, using: &random))])
        case 2: bytes = [UInt8.random(in: 0...255, using: &random)]
        default: bytes = RandomEdit.pieces[Int.random(in: 0..<RandomEdit.pieces.count, using: &random)]
        }
    }

    /// The text after the edit.
    package func applied(to text: [UInt8]) -> [UInt8] {
        text[..<range.lowerBound] + bytes + text[range.upperBound...]
    }
}
