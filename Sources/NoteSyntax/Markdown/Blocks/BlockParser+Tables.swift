// SPDX-License-Identifier: MIT
// Tables: a head over a delimiter row, then rows, each cut into cells at its bars.

extension BlockParser {
    /// Makes a table of the open paragraph's last line, where this line is its delimiter row.
    mutating func openTable() -> Bool {
        let firstAlignment = alignments.count
        guard indent <= 3, readDelimiters() else {
            alignments.truncate(to: firstAlignment)
            return false
        }
        let columns = alignments.count - firstAlignment
        let headLine = leaf.lastLine
        let headEnd = leaf.end
        cells.truncate(to: 0)
        cutCells(from: headLine, to: headEnd)
        guard cells.count == columns, canNest else {
            alignments.truncate(to: firstAlignment)
            return false
        }
        let first = nodes[leaf.node]
        var head = first
        head.kind = .table
        if headLine > first.from {
            // The lines before stay a paragraph.
            let marksFrom = nodes.firstIndex(from: leaf.node + 1, startingAt: leaf.previousEnd)
            var kept = ScratchBuffer<PackedNode>()
            for index in marksFrom..<nodes.count { kept.append(nodes[index]) }
            nodes.truncate(to: marksFrom)
            leaf.end = leaf.previousEnd
            closeLeaf()
            for index in 0..<kept.count {
                var mark = kept[index]
                mark.depth -= 1
                nodes.append(mark)
            }
            head = PackedNode(.table, headLine, headLine)
            head.depth = UInt32(truncatingIfNeeded: stack.count)
        } else {
            nodes.truncate(to: leaf.node)
        }
        leaf.kind = .none
        let table = nodes.count
        nodes.append(head)
        stack.append(
            OpenBlock(
                node: table, kind: .table, hasChildren: true, width: columns, end: lineEnd,
                alignments: firstAlignment))
        addCells(.tableHead, from: headLine, to: headEnd)
        addMarks(depth: stack.count)
        let end = trimmedEnd(lineEnd, from: nonspace)
        addPart(PackedNode(.tableDelimiter, nonspace, end))
        stack.base[stack.count - 1].end = end
        areUnmatchedClosed = true
        return true
    }

    /// Adds this line as a row of the innermost container, which is a table.
    mutating func addRow() {
        let end = trimmedEnd(lineEnd, from: nonspace)
        cells.truncate(to: 0)
        cutCells(from: nonspace, to: end)
        addCells(.tableRow, from: nonspace, to: end)
        extendContainer(to: end)
    }

    private mutating func addCells(_ kind: MarkdownKind, from start: Int, to end: Int) {
        let table = stack.last
        let row = addBlock(PackedNode(kind, start, end))
        if kind == .tableHead { nodes.base[row].flags.remove([.fresh, .afterBlank]) }
        let number = min(cells.count, table.width)
        for index in 0..<number {
            var cell = PackedNode(.tableCell, cells[index].start, cells[index].end)
            cell.depth = UInt32(truncatingIfNeeded: stack.count + 1)
            cell.flags = alignments[table.alignments + index]
            nodes.append(cell)
        }
        nodes.base[row].count = UInt32(truncatingIfNeeded: number)
    }

    /// Cuts a row at its bars; a cell is what is left between blanks.
    private mutating func cutCells(from start: Int, to end: Int) {
        var position = start
        if position < end, text[position] == UInt8(ascii: "|") { position += 1 }
        var cellStart = position
        while position < end {
            if text[position] == UInt8(ascii: "|"),
                position == start || text[position - 1] != UInt8(ascii: "\\")
            {
                addCell(cellStart, position)
                cellStart = position + 1
            }
            position += 1
        }
        if cellStart < end { addCell(cellStart, end) }
    }

    private mutating func addCell(_ start: Int, _ end: Int) {
        var start = start
        while start < end, text[start].isSpaceOrTab { start += 1 }
        cells.append(CellRange(start: start, end: trimmedEnd(end, from: start)))
    }

    /// Reads this line as a delimiter row and keeps its alignments.
    private mutating func readDelimiters() -> Bool {
        var position = nonspace
        let first = alignments.count
        var bars = 0
        var colons = 0
        if peek(position) == UInt8(ascii: "|") {
            bars += 1
            position += 1
        }
        while true {
            while position < lineEnd, text[position].isSpaceOrTab { position += 1 }
            if position == lineEnd { break }
            var alignment: NodeFlags = []
            if text[position] == UInt8(ascii: ":") {
                alignment.insert(.left)
                position += 1
            }
            let dashes = position
            while peek(position) == UInt8(ascii: "-") { position += 1 }
            guard position > dashes else { return false }
            if peek(position) == UInt8(ascii: ":") {
                alignment.insert(.right)
                position += 1
            }
            if !alignment.isEmpty { colons += 1 }
            alignments.append(alignment)
            while position < lineEnd, text[position].isSpaceOrTab { position += 1 }
            if position == lineEnd { break }
            guard text[position] == UInt8(ascii: "|") else { return false }
            bars += 1
            position += 1
        }
        // A bar alone has no cell.
        guard alignments.count > first else { return false }
        // One column needs a bar; without one, here or above, the line underlines or is text.
        return bars > 0 || (colons > 0 && text.contains(UInt8(ascii: "|"), from: leaf.lastLine, to: leaf.end))
    }
}

extension ScratchBuffer where Element == PackedNode {
    /// The first node from `index` on that starts at `position` or after.
    func firstIndex(from index: Int, startingAt position: Int) -> Int {
        var index = index
        while index < count, base[index].from < position { index += 1 }
        return index
    }
}

extension UnsafePointer<UInt8> {
    func contains(_ byte: UInt8, from start: Int, to end: Int) -> Bool {
        for position in start..<Swift.max(start, end) where self[position] == byte { return true }
        return false
    }
}
