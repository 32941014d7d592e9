// SPDX-License-Identifier: MIT
// Texts made to hurt: they take time in proportion to their size, and nothing breaks.

import NoteSyntax
import Testing

@Suite("Hostile texts")
struct HostileTextTests {
    /// What is repeated, with what comes before and after.
    static let patterns: [(name: String, before: String, repeated: String, after: String)] = [
        ("quotes", "", ">", "a"), ("spaced quotes", "", "> ", "a"), ("lists", "", "- ", "a"),
        ("numbers", "", "1. ", "a"),
        ("open brackets", "", "[", "a"), ("nested brackets", "", "[a", ""), ("closed brackets", "", "[]", ""),
        ("images", "", "![", "]"), ("notes", "", "^[", "]"), ("links", "", "[a](b", ""),
        ("angles", "", "[a](<b", ""),
        ("titles", "", "[a](b \"", ""), ("references", "[a]: /u\n\n", "[a][", ""),
        ("labels", "[a]: /u\n\n", "[", "]"),
        ("unlinked images", "[a]: /u\n\n", "![", "[a](b)"), ("links after images", "", "![[a](b)", ""),
        ("wikilinks", "", "[[", ""), ("blank wikilinks", "", "[[|", "]]"), ("emphasis", "", "*a ", ""),
        ("strong", "", "**a ", "b**"), ("nested emphasis", "", "*a_b", ""), ("delimiters", "", "a**b", "c* "),
        ("mixed delimiters", "", "*_~~==", ""), ("backticks", "", "`", "a"),
        ("runs of backticks", "", "`a``b", ""),
        ("dollars", "", "$a ", ""), ("display", "", "$$a ", ""), ("percents", "", "%%a", "\nb"),
        ("carets", "", "^", ""),
        ("tags", "", "#", ""), ("tags in tags", "", "#a", ""), ("comments", "", "<!-- a ", ""),
        ("instructions", "", "<?", ""),
        ("declarations", "", "<!A ", ""), ("data", "", "<![CDATA[", ""), ("html", "", "<a b=\"", ""),
        ("attributes", "", "<a b ", ""), ("entities", "", "&a", ""), ("addresses", "", "http://a(", ""),
        ("brackets in addresses", "http://a", ")", ""), ("domains", "", "_www.a", ""), ("mail", "", "a@", ""),
        ("mails", "", "a.b@c.d", ""),
        ("commands", "", "<% a", ""), ("command ends", "", "<%%>", ""), ("escapes", "", "\\", ""),
        ("definitions", "", "[a]: b\n", ""), ("lines of brackets", "", "[a]:\n", ""),
        ("table rows", "|a|\n|-|\n", "|", "\n"),
        ("wide tables", "", "|a", "\n"), ("delimiter rows", "a\n", "|-", ""), ("setext", "a\n", "=", ""),
        ("rules", "", "* ", ""), ("fences", "", "```\n", ""), ("quoted lines", "", "> a\n", ""),
        ("items", "", "- a\n", ""), ("deeper items", "", "  - a\n", ""), ("lazy lines", "> a\n", "b\n", ""),
        ("quotes over lines", "> a\n", ">\n", ""), ("blank lines", "- a", "\n", "b"), ("tabs", "", "\t", "a"),
        ("footnotes", "", "[^a]: ", ""), ("callouts", "", "> [!a] ", ""),
        ("front matter", "---\n", "a: b\n", ""),
        ("invalid bytes", "", "\u{FF}*", ""), ("marks", "", "\u{FEFF}", ""), ("nul", "", "\0", "*a*"),
    ]

    private static func text(_ index: Int, size: Int) -> [UInt8] {
        let pattern = patterns[index]
        let unit = Array(pattern.repeated.utf8)
        var bytes = Array(pattern.before.utf8)
        bytes.reserveCapacity(size + 64)
        while bytes.count < size { bytes += unit }
        return bytes + Array(pattern.after.utf8)
    }

    @Test(
        "make trees whose nodes lie in each other, styled and edited without fault",
        arguments: patterns.indices)
    func soundness(index: Int) {
        var note = Note(Self.text(index, size: 20_000))
        #expect(note.tree.firstFault() == nil, "\(Self.patterns[index].name)")
        let styles = note.read { MarkdownStyleScanner().styles(of: $0, in: $1) }
        #expect(styles.ranges.allSatisfy { $0.range.upperBound <= note.bytes.count })
        note.replace(note.bytes.count / 2..<note.bytes.count / 2 + 1, with: "x\n\ny")
        #expect(note.tree.firstDifference(from: MarkdownTree(parsing: note.bytes)) == nil)
    }

    @Test("that are not UTF-8 neither trap nor hang", arguments: 0..<20)
    func invalidBytes(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 5)
        let signs = Array("*_`[]()<>!#-=~|$%^&:@\\\n\r\t 1.x\"".utf8)
        for _ in 0..<100 {
            let count = random.below(300)
            let bytes = (0..<count).map { _ in
                random.oneIn(3) ? UInt8(random.below(256)) : signs[random.below(signs.count)]
            }
            let note = Note(bytes)
            #expect(note.tree.firstFault() == nil, "\(bytes)")
            _ = note.read { MarkdownStyleScanner().styles(of: $0, in: $1) }
            _ = note.read { $0.plainText(in: $1) }
            _ = note.read { $0.links(in: $1) }
        }
    }
}
