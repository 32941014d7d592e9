// SPDX-License-Identifier: MIT
// From blocks and their inline constructs to the final order of nodes.

/// Writes the nodes of a parsed region: its blocks, with the inline constructs inside them.
struct TreeWriter: ~Copyable {
    private var text = UnsafePointer<UInt8>.nowhere
    private var textEnd = 0
    private(set) var nodes = ScratchBuffer<PackedNode>()
    private var inlines = InlineParser()
    private var openInlines = ScratchBuffer<OpenInline>()
    private var open = ScratchBuffer<WrittenBlock>()
    private var masked = ScratchBuffer<UInt8>()

    /// Writes `blocks`, which lie in document order; what was written before is forgotten.
    mutating func write(
        _ blocks: borrowing ScratchBuffer<PackedNode>, text: UnsafePointer<UInt8>, end: Int,
        labels: LinkLabels
    ) {
        self.text = text
        textEnd = end
        inlines.labels = labels
        nodes.truncate(to: 0)
        nodes.reserve(blocks.count * 2)
        var index = 0
        // The block before which the innermost open container ends.
        while index < blocks.count {
            while open.count > 0, open.last.blockEnd <= index { closeLast() }
            let block = blocks[index]
            let node = nodes.count
            nodes.append(block)
            index += 1
            if block.kind.holdsInlines {
                let marks = UnsafeBufferPointer(
                    start: UnsafePointer(blocks.base + index), count: Int(block.count))
                index += marks.count
                writeInlines(of: block, marks: marks)
                nodes.base[node].count = UInt32(truncatingIfNeeded: nodes.count - node - 1)
            } else if block.count > 0 {
                open.append(WrittenBlock(node: node, blockEnd: index + Int(block.count)))
            }
        }
        while open.count > 0 { closeLast() }
    }

    /// Takes the place of what was written.
    mutating func replaceNodes(with others: consuming ScratchBuffer<PackedNode>) { nodes = others }

    private mutating func closeLast() {
        let node = open.last.node
        nodes.base[node].count = UInt32(truncatingIfNeeded: nodes.count - node - 1)
        open.truncate(to: open.count - 1)
    }

    private mutating func writeInlines(of block: PackedNode, marks: UnsafeBufferPointer<PackedNode>) {
        let start = block.contentStart
        let end = block.contentEnd
        inlines.text = text
        if !marks.isEmpty {
            // Quote marks between the lines are white space to the text.
            masked.resize(to: end - start)
            masked.base.update(from: text + start, count: end - start)
            for mark in marks where mark.from < end { masked[mark.from - start] = Byte.space }
            // SAFETY: read from `start` on only, so that positions are those of the text.
            inlines.text = UnsafePointer(masked.base) - start
        }
        inlines.run(from: start, to: end)
        if block.kind != .tableCell {
            let caret = inlines.blockID { block.kind == .paragraph && isAlone(block) }
            if let caret { inlines.append(PackedNode(.blockID, caret, end, content: caret + 1..<end)) }
        }
        inlines.write(to: &nodes, marks: marks, depth: block.depth + 1, open: &openInlines)
    }

    /// Whether the lines before and after a paragraph are empty, or hold quote marks only.
    private func isAlone(_ block: PackedNode) -> Bool {
        if !block.flags.contains(.afterEmpty) {
            var first = block.from
            while first > 0, text[first - 1].isSpaceOrTab { first -= 1 }
            guard first == 0 || (first == 3 && text.hasPrefix("\u{FEFF}", at: 0, to: textEnd)) else {
                return false
            }
        }
        var position = text.lineEnd(from: block.end, to: textEnd)
        guard position < textEnd else { return true }
        let isPair = text[position] == Byte.carriageReturn && position + 1 < textEnd
        position += isPair && text[position + 1] == Byte.newline ? 2 : 1
        while position < textEnd, text[position].isSpaceOrTab || text[position] == UInt8(ascii: ">") {
            position += 1
        }
        return position == textEnd || text[position].isLineEnd
    }
}
