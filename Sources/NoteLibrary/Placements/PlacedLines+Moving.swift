// SPDX-License-Identifier: MIT
// How a placement moves past one block, so that moving it back gives the bytes that were there.

internal import NoteMarkdown

extension PlacedLines {
    /// Where a placement goes.
    enum Direction {
        case up, down

        var opposite: Direction { self == .up ? .down : .up }
    }

    /// The blocks that a placement may pass in one step, the likeliest first; none where none is there.
    ///
    /// One that a reader sees, with those behind it that he does not see: they belong to what is above. Where that
    /// cannot be, as at a comment without an end, without them.
    func neighbours(of block: Int, _ direction: Direction) -> [Range<Int>] {
        switch direction {
        case .up:
            return blocks[..<block].lastIndex(where: \.isSeen).map { [$0..<block] } ?? []
        case .down:
            guard let first = blocks[(block + 1)...].firstIndex(where: \.isSeen) else { return [] }
            let next = blocks[(first + 1)...].firstIndex(where: \.isSeen) ?? blocks.count
            return next == first + 1 ? [block + 1..<next] : [block + 1..<next, block + 1..<first + 1]
        }
    }

    /// The change that moves a placement past its neighbours, once it is proved.
    ///
    /// It changes places with them, and blank lines stay. Where it could not stand so it is taken out and placed
    /// anew; and so it is where that is how it came here, so that moving back gives the same bytes.
    func moving(_ block: Int, _ direction: Direction) -> PlacedChange? {
        for passed in neighbours(of: block, direction) {
            let replaced = replacing(block, direction, past: passed)
            if let replaced, cameByReplacing(replaced, direction) { return replaced }
            if let moved = exchanging(block, direction, past: passed) ?? replaced { return moved }
        }
        return nil
    }

    private func cameByReplacing(_ change: PlacedChange, _ direction: Direction) -> Bool {
        let there = PlacedLines(change.file)
        let back = direction.opposite
        guard let marker = change.marker, let block = there.block(ofPlacementAt: marker),
            let passed = there.neighbours(of: block, back).first
        else { return false }
        return there.exchanging(block, back, past: passed) == nil
            && there.replacing(block, back, past: passed)?.file == file
    }

    /// The placement and its neighbours change places; what is between them, and the line endings, stay.
    private func exchanging(
        _ block: Int, _ direction: Direction, past passed: Range<Int>
    ) -> PlacedChange? {
        let line = blocks[block].lines
        let group =
            blocks[passed.lowerBound].lines.lowerBound..<blocks[passed.upperBound - 1].lines.upperBound
        let text = line.lowerBound..<line.upperBound - Self.ending(file[line]).count
        let groupEnd = group.upperBound - Self.ending(file[group]).count
        let indent = markerStart(of: block) - line.lowerBound
        let change: PlacedChange
        switch direction {
        case .up:
            let moved = Array(file[text]) + file[groupEnd..<line.lowerBound]
            change = PlacedChange(
                [
                    FileChange(range: group.lowerBound..<group.lowerBound, bytes: moved),
                    FileChange(range: groupEnd..<text.upperBound, bytes: []),
                ], of: file, marker: group.lowerBound + indent)
        case .down:
            let moved = Array(file[text.upperBound..<group.lowerBound]) + file[text]
            let removed = line.lowerBound..<group.lowerBound
            change = PlacedChange(
                [
                    FileChange(range: removed, bytes: []),
                    FileChange(range: groupEnd..<groupEnd, bytes: moved),
                ], of: file, marker: groupEnd - removed.count + moved.count - text.count + indent)
        }
        return isProved(change, replacing: markerStart(of: block)) ? change : nil
    }

    /// The placement is taken out, and placed on the other side.
    private func replacing(
        _ block: Int, _ direction: Direction, past passed: Range<Int>
    ) -> PlacedChange? {
        guard let lifted = lifting(block), let removal = lifted.changes.first else { return nil }
        let rest = PlacedLines(lifted.file)
        guard rest.blocks.count == blocks.count - 1 else { return nil }
        let target = direction == .up ? passed.lowerBound : passed.upperBound - 1
        guard let placed = rest.placing(marker(of: block), at: Place(block: target)),
            let insertion = placed.changes.first
        else { return nil }
        var offset = insertion.range.lowerBound
        if offset > removal.range.lowerBound { offset += removal.range.count }
        let added = FileChange(range: offset..<offset, bytes: insertion.bytes)
        let changes = offset > removal.range.lowerBound ? [removal, added] : [added, removal]
        return PlacedChange(changes, of: file, marker: placed.marker)
    }
}
