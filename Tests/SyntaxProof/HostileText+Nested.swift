// SPDX-License-Identifier: MIT
// Texts made to hurt: what opens often and closes late, and what each line has to look through.

extension HostileText {
    /// As many openings as closings.
    private static func pairs(
        _ description: String, _ open: String, _ inner: String, _ close: String
    ) -> HostileText {
        HostileText(description) { count in
            let number = max(1, count / (open.utf8.count + close.utf8.count))
            return Array(repeatElement(Array(open.utf8), count: number).joined()) + Array(inner.utf8)
                + Array(repeatElement(Array(close.utf8), count: number).joined())
        }
    }

    /// Lines that each start with one unit more than the line before: as deep as the root of the size.
    private static func stairs(_ description: String, _ unit: String, _ rest: String) -> HostileText {
        HostileText(description) { count in
            var bytes: [UInt8] = []
            var start: [UInt8] = []
            while bytes.count < count {
                bytes += start + Array(rest.utf8)
                start += Array(unit.utf8)
            }
            return bytes
        }
    }

    /// Something deep, and then lines that each have to look at it.
    private static func deep(_ description: String, _ unit: String, _ line: String) -> HostileText {
        HostileText(description) { repeated(unit, $0 / 2) + Array("a\n".utf8) + repeated(line, $0 / 2) }
    }

    static let nested: [HostileText] = [
        pairs("nested links", "[", "a", "](b)"), pairs("nested images", "![", "a", "](b)"),
        pairs("nested references", "[", "a", "][b]"), pairs("nested wikilinks", "[[", "a", "]]"),
        pairs("nested brackets in a wikilink", "[", "a", "]"), pairs("nested notes", "^[", "a", "]"),
        pairs("nested stars", "*", "a", "*"), pairs("nested pairs of stars", "**", "a", "**"),
        pairs("nested words", "*a ", "a", " a*"), pairs("nested underscores", "_", "a", "_"),
        pairs("nested kinds", "*_", "a", "_*"), pairs("nested strikes", "~~a ", "a", " a~~"),
        pairs("nested highlights", "==a ", "a", " a=="), pairs("nested dollars", "$a ", "a", " a$"),
        pairs("nested comments", "%% a ", "a", " a %%"), pairs("nested html", "<a>", "a", "</a>"),
        pairs("nested blocks of html", "<div>\n", "a\n", "</div>\n"),
        pairs("nested html comments", "<!--", "a", "-->"), pairs("nested commands", "<% ", "a", " %>"),
        pairs("nested brackets of a destination", "[a](", "(", ")"),
        pairs("nested fences", "~~~\n```\n", "a\n", "```\n~~~\n"),
        stairs("stairs of quotes", ">", "a\n"), stairs("stairs of lists", "  ", "- a\n"),
        stairs("stairs of callouts", "> ", "> [!a] b\n"), stairs("stairs of loose lists", "  ", "- a\n\n"),
        stairs("stairs of tables", "> ", "|a|\n"), stairs("stairs of backticks", "`", "a\n"),
        stairs("stairs of fences", "`", "```\n"), stairs("stairs of notes", "    ", "[^a]: b\n"),
        stairs("stairs of rising backticks", "`", " "), stairs("stairs of dollars", "$", " a"),
        deep("blank lines in deep lists", "- ", "\n"), deep("lazy lines in deep lists", "- ", "b\n"),
        deep("items after deep lists", "- ", "- b\n"), deep("lazy lines in deep quotes", ">", "b\n"),
        deep("shallow lines in deep quotes", ">", "> b\n"), deep("blank lines in deep quotes", "> ", "\n"),
        deep("quoted blank lines in deep quotes", "> ", ">\n"),
        deep("indented lines in lists", "- ", "    b\n"),
        deep("blank lines in deep notes", "[^a]: ", "\n"), deep("blank lines in deep callouts", "> - ", "\n"),
        deep("spaces in deep lists", "1. ", "   \n"),
    ]
}
