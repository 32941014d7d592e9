// SPDX-License-Identifier: MIT
// A block of a document with all that a reader sees of it, to be compared with another parse's.

import NoteMarkdown

/// What a reader sees of a block. Whether its list is tight is left out.
struct ShownBlock: Equatable {
    let kind: String
    let range: Range<Int>
    let parent: Int?
    let text: String
    let runs: [String]

    /// - Parameters:
    ///   - start: Where the text starts that positions count from.
    init(_ block: MarkdownBlock, in document: MarkdownDocument, from start: Int) {
        range = block.range.lowerBound - start..<block.range.upperBound - start
        parent = block.parent.map { block.index - $0 }
        text = block.text
        runs = block.runs.map {
            "\($0.text) \($0.styles.rawValue) \($0.link ?? "") \($0.range.lowerBound - start) \($0.range.count)"
        }
        switch block.kind {
        case .listItem(let item):
            kind = "item \(item.ordinal ?? -1) \(item.depth) \(item.task.map { "\($0)" } ?? "")"
        case .table(let table):
            kind = "table \(table.rows.map { $0.map { $0.range.lowerBound - start } }) \(table.alignments)"
        case let other: kind = "\(other)"
        }
    }
}
