// SPDX-License-Identifier: MIT
// A parser that has parsed other notes gives what a new one gives.

import SyntaxProof
import Testing

@testable import NoteSyntax

@Suite("A parser that is used again")
struct MarkdownParserTests {
    /// What the parser makes of one text after what it made of others; nil where a new one makes the same.
    private func difference(in bytes: [UInt8], _ parser: inout MarkdownParser) -> String? {
        bytes.withUnsafeBufferPointer { bytes in
            let fresh = MarkdownTree(parsing: bytes)
            let tree = parser.tree(parsing: bytes)
            if let difference = tree.firstDifference(from: fresh) { return difference }
            var styles = MarkdownStyles()
            parser.style(tree, in: bytes, into: &styles)
            let expected = MarkdownStyleScanner().styles(of: fresh, in: bytes)
            return styles.ranges == expected.ranges && styles.plainLines == expected.plainLines
                ? nil : "the styles differ"
        }
    }

    @Test("gives the same trees and styles, whatever it parsed before", arguments: 0..<4)
    func reuse(seed: Int) throws {
        let snippets = try IncrementalTests.snippets()
        // Each of these leaves something behind: an open block, a label, a command, a rule that is none.
        let residues = [
            "- - -a", "```\ncode", "[a]: b\n\n[a]", "<% x", "%%\nopen", "`` ` ``` a", "> - 1. x\n\n$$",
        ]
        var parser = MarkdownParser()
        var random = SeededGenerator(seed: UInt64(seed) + 7_000)
        for _ in 0..<2_000 {
            var bytes =
                random.oneIn(4)
                ? Array(residues[random.below(residues.count)].utf8) : snippets[random.below(snippets.count)]
            if random.oneIn(3) { bytes += snippets[random.below(snippets.count)] }
            if let difference = difference(in: bytes, &parser) {
                Issue.record("\(difference) in\n\(IncrementalTests.shown(bytes))")
                return
            }
        }
    }

    @Test("writes the styles in the place of those before")
    func stylesAreReplaced() {
        var parser = MarkdownParser()
        var styles = MarkdownStyles()
        for text in ["# a *b*\n", "c", ""] {
            let bytes = Array(text.utf8)
            bytes.withUnsafeBufferPointer { bytes in
                let tree = parser.tree(parsing: bytes)
                parser.style(tree, in: bytes, into: &styles)
                #expect(styles.ranges == MarkdownStyleScanner().styles(of: tree, in: bytes).ranges)
            }
        }
    }

    private static let addresses: [(text: String, url: Range<Int>?)] = [
        ("www.a.b", 0..<7), ("x www.a.b.", 2..<9), ("(www.a.b)", 1..<8), ("wwww.a.b", nil), ("xwww.a.b", nil),
        ("www. a", nil), ("http://www.a.b", 0..<14), ("*www.a.b*", 1..<8), ("ww.a.b", nil),
        ("w www.é.b", 2..<10),
    ]

    @Test("finds an address that starts with www. by its dot", arguments: addresses)
    func address(text: String, url: Range<Int>?) {
        let tree = MarkdownTree(parsing: Array(text.utf8))
        #expect(tree.first { $0.kind == .url }?.range == url)
    }
}
