// SPDX-License-Identifier: MIT
// Documents of texts made to hurt: deep, long, wide. How long they take is for the benchmark.

import NoteMarkdown
import SyntaxProof
import Testing

@Suite("A document of a hostile text")
struct HostileDocumentTests {
    @Test("nests without recursion", arguments: ["> ", "- ", "1. ", "> - "])
    func depth(unit: String) throws {
        let text = String(repeating: unit, count: 10_000) + "a"
        let document = MarkdownDocument(parsing: text.utf8)
        let last = try #require(document.blocks.last)
        #expect(document.plainText.hasSuffix("a") && last.index > 50)
        var proof = DocumentProof(Array(text.utf8))
        #expect(proof.fault() == nil)
    }

    @Test("nests styles without recursion", arguments: ["**a ", "[", "*a **a ", "![", "^[", "==a "])
    func styles(unit: String) {
        let text = Array(String(repeating: unit, count: 20_000).utf8)
        var proof = DocumentProof(text + text.reversed())
        #expect(proof.fault() == nil)
    }

    @Test("has all rows of a long table, and no more cells than are written")
    func table() throws {
        let rows = String(repeating: "| *a* | `b` |\n", count: 10_000)
        let document = MarkdownDocument(parsing: ("|x|y|\n|-|-|\n" + rows).utf8)
        guard case .table(let table) = try #require(document.blocks.first).kind else {
            Issue.record("no table")
            return
        }
        #expect(table.rows.count == 10_001 && table.rows.allSatisfy { $0.count == 2 })
        #expect(document.blocks[0].text.hasSuffix("a\tb\na\tb"))
        let wide =
            String(repeating: "|a", count: 2_000) + "|\n" + String(repeating: "|-", count: 2_000) + "|\n"
        let short = MarkdownDocument(parsing: (wide + String(repeating: "|b|\n", count: 2_000)).utf8)
        guard case .table(let table) = try #require(short.blocks.first).kind else {
            Issue.record("no table")
            return
        }
        #expect(table.columnCount == 2_000 && table.rows.reduce(0) { $0 + $1.count } == 4_000)
    }

    @Test("takes memory in proportion to its bytes", arguments: HostileText.all)
    func memory(text: HostileText) {
        let bytes = text.bytes(count: 20_000)
        let document = MarkdownDocument(parsing: bytes)
        let runs = document.blocks.reduce(0) { $0 + $1.runs.count }
        #expect(document.blocks.count <= bytes.count + 1 && runs <= bytes.count * 2 + 2)
        #expect(document.plainText.utf8.count <= bytes.count * 3 + 3)
    }
}
