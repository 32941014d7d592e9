// SPDX-License-Identifier: MIT
// What must hold of every document, whatever bytes it was made from.

import NoteMarkdown

/// The proof that a document is sound: its ranges are those of its source, its runs make up its texts.
struct DocumentProof {
    let bytes: [UInt8]
    let document: MarkdownDocument
    private let isUTF8: Bool
    private var lastStart = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        document = MarkdownDocument(parsing: bytes)
        isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    }

    /// What is wrong, and where; nil for a sound document.
    mutating func fault() -> String? {
        for block in document.blocks {
            if let fault = fault(of: block) {
                return "\(fault) in block \(block.index), \(block.label), at \(block.range)"
            }
        }
        let texts = document.blocks.filter { !$0.textBytes.isEmpty }.map(\.text)
        if document.plainText != texts.joined(separator: "\n") {
            return "the plain text is not that of the blocks"
        }
        return sectionFault()
    }

    private func isBoundary(_ offset: Int) -> Bool {
        !isUTF8 || offset == bytes.count || bytes[offset] & 0xC0 != 0x80
    }

    private mutating func fault(of block: MarkdownBlock) -> String? {
        let range = block.range
        guard range.upperBound <= bytes.count else { return "reaches out of the note" }
        guard isBoundary(range.lowerBound), isBoundary(range.upperBound) else { return "cuts a character" }
        guard range.lowerBound >= lastStart else { return "comes before the block before it" }
        lastStart = range.lowerBound
        if let parent = block.parent {
            guard parent < block.index else { return "comes before what it lies in" }
            let outer = document.blocks[parent].range
            guard outer.lowerBound <= range.lowerBound, range.upperBound <= outer.upperBound else {
                return "reaches out of what it lies in"
            }
        }
        if case .table(let table) = block.kind {
            if let fault = fault(of: table, in: block) { return fault }
        }
        return fault(of: block.runs, in: range, text: Array(block.textBytes))
    }

    private func fault(of runs: MarkdownRuns, in range: Range<Int>, text: [UInt8]) -> String? {
        var shown: [UInt8] = []
        var last = range.lowerBound
        for run in runs {
            guard run.range.lowerBound >= last else { return "a run comes before what it follows" }
            guard run.range.upperBound <= range.upperBound else { return "a run reaches out" }
            last = run.range.upperBound
            guard isBoundary(run.range.lowerBound), isBoundary(last) else { return "a run cuts a character" }
            guard run.textRange == shown.count..<shown.count + run.textBytes.count else {
                return "a run leaves a gap in the text"
            }
            shown += run.textBytes
            if run.isVerbatim, run.textBytes.elementsEqual(bytes[run.range]) == false {
                return "a run does not say what its source says"
            }
            guard String(validating: run.textBytes, as: UTF8.self) != nil else { return "a run is not UTF-8" }
        }
        return shown == text ? nil : "the runs do not make up the text"
    }

    private func fault(of table: MarkdownTable, in block: MarkdownBlock) -> String? {
        guard table.alignments.count == table.columnCount, !table.rows.isEmpty else { return "has no head" }
        for row in table.rows {
            guard row.count <= table.columnCount else { return "has too many cells" }
            for cell in row {
                guard row.range.lowerBound <= cell.range.lowerBound,
                    cell.range.upperBound <= row.range.upperBound
                else { return "a cell reaches out of its row" }
                if let fault = fault(of: cell.runs, in: cell.range, text: Array(cell.textBytes)) {
                    return fault
                }
            }
        }
        let rows = table.rows.map { $0.map(\.text).joined(separator: "\t") }
        return rows.joined(separator: "\n") == block.text ? nil : "the cells do not make up the text"
    }

    private func sectionFault() -> String? {
        let sections = document.sections
        guard Set(sections.map(\.id)).count == sections.count else {
            return "two sections are called the same"
        }
        var next = 0
        for section in sections {
            if let divider = section.divider {
                guard divider == next, document.blocks[divider].isThematicBreak else {
                    return "a section has no break before it"
                }
                next += 1
            }
            guard section.blocks.lowerBound == next else { return "a section does not follow the one before" }
            next = section.blocks.upperBound
        }
        return next == document.blocks.count ? nil : "a block is in no section"
    }
}
