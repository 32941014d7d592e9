// SPDX-License-Identifier: MIT
// From blocks and their inline constructs to the final order of nodes.

/// Writes the nodes of a parsed region: its blocks, with the inline constructs inside them.
struct TreeWriter: ~Copyable {
    private var text = UnsafePointer<UInt8>.nowhere
    private var textEnd = 0
    private(set) var nodes = ScratchBuffer<PackedNode>()
    private var inlines = InlineParser()
    private let classes = ByteClass.table
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
        // The first block after the innermost open container.
        var end = Int.max
        while index < blocks.count {
            while end <= index {
                closeLast()
                end = open.count > 0 ? open.last.blockEnd : .max
            }
            let block = blocks[index]
            let node = nodes.count
            nodes.append(block)
            index &+= 1
            if block.kind.holdsInlines {
                let marks = UnsafeBufferPointer(
                    start: UnsafePointer(blocks.base + index), count: Int(block.count))
                index &+= marks.count
                let (from, to) = (block.contentStart, block.contentEnd)
                if marks.isEmpty {
                    // Most cells and many lines hold nothing but words.
                    let first = text.nextSpecial(from: from, to: to, classes)
                    guard first < to else { continue }
                    inlines.text = text
                    writeInlines(of: block, first: first, marks: marks)
                } else {
                    mask(marks, from: from, to: to)
                    let first = inlines.text.nextSpecial(from: from, to: to, classes)
                    writeInlines(of: block, first: first, marks: marks)
                }
                nodes.base[node].count = UInt32(truncatingIfNeeded: nodes.count - node - 1)
            } else if block.count > 0 {
                end = index &+ Int(block.count)
                open.append(WrittenBlock(node: node, blockEnd: end))
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

    /// Lets the inline parser see a copy of the text: quote marks between the lines are white space to it.
    private mutating func mask(_ marks: UnsafeBufferPointer<PackedNode>, from start: Int, to end: Int) {
        masked.resize(to: end - start)
        masked.base.update(from: text + start, count: end - start)
        for mark in marks where mark.from < end { masked[mark.from - start] = Byte.space }
        // SAFETY: read from `start` on only, so that positions are those of the text.
        inlines.text = UnsafePointer(masked.base) - start
    }

    /// - Parameter first: The first special byte, or the end of the block's text.
    private mutating func writeInlines(
        of block: PackedNode, first: Int, marks: UnsafeBufferPointer<PackedNode>
    ) {
        let end = block.contentEnd
        inlines.run(from: block.contentStart, to: end, first: first)
        if block.kind != .tableCell {
            let caret = inlines.blockID { block.kind == .paragraph && isAlone(block) }
            if let caret { inlines.append(PackedNode(.blockID, caret, end, content: caret + 1..<end)) }
        }
        inlines.write(to: &nodes, marks: marks, depth: block.depth + 1, open: &openInlines)
    }

    /// Whether the lines before and after a paragraph are empty, or hold quote marks only.
    private func isAlone(_ block: PackedNode) -> Bool {
        guard block.flags.contains(.afterEmpty) else { return false }
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
