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
        // Room for all there can be, so that the loop needs no more than these places.
        nodes.reserve(nodes.count + items.count + marks.count)
        open.reserve(items.count)
        let (items, out, stack) = (UnsafePointer(items.base), nodes.base, open.base)
        var count = nodes.count
        var level = 0
        var nextMark = 0
        var lastTagEnd = -1
        var index = items[0].count

        /// Ends what ends at `position` or before.
        @inline(__always)
        func close(before position: Int) {
            while level > 0, stack[level - 1].end <= position {
                level -= 1
                let node = stack[level].node
                out[node].count = UInt32(truncatingIfNeeded: count &- node &- 1)
            }
        }
        @inline(__always)
        func emit(_ item: PackedNode) {
            var node = item
            node.count = 0
            node.depth = depth &+ UInt32(truncatingIfNeeded: level)
            (out + count).initialize(to: node)
            count &+= 1
        }
        /// Writes the marks before a position.
        @inline(__always)
        func writeMarks(before position: Int) {
            while nextMark < marks.count, marks[nextMark].from < position {
                close(before: marks[nextMark].from)
                emit(marks[nextMark])
                nextMark += 1
            }
        }

        while index != Self.noItem {
            var item = items[Int(index)]
            index = item.count
            if item.flags.contains(.placeholder) { continue }
            writeMarks(before: item.from)
            close(before: item.from)
            let outer = level > 0 ? stack[level - 1] : nil
            if item.kind == .tag {
                guard finishTag(&item, next: index, lastTagEnd: lastTagEnd, outer: outer) else { continue }
                lastTagEnd = item.end
                item.flags.remove(.provisional)
            } else if item.kind == .url, let outer, outer.isInLink {
                continue
            }
            // What comes after it may start inside it.
            if index != Self.noItem && items[Int(index)].from < item.end
                || nextMark < marks.count && marks[nextMark].from < item.end
            {
                emit(item)
                (stack + level).initialize(
                    to: OpenInline(
                        node: count - 1, end: item.end, contentStart: item.contentStart,
                        contentEnd: item.contentEnd, kind: item.kind,
                        isInLink: item.kind == .link || outer?.isInLink ?? false))
                level += 1
            } else {
                emit(item)
            }
        }
        writeMarks(before: .max)
        close(before: .max)
        nodes.resize(to: count)
    }

    /// Ends a tag where something else begins.
    ///
    /// - Returns: Whether it is one.
    private func finishTag(
        _ tag: inout PackedNode, next: UInt32, lastTagEnd: Int, outer: OpenInline?
    ) -> Bool {
        let first = tag.from
        if tag.flags.contains(.provisional), lastTagEnd != first {
            guard let outer else { return false }
            switch outer.kind {
            case .emphasis, .strong, .strike, .highlight:
                guard outer.contentStart == first else { return false }
            default: return false
            }
        }
        var last = tag.end
        if let outer { last = min(last, outer.contentEnd) }
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
