// SPDX-License-Identifier: MIT
// Our tree in the words that other parsers of Markdown have for what they find.

internal import NoteSyntax

/// What a tree holds, in document order, named as cmark-gfm names it.
///
/// What only we have a node for (a mark, the parts of a link, an escape, a tag) is left out.
package enum WitnessWords {
    /// The words for one text.
    package static func words(for bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        words(of: MarkdownTree(parsing: bytes))
    }

    /// The words for one text.
    package static func words(for bytes: [UInt8]) -> [String] {
        bytes.withUnsafeBufferPointer { words(for: $0) }
    }

    private static func words(of tree: MarkdownTree) -> [String] {
        var words: [String] = []
        var columns = 0
        // Where the row ends that is being read, and how many cells it lacks.
        var row: (end: Int, missing: Int)?
        for (index, node) in tree.enumerated() {
            if let done = row, index >= done.end {
                words += fill(done.missing)
                row = nil
            }
            if node.kind == .tableHead { columns = tree.children(of: index).count }
            if node.kind == .tableRow {
                row = (tree.next(after: index), columns - tree.children(of: index).count)
            }
            if let word = word(for: node) { words.append(word) }
        }
        return words + fill(row?.missing ?? 0)
    }

    /// The cells that a row lacks: the others fill them up, after what the row has.
    private static func fill(_ missing: Int) -> [String] { Array(repeating: "cell", count: max(0, missing)) }

    private static func word(for node: MarkdownNode) -> String? {
        switch node.kind {
        case .quote, .callout: "quote"
        case .list: node.isTight ? "tight-list" : "loose-list"
        case .item: "item"
        case .paragraph, .calloutTitle: "paragraph"
        case .heading: "heading\(node.level)"
        case .codeBlock, .codeIndented: "code-block"
        case .htmlBlock: "html-block"
        case .rule: "rule"
        case .table: "table"
        case .tableHead, .tableRow: "row"
        case .tableCell: "cell"
        case .emphasis: "emphasis"
        case .strong: "strong"
        case .strike: "strike"
        case .code: "code"
        case .link, .url, .autolink: "link"
        case .image: "image"
        case .html: "html"
        case .hardBreak: "break"
        case .quoteMark, .line, .codeInfo, .linkDefinition, .linkLabel, .linkDestination, .linkTitle, .escape,
            .entity, .tag, .embedSize, .tableDelimiter:
            nil
        default: "\(node.kind)"
        }
    }
}
