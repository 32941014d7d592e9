// SPDX-License-Identifier: MIT
// Where a place of the shown text is in the source, and where a place of the source is shown.

internal import NoteSyntax

extension MarkdownDocument {
    /// The place in the source of a place in what is shown.
    ///
    /// It is in the line, and so in the region, of what is shown there. Text that is written as it is shown is met
    /// to the byte; inside of an entity or an escape, it is the place in front of it. Behind the last letter of a
    /// styled word it is in front of the sign that ends the style.
    ///
    /// - Parameter position: A place in a block's text, on the boundary of a character.
    /// - Returns: An offset into the parsed bytes.
    public func sourceOffset(of position: MarkdownPosition) -> Int {
        let block = blocks[position.block]
        let runs = block.runs
        guard !runs.isEmpty else { return emptyOffset(of: block) }
        precondition(
            position.offset >= 0 && position.offset <= runs[runs.count - 1].textRange.upperBound,
            "\(position.offset) is no place in the text of block \(position.block)")
        // The first run that ends there or behind.
        let index = runs.partitionPoint { $0.textRange.upperBound >= position.offset }
        let run = runs[index]
        let isAtEnd = position.offset == run.textRange.upperBound
        if isAtEnd, position.offset > 0, index + 1 < runs.count, run.endsLine {
            return runs[index + 1].range.lowerBound
        }
        if run.isVerbatim { return run.range.lowerBound + position.offset - run.textRange.lowerBound }
        return isAtEnd && position.offset > 0 ? run.range.upperBound : run.range.lowerBound
    }

    /// The place where a place of the source is shown; `nil` in a document without blocks.
    ///
    /// It is in the block that holds the place, or in the last one before it. A place among signs that are not
    /// shown is that of the text behind them in the line, else of the text before them.
    ///
    /// - Parameter offset: An offset into the parsed bytes.
    public func position(at offset: Int) -> MarkdownPosition? {
        guard !blocks.isEmpty else { return nil }
        var index = blocks.partitionPoint { $0.range.lowerBound > offset } - 1
        guard index >= 0 else { return MarkdownPosition(block: 0, offset: 0) }
        // Signs in front of the first block inside of a quote or an item that says nothing itself.
        while index + 1 < blocks.count, blocks[index].runs.isEmpty, blocks[index + 1].parent == index {
            index += 1
        }
        let runs = blocks[index].runs
        let next = runs.partitionPoint { $0.range.lowerBound > offset }
        guard next > 0 else { return MarkdownPosition(block: index, offset: 0) }
        let run = runs[next - 1]
        if offset >= run.range.upperBound {
            return MarkdownPosition(block: index, offset: run.textRange.upperBound)
        }
        let inside = run.isVerbatim ? offset - run.range.lowerBound : 0
        return MarkdownPosition(block: index, offset: run.textRange.lowerBound + inside)
    }

    /// The blocks whose first line is among some lines, those inside of others included.
    ///
    /// - Parameter range: Bytes, as those of a region.
    public func blocks(in range: Range<Int>) -> Range<Int> {
        let first = blocks.partitionPoint { $0.range.lowerBound >= range.lowerBound }
        let last = blocks.partitionPoint { $0.range.lowerBound >= range.upperBound }
        return first..<Swift.max(first, last)
    }

    /// Where a block is that says nothing: behind its sign, for an item.
    private func emptyOffset(of block: MarkdownBlock) -> Int {
        let next = block.index + 1
        let isEmpty = next == blocks.count || blocks[next].parent != block.index
        if isEmpty, case .listItem = block.kind { return block.range.upperBound }
        return block.range.lowerBound
    }
}

extension MarkdownRun {
    /// Whether it is the end of a line.
    fileprivate var endsLine: Bool { textBytes.last == 0x0A }
}
