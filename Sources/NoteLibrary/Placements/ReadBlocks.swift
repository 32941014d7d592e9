// SPDX-License-Identifier: MIT
// What a note says to a reader, so that it can be proved that a placement came or went and nothing else.

internal import NoteMarkdown

/// The blocks of a document as values that can be compared, wherever they stand.
///
/// Whether a list is tight is no part of it: two lists with only a placement between them become one without it.
struct ReadBlocks {
    private struct Block: Equatable {
        let kind: String
        let text: [UInt8]
        let runs: [Run]
        /// The block it lies in, counted back from it; 0 for none.
        let outer: Int
        let alignments: [TableAlignment]
    }

    private struct Run: Equatable {
        let text: Range<Int>
        let styles: MarkdownRun.Styles
        let link: String?
    }

    private let document: MarkdownDocument

    init(_ document: MarkdownDocument) { self.document = document }

    /// The number of the placement that starts at an offset and lies in nothing.
    func placement(at offset: Int) -> Int? {
        let index = document.blocks.partitionPoint { $0.range.lowerBound >= offset }
        guard index < document.blocks.count else { return nil }
        let block = document.blocks[index]
        guard case .attachment = block.kind, block.parent == nil, block.range.lowerBound == offset else {
            return nil
        }
        return index
    }

    /// Whether two documents say the same without one placement each.
    ///
    /// - Parameters:
    ///   - left: The number of the placement to leave out here; nil for none.
    ///   - right: The same in `other`.
    func isSame(without left: Int?, as other: ReadBlocks, without right: Int?) -> Bool {
        let count = document.blocks.count - (left == nil ? 0 : 1)
        guard count == other.document.blocks.count - (right == nil ? 0 : 1) else { return false }
        return (0..<count).allSatisfy { block($0, without: left) == other.block($0, without: right) }
    }

    private func block(_ number: Int, without hole: Int?) -> Block {
        let index = hole.map { number >= $0 ? number + 1 : number } ?? number
        let block = document.blocks[index]
        let start = block.runs.first?.textRange.lowerBound ?? 0
        let runs = block.runs.map { run in
            Run(
                text: run.textRange.lowerBound - start..<run.textRange.upperBound - start, styles: run.styles,
                link: run.link)
        }
        var alignments: [TableAlignment] = []
        if case .table(let table) = block.kind { alignments = table.alignments }
        return Block(
            kind: Self.name(of: block.kind), text: Array(block.textBytes), runs: runs,
            outer: block.parent.map { index - $0 } ?? 0, alignments: alignments)
    }

    private static func name(of kind: MarkdownBlock.Kind) -> String {
        switch kind {
        case .listItem(let item):
            "item \(item.ordinal.map(String.init) ?? "-") \(item.depth) \(item.task.map(String.init) ?? "-")"
        case .callout(let callout):
            "callout \(callout.type) \(callout.metadata ?? "-") \(callout.fold) \(callout.title ?? "-")"
        case .codeBlock(let language): "code \(language ?? "-")"
        case .heading(let level): "heading \(level)"
        case .attachment(let name): "attachment \(name)"
        case .footnote(let label): "footnote \(label)"
        case .paragraph: "paragraph"
        case .blockQuote: "quote"
        case .thematicBreak: "break"
        case .table(let table): "table \(table.columnCount)"
        case .html: "html"
        case .math: "math"
        }
    }
}
