// SPDX-License-Identifier: MIT
// The tasks of a note, and the one byte that ticking one changes.

/// One task of a note.
public struct MarkdownTask: Hashable, Sendable {
    /// The character in its box; a space while it is open.
    public let status: Unicode.Scalar
    /// The box, brackets included.
    public let box: Range<Int>
    /// The bytes of the status alone.
    public let statusRange: Range<Int>
    /// Its text, from the first to the last line of its first paragraph; empty where there is none.
    public let text: Range<Int>
    /// The whole item, with what is nested in it.
    public let range: Range<Int>
    /// In how many list items it is nested.
    public let depth: Int
    /// The number of its item's node in the tree.
    public let node: Int

    /// Whether the box is empty.
    public var isOpen: Bool { status == " " }

    /// What ticking the task puts in the place of `statusRange`: `x` into an empty box, else a space.
    public var toggledStatus: Unicode.Scalar { isOpen ? "x" : " " }
}

extension MarkdownTree {
    /// The tasks of the note, in order.
    ///
    /// - Parameter bytes: The bytes that the tree was made from.
    public func tasks(in bytes: UnsafeBufferPointer<UInt8>) -> [MarkdownTask] {
        guard let text = bytes.baseAddress else { return [] }
        var tasks: [MarkdownTask] = []
        forEachTaskMark { index, mark, items in
            guard let item = items.last else { return }
            let whole = packed(item)
            var content = mark.end..<mark.end
            if index + 1 < count, packed(index + 1).kind == .paragraph, packed(index + 1).depth == mark.depth
            {
                let paragraph = packed(index + 1)
                content = paragraph.contentStart..<paragraph.contentEnd
            }
            tasks.append(
                MarkdownTask(
                    status: text.scalar(at: mark.contentStart, to: mark.contentEnd),
                    box: mark.from..<mark.end,
                    statusRange: mark.contentStart..<mark.contentEnd, text: content,
                    range: whole.from..<whole.end,
                    depth: items.count - 1, node: item))
        }
        return tasks
    }

    /// Walks over the marks of tasks, each with the list items around it, the outermost first. To look for those from
    /// each mark would take the time of all items before it in its list.
    private func forEachTaskMark(_ body: (_ index: Int, _ mark: PackedNode, _ items: [Int]) -> Void) {
        var items: [Int] = []
        var depths: [UInt32] = []
        for chunk in chunks {
            for position in chunk.nodes.indices {
                var node = chunk.nodes[position]
                while let last = depths.last, last >= node.depth {
                    items.removeLast()
                    depths.removeLast()
                }
                if node.kind == .item {
                    items.append(chunk.first + position)
                    depths.append(node.depth)
                } else if node.kind == .taskMark {
                    node.start += UInt32(truncatingIfNeeded: chunk.base)
                    body(chunk.first + position, node, items)
                }
            }
        }
    }
}
