// SPDX-License-Identifier: MIT
// How a placement is taken out, so that nothing else changes.

internal import NoteMarkdown

extension PlacedLines {
    /// The outermost block that the placement at an offset is; nil where it shares its line.
    func block(ofPlacementAt offset: Int) -> Int? {
        let index = blocks.partitionPoint { $0.lines.upperBound > offset }
        guard index < blocks.count, blocks[index].lines.contains(offset),
            Self.lineEnd(blocks[index].lines.lowerBound, in: file) == blocks[index].lines.upperBound,
            ReadBlocks(document).placement(at: offset) != nil
        else { return nil }
        return index
    }

    /// Where the marker of a placement starts.
    func markerStart(of block: Int) -> Int {
        let lines = blocks[block].lines
        return lines.lowerBound + file[lines].prefix { $0 == 0x20 || $0 == 0x09 }.count
    }

    /// The marker of a placement.
    func marker(of block: Int) -> [UInt8] {
        let lines = blocks[block].lines
        let text = file[markerStart(of: block)..<lines.upperBound - Self.ending(file[lines]).count]
        return Array(
            text[..<((text.lastIndex { $0 != 0x20 && $0 != 0x09 }).map { $0 + 1 } ?? text.startIndex)])
    }

    /// The change that takes a placement out, once it is proved; nil where something else would change.
    func lifting(_ block: Int) -> PlacedChange? {
        let (above, below) = (rows(above: block), rows(above: block + 1))
        let placed = marker(of: block)
        let start = markerStart(of: block)
        // What `placing` would have made is taken back to the byte.
        for (removal, row) in placedRemovals(block, above, below) {
            let change = PlacedChange([FileChange(range: removal, bytes: [])], of: file, marker: nil)
            let rest = PlacedLines(change.file)
            if rest.placing(placed, at: Place(block: block, row: row))?.file == file,
                isProved(change, replacing: start)
            {
                return change
            }
        }
        for removal in otherRemovals(block, above, below) {
            let change = PlacedChange([FileChange(range: removal, bytes: [])], of: file, marker: nil)
            if isProved(change, replacing: start) { return change }
        }
        return nil
    }

    /// What would be taken out if `placing` had put it in, and behind which blank line that was.
    private func placedRemovals(
        _ block: Int, _ above: [Range<Int>], _ below: [Range<Int>]
    ) -> [(Range<Int>, row: Int?)] {
        let line = blocks[block].lines
        var removals: [(Range<Int>, row: Int?)] = []
        if above.count + below.count < 2 || (above.count == 2 && below.count == 1) {
            let all =
                (above.first?.lowerBound ?? line.lowerBound)..<(below.last?.upperBound ?? line.upperBound)
            removals.append((withoutLastEnding(all), nil))
        }
        if let blank = below.first { removals.append((line.lowerBound..<blank.upperBound, above.count)) }
        return removals
    }

    /// What is taken out of a note in which somebody else wrote the line.
    private func otherRemovals(
        _ block: Int, _ above: [Range<Int>], _ below: [Range<Int>]
    ) -> [Range<Int>] {
        let line = blocks[block].lines
        let hasBlankAbove = !above.isEmpty || block == 0
        let hasBlankBelow = !below.isEmpty || block + 1 == blocks.count
        var removals: [Range<Int>] = []
        if hasBlankAbove, hasBlankBelow {
            if let blank = below.first {
                removals.append(line.lowerBound..<blank.upperBound)
            } else if let blank = above.last {
                removals.append(withoutLastEnding(blank.lowerBound..<line.upperBound))
            }
        }
        return removals + [withoutLastEnding(line)]
    }

    /// Where the last line goes that has no ending, the line before it loses its own.
    private func withoutLastEnding(_ range: Range<Int>) -> Range<Int> {
        guard range.upperBound == file.count, range.lowerBound > mark, Self.ending(file[range]).isEmpty else {
            return range
        }
        return range.lowerBound - Self.ending(file[..<range.lowerBound]).count..<range.upperBound
    }
}
