// SPDX-License-Identifier: MIT
// How blocks that stand as they are written become text: code, HTML, mathematics.

extension DocumentBuilder {
    /// Visits a node inside code, HTML or mathematics.
    mutating func visitLine(_ node: PackedNode) {
        switch node.kind {
        case .line: writeLine(node)
        case .codeInfo:
            blocks[leafBlock].name = unescapedName(node.from..<node.end)
            blocks[leafBlock].hasName = true
        case .quoteMark where leafKind == .mathBlock:
            writeMathematics(to: node.from)
            cursor = max(cursor, node.end)
        default: break
        }
    }

    /// Writes one line of a block that its containers take some bytes of.
    private mutating func writeLine(_ line: PackedNode) {
        if lastLineEnd >= 0 {
            // Looks for the line ending in the source: what lies between is the prefix of this line.
            let next = after(lastLineEnd, to: count)
            if text[lastLineEnd] == 0x0A {
                writeVerbatim(lastLineEnd..<next)
            } else {
                addRun(0x0A, for: lastLineEnd..<next)
            }
        }
        let isTab = line.lead > 0
        let start = line.from + (isTab ? 1 : 0)
        if line.data > 0, leafKind != .htmlBlock || isTab {
            let textStart = shown.count
            for _ in 0..<line.data { shown.append(0x20) }
            addRun(from: textStart, for: line.from..<start)
        }
        writeVerbatim(start..<line.end)
        lastLineEnd = line.end
    }

    /// Ends the text of the open leaf.
    mutating func finishVerbatim() {
        guard lastLineEnd < 0 else { return }
        guard leafKind == .mathBlock else { return writeLines(leafStart..<max(leafStart, leafEnd)) }
        writeMathematics(to: leafEnd)
        trimEnd(lines: true)
    }

    /// Writes mathematics up to a place; in a container without the indentation of its lines.
    private mutating func writeMathematics(to end: Int) {
        if runs.count == firstRun { while cursor < end, text[cursor].isBlankOrEnd { cursor += 1 } }
        guard cursor < end else { return }
        guard !containers.isEmpty else {
            writeLines(cursor..<end)
            cursor = end
            return
        }
        while cursor < end {
            while isAtLineStart, cursor < end, text[cursor].isSpaceOrTab { cursor += 1 }
            let lineEnd = text.lineEnd(from: cursor, to: end)
            isAtLineStart = isAtLineStart && cursor == end
            guard lineEnd < end else { return writeVerbatim(cursor..<lineEnd) }
            let next = after(lineEnd, to: end)
            writeBreak(cursor..<lineEnd, to: next)
            cursor = next
            isAtLineStart = true
        }
    }
}
