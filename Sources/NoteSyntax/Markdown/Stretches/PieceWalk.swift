// SPDX-License-Identifier: MIT
// Where the body of a note may be cut: in front of lines that start a block, or an item that keeps its number.

/// Goes through the pieces of a body, from any of them on.
package struct PieceWalk: ~Copyable {
    private let tree: MarkdownTree
    private let window: TextWindow
    private var node: Int
    /// The chunk that was read last, and its place: what is read next is in it, or in the one behind.
    private var chunk = NodeChunk(nodes: [], first: 0, base: 0, leastDepth: 0)
    private var place = 0
    /// The number of the first node behind the list that the walk is in; 0 where it is in none.
    private var listEnd = 0
    /// The number that the next item has as a reader sees it.
    private var nextNumber = 0
    /// Where the blocks before end.
    private var reached: Int
    /// Where the first piece starts, whatever stands there; `nil` behind it.
    private var first: Int?
    /// A list was just entered: its first item is no place of its own.
    private var isAtFirstItem = false

    /// A walk that starts with the piece at `start`, where a piece of this tree starts, or the body.
    ///
    /// - Parameters:
    ///   - tree: The tree of the whole note.
    ///   - window: The note, or all of it that the walk will come to.
    ///   - start: Where a line starts.
    package init(_ tree: borrowing MarkdownTree, in window: TextWindow, from start: Int) {
        self.tree = copy tree
        self.window = window
        reached = start
        first = start
        node = tree.firstIndex(startingAfter: start - 1)
        if node == 0, tree.frontmatter != nil, tree.count > 0 { node = tree.next(after: 0) }
        guard node < tree.count else { return }
        place = tree.chunkIndex(of: node)
        chunk = tree.chunks[place]
        let block = packed(node)
        if block.kind == .item, block.depth == 1, let list = tree.parent(of: node) {
            listEnd = list + 1 + Int(tree.packed(list).count)
            nextNumber = number(of: block)
        }
    }

    /// Where the walk is: no piece that is still to come starts before.
    package var position: Int {
        mutating get { node < tree.count ? Swift.max(reached, packed(node).from) : window.textEnd }
    }

    /// The next piece; `nil` behind the last one.
    ///
    /// The window has to reach to `position`.
    package mutating func next() -> BodyPiece? {
        while node < tree.count {
            if node >= listEnd { listEnd = 0 }
            let packed = packed(node)
            let index = node
            let isItem = listEnd > 0
            let isCut = (!isItem || takeNumber(of: packed)) && !isAtFirstItem
            isAtFirstItem = false
            let end = packed.end
            if !isItem, packed.kind == .list {
                listEnd = index + 1 + Int(packed.count)
                node = index + 1
                nextNumber = node < tree.count ? number(of: self.packed(node)) : 0
                isAtFirstItem = true
            } else {
                node = index + 1 + Int(packed.count)
            }
            let line = isCut ? lineStart(of: packed.from) : nil
            if packed.kind != .list || isItem { reached = Swift.max(reached, end) }
            if let line { return BodyPiece(node: index, start: line, isInsideList: isItem) }
        }
        return nil
    }

    /// The stored node with this number, at or behind the one that was read last.
    @inline(__always)
    private mutating func packed(_ index: Int) -> PackedNode {
        while index >= chunk.end {
            place += 1
            chunk = tree.chunks[place]
        }
        var node = chunk.nodes[index - chunk.first]
        node.start += UInt32(truncatingIfNeeded: chunk.base)
        return node
    }

    /// Whether an item starts with the number it has in its list; the next one has one more.
    private mutating func takeNumber(of item: PackedNode) -> Bool {
        guard item.kind == .item else { return false }
        defer { nextNumber += 1 }
        return !isOrdered(item) || number(of: item) == nextNumber
    }

    private func isOrdered(_ item: PackedNode) -> Bool {
        let sign = UInt8(truncatingIfNeeded: item.data >> 8)
        return sign == UInt8(ascii: ".") || sign == UInt8(ascii: ")")
    }

    /// The number that an item starts with; 0 for a bullet.
    private func number(of item: PackedNode) -> Int {
        var number = 0
        var position = item.from
        while position < window.end, window.text[position].isDigit, position - item.from < 9 {
            number = number * 10 + Int(window.text[position] &- 0x30)
            position += 1
        }
        return number
    }

    /// Where the line starts that a block is the first in; `nil` where it shares it with the one before.
    private mutating func lineStart(of position: Int) -> Int? {
        if let start = first {
            first = nil
            return start
        }
        var start = position
        while start > reached, window.text[start - 1].isSpaceOrTab { start -= 1 }
        return window.text[start - 1].isLineEnd ? start : nil
    }
}

extension MarkdownTree {
    /// The body of the note: from the end of its byte order mark and front matter to its end.
    package func body(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        if let frontmatter { return frontmatter.range.upperBound..<byteCount }
        guard let text = bytes.baseAddress, text.hasPrefix("\u{FEFF}", at: 0, to: bytes.count) else {
            return 0..<byteCount
        }
        return 3..<byteCount
    }
}
