// SPDX-License-Identifier: MIT
// Paragraphs, and what a paragraph can turn out to be: a heading, or definitions of link labels.

extension BlockParser {
    /// Opens a paragraph at `nonspace`.
    mutating func openParagraph() {
        prepare(for: .paragraph)
        leaf = OpenLeaf()
        leaf.kind = .paragraph
        leaf.depth = stack.count
        leaf.node = addBlock(PackedNode(.paragraph, nonspace, nonspace))
        leaf.lastLine = nonspace
        leaf.previousEnd = nonspace
        leaf.end = trimmedEnd(lineEnd, from: nonspace)
    }

    @inline(__always)
    mutating func addParagraphLine() {
        leaf.previousEnd = leaf.end
        leaf.lastLine = nonspace
        leaf.end = trimmedEnd(lineEnd, from: nonspace)
    }

    mutating func closeParagraph() {
        guard text[nodes[leaf.node].from] != UInt8(ascii: "[") || takeDefinitions() else { return }
        finishLeaf(end: leaf.end, content: nodes[leaf.node].from..<leaf.end)
    }

    /// Makes a heading of the open paragraph, where this line underlines it.
    mutating func underlineHeading() -> Bool {
        let sign = text[nonspace]
        var end = nonspace
        while peek(end) == sign { end += 1 }
        guard trimmedEnd(lineEnd, from: end) == end else { return false }
        if text[nodes[leaf.node].from] == UInt8(ascii: "["), !takeDefinitions() {
            // Nothing is left to underline: the line is text.
            leaf.kind = .none
            openParagraph()
            nodes.base[leaf.node].flags.remove(.fresh)
            return true
        }
        addMarks(depth: leaf.depth + 1)
        nodes.base[leaf.node].kind = .heading
        nodes.base[leaf.node].flags.insert(.special)
        let level = sign == UInt8(ascii: "=") ? 1 : 2
        nodes.base[leaf.node].data = UInt32(truncatingIfNeeded: level | (end - nonspace) << 3)
        finishLeaf(end: end, content: nodes[leaf.node].from..<leaf.end)
        leaf.kind = .none
        return true
    }

    // MARK: Definitions

    /// Cuts the definitions of link labels off the front of the open paragraph.
    ///
    /// - Returns: Whether some of the paragraph is left.
    mutating func takeDefinitions() -> Bool {
        let first = nodes[leaf.node]
        let end = leaf.end
        let markCount = nodes.count - leaf.node - 1
        let view = maskedText(of: first.from..<end, marks: leaf.node + 1..<nodes.count)
        guard var definition = view.linkDefinition(at: first.from, to: end) else { return true }

        let node = leaf.node
        var kept = ScratchBuffer<PackedNode>()
        for index in node + 1..<nodes.count { kept.append(nodes[index]) }
        nodes.truncate(to: node)
        var nextMark = 0
        var rest = first.from
        var head = first
        head.kind = .linkDefinition
        while true {
            addDefinition(definition, head: head, view: view, marks: kept, nextMark: &nextMark)
            head.flags = []
            rest = definition.range.upperBound
            while rest < end, view[rest].isBlankOrEnd { rest += 1 }
            guard rest < end, view[rest] == UInt8(ascii: "["),
                let next = view.linkDefinition(at: rest, to: end)
            else { break }
            definition = next
            head.start = UInt32(truncatingIfNeeded: rest)
        }
        extendContainer(to: definition.range.upperBound)

        // Marks before what is left lie in the container.
        while nextMark < markCount, kept[nextMark].from < rest || rest >= end {
            var mark = kept[nextMark]
            mark.depth -= 1
            nodes.append(mark)
            nextMark += 1
        }
        guard rest < end else { return false }
        var remainder = PackedNode(.paragraph, rest, end)
        remainder.depth = first.depth
        leaf.node = nodes.count
        nodes.append(remainder)
        while nextMark < markCount {
            nodes.append(kept[nextMark])
            nextMark += 1
        }
        return true
    }

    private mutating func addDefinition(
        _ definition: LinkDefinition, head: PackedNode, view: UnsafePointer<UInt8>,
        marks: borrowing ScratchBuffer<PackedNode>, nextMark: inout Int
    ) {
        let range = definition.range
        while nextMark < marks.count, marks[nextMark].from < range.lowerBound {
            var mark = marks[nextMark]
            mark.depth -= 1
            nodes.append(mark)
            nextMark += 1
        }
        var node = head
        node.finish(at: range.upperBound, content: range.upperBound)
        node.data = labels.intern(view, definition.label)
        definitions.append(node.data)
        let index = nodes.count
        nodes.append(node)
        var parts: [(MarkdownKind, Range<Int>)] = [
            (.linkLabel, definition.label), (.linkDestination, definition.destination),
        ]
        if let title = definition.title { parts.append((.linkTitle, title)) }
        for (kind, part) in parts {
            while nextMark < marks.count, marks[nextMark].from < part.lowerBound {
                nodes.append(marks[nextMark])
                nextMark += 1
            }
            var child = PackedNode(kind, part.lowerBound, part.upperBound)
            child.depth = head.depth + 1
            let index = nodes.count
            nodes.append(child)
            // A part that runs over lines holds their marks.
            while nextMark < marks.count, marks[nextMark].from < part.upperBound {
                var mark = marks[nextMark]
                mark.depth += 1
                nodes.append(mark)
                nextMark += 1
            }
            nodes.base[index].count = UInt32(truncatingIfNeeded: nodes.count - index - 1)
        }
        while nextMark < marks.count, marks[nextMark].from < range.upperBound {
            nodes.append(marks[nextMark])
            nextMark += 1
        }
        nodes.base[index].count = UInt32(truncatingIfNeeded: nodes.count - index - 1)
    }

    /// The text, or a copy of this range in which quote marks are spaces; positions stay.
    private mutating func maskedText(of range: Range<Int>, marks: Range<Int>) -> UnsafePointer<UInt8> {
        guard !marks.isEmpty else { return text }
        masked.resize(to: range.count)
        masked.base.update(from: text + range.lowerBound, count: range.count)
        for index in marks { masked[nodes[index].from - range.lowerBound] = Byte.space }
        // SAFETY: read in `range` only, so that positions are those of the text.
        return UnsafePointer(masked.base) - range.lowerBound
    }
}
