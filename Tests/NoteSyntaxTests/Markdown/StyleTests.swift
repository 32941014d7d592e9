// SPDX-License-Identifier: MIT
// Styled ranges: their order, their signs, long lines, and styling a part again after an edit.

import NoteSyntax
import SyntaxProof
import Testing

@Suite("The styles of a note")
struct StyleTests {
    private func styles(_ text: String, longestLine: Int? = nil) -> MarkdownStyles {
        let note = Note(text)
        return note.read { MarkdownStyleScanner(longestLine: longestLine).styles(of: $0, in: $1) }
    }

    private func list(_ text: String) -> [String] {
        styles(text).ranges.map { "\($0.kind)[\($0.start),\($0.end))" }
    }

    @Test("come outer before inner, with the signs of each construct beside its text")
    func order() {
        #expect(
            list("## a **b** ##") == [
                "heading2[0,13)", "mark[0,2)", "strong[5,10)", "mark[5,7)", "mark[8,10)", "mark[11,13)",
            ])
        #expect(
            list("[a](b \"c\")") == [
                "link[0,10)", "mark[0,1)", "linkText[1,2)", "mark[2,4)", "linkDest[4,5)", "mark[5,7)",
                "linkTitle[7,8)", "mark[8,10)",
            ])
        #expect(
            list("[[a#b|c]]") == [
                "wikilink[0,9)", "mark[0,2)", "wikiTarget[2,3)", "wikiSub[3,5)", "mark[5,6)",
                "wikiAlias[6,7)",
                "mark[7,9)",
            ])
        #expect(
            list("```s\nx\n```") == [
                "codeBlock[0,10)", "mark[0,3)", "codeInfo[3,4)", "codeText[5,6)", "mark[7,10)",
            ])
    }

    @Test("say how deep lists and quotes are")
    func levels() {
        let found = styles("- a\n  - [ ] b\n\n> > c\n> d\n").ranges.filter { $0.level > 0 }
        #expect(found.map(\.level) == [1, 2, 2, 1, 2, 1])
    }

    @Test("leave lines alone that are longer than the caller allows, and say so")
    func longLines() {
        let long = String(repeating: "*a* ", count: 100)
        let found = styles("*b*\n\n" + long + "\n\n# *c*\n", longestLine: 200)
        #expect(found.plainLines == [5..<404])
        #expect(found.ranges.filter { $0.kind == .emph }.map(\.range) == [0..<3, 409..<412])
        #expect(styles(long).plainLines == [])
    }

    @Test(
        "outside the reported range are as before after an edit, and inside as in a new scan",
        arguments: 0..<8)
    func restyling(seed: Int) throws {
        let snippets = try IncrementalTests.snippets()
        var random = SeededGenerator(seed: UInt64(seed) + 77)
        let scanner = MarkdownStyleScanner()
        for _ in 0..<30 {
            var text: [UInt8] = []
            for _ in 0..<random.below(12) + 1 { text += snippets[random.below(snippets.count)] + [0x0A] }
            var note = Note(text)
            for _ in 0..<15 {
                let old = note.read { scanner.styles(of: $0, in: $1).ranges }
                let edit = IncrementalTests.edit(of: note.bytes, snippets, &random)
                let oldCount = note.bytes.count
                note.bytes.replaceSubrange(edit.range, with: edit.bytes)
                let change = note.bytes.withUnsafeBufferPointer {
                    note.tree.update(replacing: edit.range, withCount: edit.bytes.count, in: $0)
                }
                let whole = note.read { scanner.styles(of: $0, in: $1).ranges }
                let part = note.read { scanner.styles(of: $0, in: $1, within: change.range).ranges }
                let delta = note.bytes.count - oldCount
                let range = change.range
                let before = old.filter { $0.range.upperBound < range.lowerBound }
                #expect(before.elementsEqual(whole.filter { $0.range.upperBound < range.lowerBound }))
                let after = old.filter { $0.range.lowerBound > range.upperBound - delta }
                    .map { style in
                        var style = style
                        style.start = UInt32(Int(style.start) + delta)
                        style.end = UInt32(Int(style.end) + delta)
                        return style
                    }
                #expect(after.elementsEqual(whole.filter { $0.range.lowerBound > range.upperBound }))
                func isInside(_ style: MarkdownStyle) -> Bool {
                    style.range.lowerBound >= range.lowerBound && style.range.upperBound <= range.upperBound
                }
                #expect(part.filter(isInside).elementsEqual(whole.filter(isInside)))
            }
        }
    }
}
