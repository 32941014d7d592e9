// SPDX-License-Identifier: MIT
// How blocks of a tree become blocks of a document.

extension DocumentBuilder {
    /// Visits a node that lies in no leaf.
    ///
    /// - Returns: How many of the nodes after it are to be passed over.
    mutating func visitBlock(_ node: PackedNode) -> Int {
        closeContainers(to: node.depth)
        switch node.kind {
        case .paragraph: return openParagraph(node)
        case .heading:
            addBlock(.heading, node)
            blocks[blocks.count - 1].level = UInt8(truncatingIfNeeded: node.data & 7)
            openInline(node, block: blocks.count - 1)
        case .list:
            stopAwaitingText()
            containers.append(
                OpenContainer(
                    kind: .list, depth: node.depth, block: Int32(truncatingIfNeeded: blocks.count),
                    outerParent: parent, isTight: node.data == 0))
        case .item: addItem(node)
        case .taskMark:
            let status = String(
                decoding: UnsafeBufferPointer(
                    start: text + node.contentStart, count: node.contentEnd - node.contentStart),
                as: UTF8.self)
            if parent >= 0 { blocks[Int(parent)].third = status.unicodeScalars.first?.value ?? 0 }
        case .quote:
            addBlock(.blockQuote, node)
            push(.quote, node)
        case .callout:
            addBlock(.callout, node)
            push(.quote, node)
        case .calloutType: blocks[Int(parent)].name = name(node.from..<node.end)
        case .calloutMeta:
            blocks[Int(parent)].metadata = name(node.from..<node.end)
            blocks[Int(parent)].hasMetadata = true
        case .calloutFold: blocks[Int(parent)].fold = text[node.from]
        case .calloutTitle: openInline(node, block: Int(parent))
        case .footnoteDefinition:
            addBlock(.footnote, node)
            push(.footnote, node)
        case .footnoteLabel: blocks[Int(parent)].name = name(node.contentStart..<node.contentEnd)
        case .rule: addBlock(.thematicBreak, node)
        case .codeBlock, .codeIndented:
            addBlock(.codeBlock, node)
            openVerbatim(node)
        case .htmlBlock:
            addBlock(.html, node)
            openVerbatim(node)
        case .mathBlock:
            addBlock(.math, node)
            openVerbatim(node)
        case .table: addTable(node)
        case .tableHead, .tableRow: addRow(node)
        case .tableCell: openCell(node)
        case .linkDefinition:
            leaf = .definition
            leafDepth = node.depth
            definition = node.data
        case .frontmatter, .commentBlock: return Int(node.count)
        default: break
        }
        return 0
    }

    /// Ends the containers that are as deep as `depth`, or deeper.
    @inline(__always)
    mutating func closeContainers(to depth: UInt32) {
        while let last = containers.last, last.depth >= depth {
            containers.removeLast()
            parent = last.outerParent
            if last.kind == .item { itemDepth -= 1 }
            if last.kind == .table { closeTable(last) }
        }
    }

    /// Keeps later paragraphs from becoming the text of the item or footnote around the place.
    private mutating func stopAwaitingText() {
        if let last = containers.last, last.awaitsText { containers[containers.count - 1].awaitsText = false }
    }

    mutating func addBlock(_ kind: PackedBlock.Kind, _ node: PackedNode) {
        stopAwaitingText()
        let textStart = UInt32(truncatingIfNeeded: shown.count)
        let run = UInt32(truncatingIfNeeded: runs.count)
        blocks.append(
            PackedBlock(
                kind: kind, parent: parent, start: node.start, end: UInt32(truncatingIfNeeded: node.end),
                textStart: textStart, textEnd: textStart, firstRun: run, endRun: run))
    }

    private mutating func push(_ kind: OpenContainer.Kind, _ node: PackedNode) {
        let block = Int32(truncatingIfNeeded: blocks.count - 1)
        containers.append(
            OpenContainer(
                kind: kind, depth: node.depth, block: block, outerParent: parent,
                awaitsText: kind == .item || kind == .footnote))
        if kind != .table { parent = block }
    }

    private mutating func addItem(_ node: PackedNode) {
        addBlock(.listItem, node)
        let list = containers.count - 1
        if !containers[list].isBegun {
            containers[list].isBegun = true
            var position = node.from
            var number: UInt32 = 0
            while position < node.end, text[position] &- 0x30 < 10 {
                number = number &* 10 &+ UInt32(text[position] &- 0x30)
                position += 1
            }
            containers[list].isNumbered = position > node.from
            containers[list].nextOrdinal = number
        }
        let last = blocks.count - 1
        blocks[last].isNumbered = containers[list].isNumbered
        blocks[last].isTight = containers[list].isTight
        blocks[last].first = containers[list].nextOrdinal
        blocks[last].second = UInt32(truncatingIfNeeded: Int(containers[list].block))
        blocks[last].depth = itemDepth
        containers[list].nextOrdinal &+= 1
        push(.item, node)
        itemDepth += 1
    }

