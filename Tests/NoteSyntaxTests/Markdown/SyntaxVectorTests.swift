// SPDX-License-Identifier: MIT
// Every vector of the syntax page, against the styled ranges.

import NoteSyntax
import Testing

@Suite("The vectors of the syntax page")
struct SyntaxVectorTests {
    /// The kinds that a section is about: none of them may occur where its vector says `none`.
    static let subjects: [String: Set<String>] = [
        "3.1": ["heading1", "heading2", "heading3", "heading4", "heading5", "heading6"],
        "3.2": ["heading1", "heading2"], "3.3": ["rule"], "3.4": ["codeBlock"], "3.5": ["codeIndented"],
        "3.6": ["quoteMark"], "3.7": ["listMark"], "3.8": ["taskMark"],
        "4.1": ["escape", "entity", "hardBreak"],
        "4.2": ["emph", "strong"], "4.3": ["strike"], "4.4": ["code"], "4.5": ["link"],
        "4.6": ["link", "linkDef"],
        "4.7": ["image"], "4.8": ["url", "autolink"], "4.9": ["html"], "5.1": ["wikilink"], "5.2": ["embed"],
        "5.3": ["tag"], "5.4": ["highlight"], "5.5": ["callout"], "5.6": ["comment"],
        "5.7": ["footnoteRef", "footnoteDef", "inlineNote"], "5.8": ["math", "mathDisplay"],
        "5.9": ["blockId"],
        "6.1": ["frontmatter"], "7": ["templater"], "8": ["tableDelim"],
    ]
    /// Parts that a vector may leave out though they are there.
    static let optional: Set<String> = ["mark", "quoteMark", "listMark"]

    @Test("give the ranges that they name, and no other of those kinds")
    func vectors() throws {
        for vector in try SyntaxVector.all(in: "vectors") {
            let bytes = Array(vector.input.utf8)
            let styles = MarkdownStyleScanner().styles(of: MarkdownTree(parsing: bytes), in: bytes)
            let found = Set(
                styles.ranges.map {
                    SyntaxVector.Span(
                        kind: "\($0.kind)", start: $0.range.lowerBound, end: $0.range.upperBound)
                })
            let wanted = Set(vector.ranges)
            let kinds =
                wanted.isEmpty
                ? Self.subjects[vector.section, default: []]
                : Set(vector.ranges.map(\.kind)).subtracting(Self.optional)
            let extra = found.filter { kinds.contains($0.kind) }.subtracting(wanted)
            let missing = wanted.subtracting(found)
            if !extra.isEmpty || !missing.isEmpty {
                func list(_ spans: Set<SyntaxVector.Span>) -> String {
                    spans.map { "\($0.kind)[\($0.start),\($0.end))" }.sorted().joined(separator: " ")
                }
                Issue.record(
                    """
                    \(vector.section) \(vector.input.debugDescription)
                    missing \(list(missing))
                    extra   \(list(extra))
                    found   \(list(found))
                    """)
            }
        }
    }
}
