// SPDX-License-Identifier: MIT
// How a line comes between two blocks, so that it is a block and they stay what they are.

internal import NoteMarkdown

extension PlacedLines {
    /// Where a line may come: above the block with this number, behind so many of the blank lines there.
    struct Place: Equatable {
        let block: Int
        /// Nil for the usual place: below the block above with one blank line between, else right above the block.
        var row: Int?
    }

    /// The places that an offset of the file may mean, the likeliest first.
    func places(at offset: Int) -> [Place] {
        guard offset >= body else { return [Place(block: 0)] }
        for (index, block) in blocks.enumerated() {
            let isLast = index + 1 == blocks.count
            if offset < block.lines.lowerBound {
                return [Place(block: index, row: row(offset, above: index))]
            }
            let isInside = offset < block.lines.upperBound
            // Behind the last letter of a note without a last line ending.
            let isBehind = isLast && offset == file.count && Self.ending(file[block.lines]).isEmpty
            guard isInside || isBehind else { continue }
            let isAtStart = file[block.lines.lowerBound..<min(offset, block.lines.upperBound)]
                .allSatisfy { $0 == 0x20 || $0 == 0x09 }
            let (above, below) = (Place(block: index), Place(block: index + 1))
            return isAtStart ? [above, below] : [below, above]
        }
        return [Place(block: blocks.count, row: row(offset, above: blocks.count))]
    }

    private func row(_ offset: Int, above block: Int) -> Int {
        rows(above: block).count { $0.upperBound <= offset }
    }

    /// The blank lines above the block with this number; one that ends in nothing is none.
    func rows(above block: Int) -> [Range<Int>] {
        Self.lines(gap(above: block), in: file).filter { !Self.ending(file[$0]).isEmpty }
    }

    /// The change that puts a line at a place, once it is proved; nil where it cannot be a block there.
    func placing(_ marker: [UInt8], at place: Place) -> PlacedChange? {
        for change in insertions(of: marker, at: place) {
            let result = PlacedChange([change.0], of: file, marker: change.marker)
            if isProved(result, replacing: nil) { return result }
        }
        return nil
    }

    private typealias Insertion = (FileChange, marker: Int)

    /// What may be put in. Whichever is taken, `lifting` can tell it: where there was a blank line there is one
    /// more, and where there was none there is one at most, or two above and one below.
    private func insertions(of marker: [UInt8], at place: Place) -> [Insertion] {
        let gap = gap(above: place.block)
        let rows = rows(above: place.block)
        let (hasAbove, hasBelow) = (place.block > 0, place.block < blocks.count)
        guard rows.isEmpty else {
            var row = place.row ?? (hasAbove ? 1 : rows.count)
            row = min(max(row, hasAbove ? 1 : 0), rows.count)
            if hasAbove, hasBelow, rows.count == 2 { row = 1 }
            let start = row < rows.count ? rows[row].lowerBound : rows[rows.count - 1].upperBound
            return [insertion(of: marker, blanks: (0, 1), at: start)]
        }
        let blanks: [(above: Int, below: Int)] =
            switch (hasAbove, hasBelow) {
            case (true, true): [(0, 0), (0, 1), (1, 0), (2, 1)]
            case (true, false): [(1, 0)]
            case (false, true): [(0, 1)]
            case (false, false): [(0, 0)]
            }
        return blanks.map { insertion(of: marker, blanks: $0, at: gap.lowerBound) }
    }

    private func insertion(
        of marker: [UInt8], blanks: (above: Int, below: Int), at start: Int
    ) -> Insertion {
        let ending = ending(before: start)
        let above = Array(repeatElement(ending, count: blanks.above).joined())
        // At the end of a note without a last line ending the line above is ended first, and the note has none.
        if start == file.count, start > mark, Self.ending(file[..<start]).isEmpty {
            let bytes = ending + above + marker
            return (FileChange(range: start..<start, bytes: bytes), start + ending.count + above.count)
        }
        let below = Array(repeatElement(ending, count: blanks.below).joined())
        let bytes = above + marker + ending + below
        return (FileChange(range: start..<start, bytes: bytes), start + above.count)
    }

    /// Whether the note says the same after a change, but for the placement.
    ///
    /// - Parameter placement: Where the placement was; nil where there was none.
    func isProved(_ change: PlacedChange, replacing placement: Int?) -> Bool {
        let before = ReadBlocks(document)
        let after = ReadBlocks(MarkdownDocument(parsing: change.file))
        var left: Int?
        if let placement {
            left = before.placement(at: placement)
            guard left != nil else { return false }
        }
        var right: Int?
        if let marker = change.marker {
            right = after.placement(at: marker)
            guard right != nil else { return false }
        }
        return before.isSame(without: left, as: after, without: right)
    }
}
