// SPDX-License-Identifier: MIT
// How bytes of the source become shown text and runs: line by line, and as they are wherever they can be.

extension DocumentBuilder {
    // MARK: Leaves

    /// Begins the text of a block on a line of its own.
    mutating func separate() {
        hasSeparator = !shown.isEmpty
        if hasSeparator { shown.append(0x0A) }
    }

    /// Begins to write the text of a node.
    mutating func beginText(_ node: PackedNode) {
        leafKind = node.kind
        leafDepth = node.depth
        leafStart = node.contentStart
        leafEnd = node.contentEnd
        cursor = leafStart
        (style, link) = ([], 0)
        isAtLineStart = false
        isOwnParagraph = false
        breakStart = -1
        lastLineEnd = -1
        firstRun = runs.count
    }

    mutating func openInline(_ node: PackedNode, block: Int) {
        separate()
        leaf = .inline
        openText(node, block: block)
    }

    mutating func openVerbatim(_ node: PackedNode) {
        separate()
        leaf = .verbatim
        openText(node, block: blocks.count - 1)
    }

    private mutating func openText(_ node: PackedNode, block: Int) {
        beginText(node)
        leafBlock = block
        blocks[block].textStart = UInt32(truncatingIfNeeded: shown.count)
        blocks[block].firstRun = UInt32(truncatingIfNeeded: runs.count)
    }

    /// Ends the open leaf.
    mutating func closeLeaf(_ tree: borrowing MarkdownTree) {
        switch leaf {
        case .inline, .cell:
            if !inlines.isEmpty { closeInlines(to: 0, tree) }
            write(to: leafEnd)
        case .verbatim: finishVerbatim()
        default: break
        }
        let end = UInt32(truncatingIfNeeded: shown.count)
        let run = UInt32(truncatingIfNeeded: runs.count)
        switch leaf {
        case .cell:
            cells[cells.count - 1].textEnd = end
            cells[cells.count - 1].endRun = run
        case .inline, .verbatim:
            blocks[leafBlock].textEnd = end
            blocks[leafBlock].endRun = run
            if end == blocks[leafBlock].textStart, hasSeparator { takeBackSeparator() }
            // What only a comment or the name of a block stood in is no paragraph.
            if isOwnParagraph, runs.count == firstRun, blocks[leafBlock].kind == .paragraph {
                blocks.removeLast()
            }
        default: break
        }
        leaf = .none
    }

    private mutating func takeBackSeparator() {
        shown.removeLast()
        let end = UInt32(truncatingIfNeeded: shown.count)
        blocks[leafBlock].textStart = end
        blocks[leafBlock].textEnd = end
        for index in firstRun..<runs.count {
            runs[index].textStart = end
            runs[index].textEnd = end
        }
    }

    // MARK: Text

    /// Writes the inline text from the cursor up to `end`.
    @inline(__always)
    mutating func write(to end: Int) {
        guard cursor < end else { return }
        let start = cursor
        cursor = end
        writeInline(start..<end)
    }

    /// Writes inline text: lines without the blanks around their ends.
    mutating func writeInline(_ range: Range<Int>) {
        var position = range.lowerBound
        let end = range.upperBound
        while position < end {
            if isAtLineStart {
                while position < end, text[position].isSpaceOrTab { position += 1 }
                guard position < end else { return }
            }
            let lineEnd = text.lineEnd(from: position, to: end)
            if lineEnd == end {
                isAtLineStart = false
                return writeVerbatim(position..<end)
            }
            if isAtLineStart, lineEnd == position, breakStart < 0 {
                // A line that shows nothing is none.
                position = after(lineEnd, to: end)
                continue
            }
            isAtLineStart = true
            position = writeLine(from: position, lineEnd: lineEnd, to: end)
        }
    }

