// SPDX-License-Identifier: MIT
// From the items of one run to nodes of the tree, in document order, outer before inner.

extension InlineParser {
    /// Writes the items that are nodes, and the quote marks that lie between them.
    ///
    /// - Parameters:
    ///   - marks: The quote marks inside the run, in order.
    ///   - depth: The depth of the nodes outermost in the run.
    mutating func write(
        to nodes: inout ScratchBuffer<PackedNode>, marks: UnsafeBufferPointer<PackedNode>, depth: UInt32,
        open: inout ScratchBuffer<OpenInline>
    ) {
        open.truncate(to: 0)
        var nextMark = 0
        var lastTagEnd = -1
        var index = items[0].count
        while index != Self.noItem {
            var item = items[Int(index)]
            index = item.count
            if item.flags.contains(.placeholder) { continue }
            while nextMark < marks.count, marks[nextMark].start < item.start {
                emit(marks[nextMark], to: &nodes, depth: depth, open: &open)
                nextMark += 1
            }
            Self.close(before: item.from, nodes: &nodes, open: &open)
            if item.kind == .tag {
                guard finishTag(&item, next: index, lastTagEnd: lastTagEnd, open: open) else { continue }
                lastTagEnd = item.end
            } else if item.kind == .url, open.count > 0, open.last.isInLink {
                continue
            }
            emit(item, to: &nodes, depth: depth, open: &open)
        }
        while nextMark < marks.count {
            emit(marks[nextMark], to: &nodes, depth: depth, open: &open)
            nextMark += 1
        }
        Self.close(before: Int.max, nodes: &nodes, open: &open)
    }

    @inline(__always)
    private func emit(
        _ item: PackedNode, to nodes: inout ScratchBuffer<PackedNode>, depth: UInt32,
        open: inout ScratchBuffer<OpenInline>
    ) {
        Self.close(before: item.from, nodes: &nodes, open: &open)
        var node = item
        node.count = 0
        node.flags.remove(.provisional)
        node.depth = depth + UInt32(truncatingIfNeeded: open.count)
        let isInLink = item.kind == .link || (open.count > 0 && open.last.isInLink)
        open.append(
            OpenInline(
                node: nodes.count, end: item.end, contentStart: item.contentStart,
                contentEnd: item.contentEnd,
                kind: item.kind, isInLink: isInLink))
        nodes.append(node)
    }

    @inline(__always)
    private static func close(
        before position: Int, nodes: inout ScratchBuffer<PackedNode>, open: inout ScratchBuffer<OpenInline>
    ) {
        while open.count > 0, open.last.end <= position {
            let node = open.last.node
            nodes.base[node].count = UInt32(truncatingIfNeeded: nodes.count - node - 1)
            open.truncate(to: open.count - 1)
        }
    }

    /// Ends a tag where something else begins.
    ///
    /// - Returns: Whether it is one.
    private func finishTag(
        _ tag: inout PackedNode, next: UInt32, lastTagEnd: Int, open: borrowing ScratchBuffer<OpenInline>
    ) -> Bool {
        let first = tag.from
        if tag.flags.contains(.provisional), lastTagEnd != first {
            guard open.count > 0 else { return false }
            let outer = open.last
            switch outer.kind {
            case .emphasis, .strong, .strike, .highlight:
                guard outer.contentStart == first else { return false }
            default: return false
            }
        }
        var last = tag.end
        if open.count > 0 { last = min(last, open.last.contentEnd) }
        var following = next
        while following != Self.noItem, items[Int(following)].flags.contains(.placeholder) {
            following = items[Int(following)].count
        }
        if following != Self.noItem { last = min(last, items[Int(following)].from) }
        guard isTagName(from: first + 1, to: last) else { return false }
        tag.length = UInt32(truncatingIfNeeded: last - first)
        return true
    }
}
