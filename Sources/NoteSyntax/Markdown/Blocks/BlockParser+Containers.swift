// SPDX-License-Identifier: MIT
// Opening and closing blocks: who lies in whom, where each ends, and which lists are loose.

extension BlockParser {
    /// Whether one more container may be opened.
    var canNest: Bool { stack.count < Self.deepestNesting }

    /// Adds a block to the innermost container.
    @discardableResult
    mutating func addBlock(_ node: PackedNode) -> Int {
        var node = node
        node.depth = UInt32(truncatingIfNeeded: stack.count)
        node.flags.insert(.fresh)
        // Outside of a quote whose mark it has, the line before is not blank.
        if stack.count < blankReach { isPreviousBlank = false }
        if isPreviousBlank { node.flags.insert(.afterBlank) }
        if isPreviousEmpty { node.flags.insert(.afterEmpty) }
        let top = stack.count - 1
        if top >= 0 {
            if isPreviousBlank, stack.base[top].hasChildren {
                // A blank line between two items, or between two blocks of an item.
                if stack.base[top].kind == .list {
                    stack.base[top].loosening += 1
                    node.flags.insert(.loosens)
                } else if stack.base[top].kind == .item {
                    stack.base[top - 1].loosening += 1
                    node.flags.insert(.loosens)
                }
            }
            stack.base[top].hasChildren = true
        }
        nodes.append(node)
        return nodes.count - 1
    }

    mutating func openContainer(_ kind: MarkdownKind, at start: Int, width: Int = 0, marker: UInt8 = 0) {
        let node = addBlock(PackedNode(kind, start, start))
        stack.append(OpenBlock(node: node, kind: kind, marker: marker, width: width, end: start))
    }

    /// Adds a part of the innermost container.
    mutating func addPart(_ node: PackedNode) {
        var node = node
        node.depth = UInt32(truncatingIfNeeded: stack.count)
        nodes.append(node)
    }

    /// Adds the quote marks of this line that belong to containers which were open before it.
    mutating func addMarks(depth: Int) {
        for index in 0..<marks.count {
            var node = PackedNode(.quoteMark, marks[index], marks[index] + 1)
            node.depth = UInt32(truncatingIfNeeded: depth)
            nodes.append(node)
        }
        marks.truncate(to: 0)
    }

    /// Closes what the line does not continue, once for each line.
    mutating func closeUnmatched() {
        if areUnmatchedClosed { return }
        areUnmatchedClosed = true
        closeLeaf()
        while stack.count > matched { closeContainer() }
        addMarks(depth: stack.count)
    }

    /// Makes room for a block of this kind: closes what cannot hold it.
    mutating func prepare(for kind: MarkdownKind) {
        closeUnmatched()
        closeLeaf()
        while stack.count > 0 {
            let top = stack.last.kind
            guard top == .table || (top == .list && kind != .item) else { return }
            closeContainer()
        }
    }

    mutating func closeContainer() {
        let block = stack.last
        stack.truncate(to: stack.count - 1)
        let inside = releaseMarks(from: block.end, depth: stack.count)
        if block.node >= 0 {
            nodes.base[block.node].length = UInt32(truncatingIfNeeded: block.end - nodes[block.node].from)
            nodes.base[block.node].count = UInt32(truncatingIfNeeded: inside - block.node - 1)
            if block.kind == .list { nodes.base[block.node].data = block.loosening }
        } else {
            closedOutside.append(ClosedContainer(number: -1 - block.node, end: block.end))
        }
        extendContainer(to: block.end)
        if block.kind == .table { alignments.truncate(to: block.alignments) }
    }

    /// The innermost container reaches at least to `end`.
    @inline(__always)
    mutating func extendContainer(to end: Int) {
        let top = stack.count - 1
        if top >= 0, stack.base[top].end < end { stack.base[top].end = end }
    }

    mutating func closeLeaf() {
        switch leaf.kind {
        case .none: return
        case .paragraph: closeParagraph()
        case .fence: closeVerbatim(end: leaf.end, isClosed: false)
        case .indented: closeIndented()
        case .html, .math, .comment: closeVerbatim(end: leaf.end, isClosed: false)
        }
        leaf.kind = .none
    }

    /// Moves the quote marks that stand behind a block out of it.
    ///
    /// The mark of an empty line is put into the innermost block that is open, which may turn out to end
    /// before it.
    ///
    /// - Parameters:
    ///   - end: Where the block ends.
    ///   - depth: The block's own depth.
    /// - Returns: How many nodes there are without these marks.
    private mutating func releaseMarks(from end: Int, depth: Int) -> Int {
        var first = nodes.count
        while first > 0, nodes[first - 1].kind == .quoteMark, nodes[first - 1].from >= end,
            nodes[first - 1].depth > depth
        {
            first -= 1
            nodes.base[first].depth = UInt32(truncatingIfNeeded: depth)
        }
        return first
    }

    /// Ends the node of the open leaf.
    mutating func finishLeaf(end: Int, content: Range<Int>) {
        let node = leaf.node
        let inside = releaseMarks(from: end, depth: leaf.depth)
        nodes.base[node].lead = UInt32(truncatingIfNeeded: content.lowerBound - nodes[node].from)
        nodes.base[node].finish(at: end, content: content.upperBound)
        nodes.base[node].count = UInt32(truncatingIfNeeded: inside - node - 1)
        extendContainer(to: end)
    }
}