    /// Writes the rest of a line and the break at its end.
    ///
    /// - Returns: The start of the next line.
    private mutating func writeLine(from start: Int, lineEnd: Int, to end: Int) -> Int {
        let after = after(lineEnd, to: end)
        if style.contains(.code) {
            writeVerbatim(start..<lineEnd)
            addRun(0x20, for: lineEnd..<after)
            return after
        }
        var trimmed = lineEnd
        let isMarkup = inlines.last.map { $0.kind == .html || $0.kind == .templater } ?? false
        while !isMarkup, trimmed > start, text[trimmed - 1].isSpaceOrTab { trimmed -= 1 }
        if breakStart < 0, trimmed == lineEnd, text[lineEnd] == 0x0A {
            writeVerbatim(start..<after)
        } else {
            writeVerbatim(start..<trimmed)
            addRun(0x0A, for: (breakStart < 0 ? trimmed : min(breakStart, trimmed))..<after)
            breakStart = -1
        }
        return after
    }

    /// What comes after the line ending at a place.
    @inline(__always)
    func after(_ lineEnd: Int, to end: Int) -> Int {
        let isPair = text[lineEnd] == 0x0D && lineEnd + 1 < end && text[lineEnd + 1] == 0x0A
        return lineEnd + (isPair ? 2 : 1)
    }

    /// Writes lines as they are, whatever ends them.
    mutating func writeLines(_ range: Range<Int>) {
        if hasNoReturns { return writeVerbatim(range) }
        var position = range.lowerBound
        while position < range.upperBound {
            let lineEnd = text.lineEnd(from: position, to: range.upperBound)
            guard lineEnd < range.upperBound else { return writeVerbatim(position..<lineEnd) }
            let next = after(lineEnd, to: range.upperBound)
            writeBreak(position..<lineEnd, to: next)
            position = next
        }
    }

    /// Writes a line and the line ending behind it.
    mutating func writeBreak(_ line: Range<Int>, to next: Int) {
        if text[line.upperBound] == 0x0A {
            writeVerbatim(line.lowerBound..<next)
        } else {
            writeVerbatim(line)
            addRun(0x0A, for: line.upperBound..<next)
        }
    }

    // MARK: Runs

    /// Writes bytes as they are.
    mutating func writeVerbatim(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if isClean { return appendVerbatim(range) }
        let bytes = UnsafeBufferPointer(start: text, count: range.upperBound)
        var start = range.lowerBound
        var position = start
        while position < range.upperBound {
            let length = UTF8Validation.sequenceLength(in: bytes, at: position)
            if length > 0, text[position] != 0 {
                position += length
                continue
            }
            if start < position { appendVerbatim(start..<position) }
            start = position + max(1, abs(length))
            addRun([0xEF, 0xBF, 0xBD], for: position..<start)
            position = start
        }
        if start < position { appendVerbatim(start..<position) }
    }

    @inline(__always)
    private mutating func appendVerbatim(_ range: Range<Int>) {
        let textStart = UInt32(truncatingIfNeeded: shown.count)
        shown.append(contentsOf: UnsafeBufferPointer(start: text + range.lowerBound, count: range.count))
        let textEnd = UInt32(truncatingIfNeeded: shown.count)
        let (start, end) = (
            UInt32(truncatingIfNeeded: range.lowerBound), UInt32(truncatingIfNeeded: range.upperBound)
        )
        let last = runs.count - 1
        if last >= firstRun, runs[last].isVerbatim, runs[last].end == start, runs[last].styles == style,
            runs[last].link == link
        {
            runs[last].end = end
            runs[last].textEnd = textEnd
        } else {
            runs.append(
                PackedRun(
                    textStart: textStart, textEnd: textEnd, start: start, end: end, link: link, styles: style,
                    isVerbatim: true))
        }
    }

    /// Writes text that stands for its source as a whole.
    mutating func addRun(_ bytes: [UInt8], for source: Range<Int>) {
        let textStart = shown.count
        shown += bytes
        addRun(from: textStart, for: source)
    }

    mutating func addRun(_ byte: UInt8, for source: Range<Int>) {
        shown.append(byte)
        addRun(from: shown.count - 1, for: source)
    }

    mutating func addRun(from textStart: Int, for source: Range<Int>) {
        runs.append(
            PackedRun(
                textStart: UInt32(truncatingIfNeeded: textStart),
                textEnd: UInt32(truncatingIfNeeded: shown.count),
                start: UInt32(truncatingIfNeeded: source.lowerBound),
                end: UInt32(truncatingIfNeeded: source.upperBound), link: link, styles: style,
                isVerbatim: false))
    }
}
