// SPDX-License-Identifier: MIT
// The numbered examples of CommonMark and GFM, rendered from our tree.

import NoteSyntax
import Testing

@Suite("The examples of the specifications")
struct SpecificationTests {
    /// Examples that a point of the syntax page overrules, with its name.
    static let overruled: [Int: String] = [
        96: "6.1: a rule on the first line and one later are front matter",
        98: "6.1: a rule on the first line and one later are front matter",
        171: "U23: `textarea` starts no verbatim block of HTML",
        354: "U5: symbols are no punctuation",
        559: "2.4: wikilinks are recognised before links",
        625: "U23: a comment holds no `--`",
        626: "U23: `<!-->` is no comment",
    ]

    @Test("CommonMark's examples render as they say, but for those that the page overrules")
    func commonMark() throws {
        var failures: [Int] = []
        for example in try SpecificationExample.all(in: "commonmark-0.31.2") {
            var renderer = HTMLRenderer(example.markdown, isExtended: false)
            let html = renderer.render()
            if html != example.html {
                failures.append(example.example)
                if Self.overruled[example.example] == nil {
                    Issue.record(
                        """
                        \(example.example) \(example.section): \(example.markdown.debugDescription)
                        wanted \(example.html.debugDescription)
                        found  \(html.debugDescription)
                        """)
                }
            }
        }
        #expect(failures == Self.overruled.keys.sorted())
    }

    @Test("GFM's extension examples render as they say")
    func extensions() throws {
        for example in try SpecificationExample.all(in: "gfm-0.29-extensions") {
            var renderer = HTMLRenderer(example.markdown, isExtended: true)
            let html = renderer.render()
            #expect(
                html == example.html,
                "\(example.example) \(example.section) \(example.markdown.debugDescription)")
        }
    }
}
