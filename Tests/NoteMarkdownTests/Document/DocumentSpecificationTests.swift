// SPDX-License-Identifier: MIT
// Whether documents show what the specifications' examples show as HTML.

import Foundation
import NoteMarkdown
import Testing

@Suite("The document of a specification's example")
struct DocumentSpecificationTests {
    /// Examples of CommonMark where a document shows something else, with the reason.
    static let overruled: [Int: String] = [
        96: "6.1: a rule on the first line and one later are front matter",
        98: "6.1: a rule on the first line and one later are front matter",
        171: "U23: `textarea` starts no verbatim block of HTML",
        354: "U5: symbols are no punctuation",
        548: "2.4: wikilinks are recognised before links",
        559: "2.4: wikilinks are recognised before links",
        590: "2.4: wikilinks are recognised before links, and an embed alone is an attachment",
    ]

    @Test("shows what CommonMark's HTML shows: kinds, nesting, numbers, text and styles")
    func commonMark() throws {
        var failures: [Int] = []
        for example in try DocumentFixture.examples("commonmark-0.31.2") {
            let (found, wanted) = outlines(of: example, isExtended: false)
            if found != wanted {
                failures.append(example.example)
                if Self.overruled[example.example] == nil { record(example, found, wanted) }
            }
        }
        #expect(failures == Self.overruled.keys.sorted())
    }

    @Test("shows what the HTML of GFM's extensions shows")
    func extensions() throws {
        for example in try DocumentFixture.examples("gfm-0.29-extensions") {
            let (found, wanted) = outlines(of: example, isExtended: true)
            if found != wanted { record(example, found, wanted) }
        }
    }

    private func record(_ example: DocumentFixture.Example, _ found: [String], _ wanted: [String]) {
        Issue.record(
            """
            \(example.example) \(example.section): \(example.markdown.debugDescription)
            \(example.html.debugDescription)
            wanted \(wanted.joined(separator: "\n       "))
            found  \(found.joined(separator: "\n       "))
            """)
    }

    private func outlines(
        of example: DocumentFixture.Example, isExtended: Bool
    ) -> (found: [String], wanted: [String]) {
        let bytes = Array(example.markdown.utf8)
        let document = MarkdownDocument(parsing: bytes)
        let tree = MarkdownTree(parsing: bytes)
        // Addresses that stand bare are links to us; to CommonMark they are text.
        let bare = isExtended ? [] : tree.filter { $0.kind == .url }.map(\.range)
        let inlines = tree.filter { $0.kind == .html }.map { node in
            String(decoding: bytes[node.range], as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false
            ).enumerated().map { $0.offset == 0 ? $0.element : $0.element.drop { " \t".contains($0) } }
                .joined(separator: "\n")
        }
        let blocks = document.blocks.filter { if case .html = $0.kind { true } else { false } }.map(\.text)
        var html = example.html
        if isExtended {
            // The tags that GFM makes harmless are text in any case.
            for name in ["title", "style", "xmp", "XMP"] {
                html = html.replacing("&lt;\(name)>", with: "<\(name)>")
            }
        }
        var reader = HTMLOutline(html, rawBlocks: blocks, rawInlines: inlines)
        return (document.blocks.map { line(of: $0, in: document, bare: bare) }, reader.read())
    }

    /// A block as HTML can tell it: without what only a document knows.
    private func line(of block: MarkdownBlock, in document: MarkdownDocument, bare: [Range<Int>]) -> String {
        var depth = 0
        var outer = block.parent
        while let parent = outer {
            depth += 1
            outer = document.blocks[parent].parent
        }
        let runs = block.runs.map { run -> HTMLOutline.Run in
            var styles = run.styles.subtracting([.tag, .math])
            var link = run.link
            if bare.contains(where: { $0.contains(run.range.lowerBound) }) {
                styles.remove(.link)
                link = nil
            }
            // The description of an image has no styles in HTML.
            if styles.contains(.embed) { styles.formIntersection([.embed, .link]) }
            return HTMLOutline.Run(text: run.text, styles: styles.names, link: link.map(encoded))
        }
        var label = block.label
        if block.runs.isEmpty { label = label.replacing(" loose", with: "") }
        return HTMLOutline.line(depth, label, HTMLOutline.joined(runs))
    }

    /// An address as the specifications' HTML writes it.
    private func encoded(_ address: String) -> String {
        var encoded = ""
        for byte in address.utf8 {
            let isKept =
                byte < 0x80
                && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
                || "-_.+!*'(),%#@?=;:/,+$~&".utf8.contains(byte)
            encoded += isKept ? String(Unicode.Scalar(byte)) : "%" + String(format: "%02X", byte)
        }
        return encoded
    }
}