    // MARK: Paragraphs

    private mutating func openParagraph(_ node: PackedNode) -> Int {
        if let last = containers.last, last.awaitsText {
            containers[containers.count - 1].awaitsText = false
            openInline(node, block: Int(last.block))
            return 0
        }
        addBlock(.paragraph, node)
        if let name = placedRecord(node) {
            blocks[blocks.count - 1].kind = .attachment
            blocks[blocks.count - 1].name = self.name(name)
            return Int(node.count)
        }
        openInline(node, block: blocks.count - 1)
        isOwnParagraph = true
        return 0
    }

    /// The UUID of a paragraph that is only `{{attachment:UUID}}`.
    private func placedRecord(_ node: PackedNode) -> Range<Int>? {
        let opening: StaticString = "{{attachment:"
        let first = node.contentStart + opening.utf8CodeUnitCount
        guard node.contentEnd - first == 38, text[node.contentStart] == UInt8(ascii: "{") else { return nil }
        for index in 0..<opening.utf8CodeUnitCount
        where text[node.contentStart + index] != opening.utf8Start[index] {
            return nil
        }
        for index in 0..<36 {
            let byte = text[first + index]
            let isDash = index == 8 || index == 13 || index == 18 || index == 23
            let isHex = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
            guard isDash ? byte == UInt8(ascii: "-") : isHex else { return nil }
        }
        guard text[first + 36] == UInt8(ascii: "}"), text[first + 37] == UInt8(ascii: "}") else { return nil }
        return first..<first + 36
    }

    // MARK: Tables

    private mutating func addTable(_ node: PackedNode) {
        addBlock(.table, node)
        blocks[blocks.count - 1].first = UInt32(truncatingIfNeeded: rows.count)
        push(.table, node)
        separate()
        containers[containers.count - 1].hasSeparator = hasSeparator
        blocks[blocks.count - 1].textStart = UInt32(truncatingIfNeeded: shown.count)
    }

    private mutating func addRow(_ node: PackedNode) {
        if node.kind == .tableRow, let before = rows.last { addBreak(0x0A, for: Int(before.end)..<node.from) }
        rows.append(
            PackedRow(
                start: node.start, end: UInt32(truncatingIfNeeded: node.end),
                firstCell: UInt32(truncatingIfNeeded: cells.count),
                endCell: UInt32(truncatingIfNeeded: cells.count)))
    }

    /// Writes what stands between two cells or rows.
    private mutating func addBreak(_ byte: UInt8, for source: Range<Int>) {
        (style, link) = ([], 0)
        addRun(byte, for: source)
    }

    private mutating func openCell(_ node: PackedNode) {
        guard let row = rows.last else { return }
        if row.endCell > row.firstCell, let before = cells.last {
            addBreak(0x09, for: Int(before.end)..<node.from)
        }
        rows[rows.count - 1].endCell += 1
        leaf = .cell
        beginText(node)
        let start = UInt32(truncatingIfNeeded: shown.count)
        cells.append(
            PackedCell(
                start: node.start, end: UInt32(truncatingIfNeeded: node.end), textStart: start,
                textEnd: start,
                firstRun: UInt32(truncatingIfNeeded: runs.count), endRun: 0,
                alignment: (node.flags.contains(.left) ? 1 : 0) + (node.flags.contains(.right) ? 2 : 0)))
    }

    private mutating func closeTable(_ table: OpenContainer) {
        let block = Int(table.block)
        let (firstRow, firstText) = (Int(blocks[block].first), Int(blocks[block].textStart))
        if table.hasSeparator, shown.count == firstText {
            // It says nothing, so it takes no line of the text.
            shown.removeLast()
            blocks[block].textStart -= 1
            for cell in Int(rows[firstRow].firstCell)..<cells.count {
                cells[cell].textStart -= 1
                cells[cell].textEnd -= 1
            }
            for run in Int(blocks[block].firstRun)..<runs.count {
                runs[run].textStart -= 1
                runs[run].textEnd -= 1
            }
        }
        blocks[block].second = UInt32(truncatingIfNeeded: rows.count)
        blocks[block].third = rows[firstRow].endCell - rows[firstRow].firstCell
        blocks[block].textEnd = UInt32(truncatingIfNeeded: shown.count)
        blocks[block].endRun = UInt32(truncatingIfNeeded: runs.count)
    }
}
