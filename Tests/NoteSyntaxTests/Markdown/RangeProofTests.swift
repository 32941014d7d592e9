// SPDX-License-Identifier: MIT
// Every range of a tree and of its styles lies where it may, in any text; and a wrong one is found.

import SyntaxProof
import Testing

@testable import NoteSyntax

@Suite("The ranges of a tree and of its styles")
struct RangeProofTests {
    private func fault(in bytes: [UInt8]) -> RangeFault? {
        bytes.withUnsafeBufferPointer { bytes in
            let tree = MarkdownTree(parsing: bytes)
            var proof = RangeProof()
            return tree.firstFault(in: bytes, with: &proof)
                ?? MarkdownStyleScanner().styles(of: tree, in: bytes).firstFault(in: bytes, with: &proof)
        }
    }

    private func fault(of tree: MarkdownTree, in bytes: [UInt8]) -> RangeFault? {
        var proof = RangeProof()
        return bytes.withUnsafeBufferPointer { tree.firstFault(in: $0, with: &proof) }
    }

    private func fault(of styles: MarkdownStyles, in bytes: [UInt8]) -> RangeFault? {
        var proof = RangeProof()
        return bytes.withUnsafeBufferPointer { styles.firstFault(in: $0, with: &proof) }
    }

    @Test("are sound in every text of the specifications and the vectors")
    func vectors() throws {
        for snippet in try IncrementalTests.snippets() {
            #expect(fault(in: snippet) == nil, "\(IncrementalTests.shown(snippet))")
        }
    }

    @Test("are sound in random texts full of constructs", arguments: 0..<16)
    func randomTexts(seed: Int) throws {
        let snippets = try IncrementalTests.snippets().map { String(decoding: $0, as: UTF8.self) }
        let signs = [
            "---\n", "<%", "%>", "a: b\n", "> ", "\n", "[[", "]]", "|", "**", "é", "\r\n", "%%", "`", "#t",
        ]
        var random = SeededGenerator(seed: UInt64(seed) + 4_000)
        for _ in 0..<400 {
            var text = random.oneIn(4) ? "---\n" : ""
            for _ in 0..<random.below(10) + 1 {
                text +=
                    random.oneIn(3)
                    ? signs[random.below(signs.count)] : snippets[random.below(snippets.count)]
                if random.oneIn(3) { text += "\n" }
            }
            var scalars = Array(text.unicodeScalars)
            for _ in 0..<random.below(4) where !scalars.isEmpty {
                scalars.remove(at: random.below(scalars.count))
            }
            let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
            if let fault = fault(in: bytes) {
                Issue.record("\(fault.reason) at \(fault.offset) in\n\(IncrementalTests.shown(bytes))")
                return
            }
        }
    }

    @Test(
        "do not take in the blanks after HTML that ends in a quote or a list",
        arguments: [
            "> <!-- ", "> <!-- a --> \n", "- <div> \n  b  \n", "> <div> \n> b  \n> \n",
            "> <div>\t\n>  \n\na\n",
            "- > <?a \n  > \n",
        ])
    func blanksAfterHTML(text: String) {
        #expect(fault(in: Array(text.utf8)) == nil)
    }

    @Test(
        "hold commands that run over several lines of front matter",
        arguments: [
            "---\nd: <% a\nb %>c\n---\n", "---\nd: '[[a<% b\n%>]]' # c\ne: f\n---\n",
            "---\n# <% a\nb: c %>\nd: e\n---\n",
            "---\nd<% a: b\n%>: c\n---\n", "---\nd: <% a\n---\nb %>\n---\n",
            "---\nd: \"a<% b\"\ne: f%>g:\nh: i\n---\n",
        ])
    func commandsInFrontmatter(text: String) {
        #expect(fault(in: Array(text.utf8)) == nil)
    }

    @Test(
        "hold commands that are destinations of links",
        arguments: [
            "[a]: <% b %>\n", "[a](<% b %>)", "[a](<%%> 'c')", "[a](<b<% c %>>)", "![a](<% b\n %>)",
            "[a]:\n<% b\n%> 'c'\n",
        ])
    func commandsInLinks(text: String) {
        #expect(fault(in: Array(text.utf8)) == nil)
    }

    @Test(
        "stand in the order of the text where a field has a comment and no value",
        arguments: ["---\nk: # c\n---\n", "---\nk: #\n  - a\nl: # d\n\n---\n", "---\nk:\t#c\n---\n"])
    func commentsInFrontmatter(text: String) {
        #expect(fault(in: Array(text.utf8)) == nil)
    }

    @Test(
        "hold the quote marks inside the parts of a definition that run over lines",
        arguments: [
            "> [a\n> b]: c\n", "> [a]:\n> b\n> 'c\n> d'\n", "> [a]: b\n> [c\n> d]: e\n> f\n",
            "> > [a\n> > b]: c",
        ])
    func quotedDefinitions(text: String) {
        #expect(fault(in: Array(text.utf8)) == nil)
    }

    private static let wrong: [(start: Int, length: Int, reason: String)] = [
        (0, 99, "a emphasis reaches out of the note"), (0, 3, "a emphasis starts or ends inside a character"),
        (0, 9, "a emphasis reaches out of what it lies in"),
    ]

    @Test("that are wrong are found, with the place", arguments: wrong)
    func wrongNode(start: Int, length: Int, reason: String) {
        let bytes = Array("*aé*\n\nb\n".utf8)
        var tree = MarkdownTree(parsing: bytes)
        #expect(fault(of: tree, in: bytes) == nil)
        tree.chunks[0].nodes[1].start = UInt32(start)
        tree.chunks[0].nodes[1].length = UInt32(length)
        let fault = fault(of: tree, in: bytes)
        #expect(fault == RangeFault(reason: reason, offset: start))
    }

    @Test("that overlap, or come too early, are found")
    func wrongOrder() {
        let bytes = Array("*a* *b*\n".utf8)
        var tree = MarkdownTree(parsing: bytes)
        tree.chunks[0].nodes[2].start = 2
        #expect(
            fault(of: tree, in: bytes)
                == RangeFault(reason: "a emphasis overlaps its neighbour", offset: 2))
        var styles = MarkdownStyles()
        styles.ranges = [
            MarkdownStyle(kind: .emph, level: 0, start: 4, end: 7),
            MarkdownStyle(kind: .emph, level: 0, start: 0, end: 3),
        ]
        #expect(
            fault(of: styles, in: bytes)
                == RangeFault(reason: "a style emph comes before what it follows", offset: 0))
        styles.ranges = [
            MarkdownStyle(kind: .strong, level: 0, start: 0, end: 3),
            MarkdownStyle(kind: .mark, level: 0, start: 2, end: 4),
        ]
        #expect(
            fault(of: styles, in: bytes)
                == RangeFault(reason: "a style mark reaches out of what it lies in", offset: 2))
    }
}
