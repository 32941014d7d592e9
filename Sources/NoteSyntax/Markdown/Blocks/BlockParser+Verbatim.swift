// SPDX-License-Identifier: MIT
// Blocks whose text is taken as it stands: code, HTML, mathematics and comments.

extension BlockParser {
    // MARK: Opening

    mutating func openIndentedCode() {
        prepare(for: .codeIndented)
        advance(columns: 4)
        let start = offset
        openVerbatim(.indented, node: PackedNode(.codeIndented, lineIndentStart(), start))
        leaf.content = start
        addVerbatimLine()
        leaf.nodes = nodes.count
        leaf.end = lineEnd
    }

    /// Where the text of this line starts after the prefixes of its containers.
    private func lineIndentStart() -> Int {
        // Four columns were just used; a tab that reaches over the border belongs to the code.
        var position = offset
        var columns = 0
        while position > lineStart, columns < 4, text[position - 1].isSpaceOrTab {
            position -= 1
            columns += text[position] == Byte.tab ? 4 : 1
        }
        return position
    }

    mutating func openFence() -> Bool {
        let sign = text[nonspace]
        var position = nonspace
        while peek(position) == sign { position += 1 }
        let length = position - nonspace
        guard length >= 3 else { return false }
        if sign == UInt8(ascii: "`") {
            for index in position..<lineEnd where text[index] == sign { return false }
        }
        let start = nonspace
        let indentation = indent
        prepare(for: .codeBlock)
        openVerbatim(.fence, node: PackedNode(.codeBlock, start, lineEnd))
        leaf.character = sign
        leaf.length = length
        leaf.indent = indentation
        leaf.end = trimmedEnd(lineEnd, from: position)
        while position < lineEnd, text[position].isSpaceOrTab { position += 1 }
        if position < lineEnd {
            var end = position
            while end < lineEnd, !text[end].isSpaceOrTab { end += 1 }
            addLeafPart(PackedNode(.codeInfo, position, end))
        }
        return true
    }

    mutating func openMath() -> Bool {
        guard peek(nonspace + 1) == UInt8(ascii: "$") else { return false }
        for index in nonspace + 2..<max(lineEnd, nonspace + 2) where text[index] == UInt8(ascii: "$") {
            return false
        }
        prepare(for: .mathBlock)
        openVerbatim(.math, node: PackedNode(.mathBlock, nonspace, lineEnd))
        leaf.content = nonspace + 2
        leaf.end = trimmedEnd(lineEnd, from: nonspace)
        return true
    }

    mutating func openComment() -> Bool {
        guard peek(nonspace + 1) == UInt8(ascii: "%"), peek(nonspace + 2) != UInt8(ascii: "%") else {
            return false
        }
        guard text.commentFence(from: nonspace + 2, to: lineEnd) == nil else { return false }
        prepare(for: .commentBlock)
        openVerbatim(.comment, node: PackedNode(.commentBlock, nonspace, lineEnd))
        leaf.content = nonspace + 2
        leaf.end = trimmedEnd(lineEnd, from: nonspace)
        return true
    }

    mutating func openHTML(inParagraph: Bool) -> Bool {
        let condition = text.htmlBlockStart(at: nonspace, to: lineEnd, inParagraph: inParagraph)
        guard condition > 0 else { return false }
        let start = nonspace
        prepare(for: .htmlBlock)
        openVerbatim(.html, node: PackedNode(.htmlBlock, start, lineEnd))
        leaf.length = condition
        leaf.content = start
        if stack.count > 0 {
            // Its own indentation stands before the block.
            var line = PackedNode(.line, start, lineEnd)
            line.data = UInt32(truncatingIfNeeded: indent)
            addLeafPart(line)
        }
        leaf.end = trimmedEnd(lineEnd, from: start)
        leaf.nodes = nodes.count
        if condition <= 5, text.endsHTMLBlock(condition, from: start, to: lineEnd) {
            closeVerbatim(end: leaf.end, isClosed: true)
        }
        return true
    }

    private mutating func openVerbatim(_ kind: OpenLeaf.Kind, node: PackedNode) {
        leaf = OpenLeaf()
        leaf.kind = kind
        leaf.depth = stack.count
        leaf.node = addBlock(node)
    }

    mutating func addLeafPart(_ node: PackedNode) {
        var node = node
        node.depth = UInt32(truncatingIfNeeded: leaf.depth + 1)
        nodes.append(node)
    }

    // MARK: Going on

    /// Goes on with the open block of code, HTML, mathematics or comment.
    ///
    /// - Returns: Whether the line belongs to it.
    mutating func continueLeaf() -> Bool {
        switch leaf.kind {
        case .fence:
            addMarks(depth: leaf.depth + 1)
            if indent <= 3, !isBlank, text[nonspace] == leaf.character, let end = closingFence() {
                closeVerbatim(end: end, isClosed: true)
                return true
            }
            advance(columns: min(leaf.indent, indent))
        case .indented:
            if indent >= 4 {
                addMarks(depth: leaf.depth + 1)
                advance(columns: 4)
            } else if isBlank {
                addMarks(depth: leaf.depth + 1)
                offset = lineEnd
                isInsideTab = false
            } else {
                return false
            }
        case .html:
            if leaf.length >= 6, isBlank { return false }
            addMarks(depth: leaf.depth + 1)
        case .math: return continueMath()
        case .comment: return continueComment()
        case .none, .paragraph: return false
        }

        if leaf.content < 0 { leaf.content = offset }
        addVerbatimLine()
        switch leaf.kind {
        case .indented:
            if !isBlank {
                leaf.end = lineEnd
                leaf.nodes = nodes.count
            }
        case .html:
            if !isBlank {
                leaf.end = trimmedEnd(lineEnd, from: offset)
                leaf.nodes = nodes.count
            }
            if leaf.length <= 5, text.endsHTMLBlock(leaf.length, from: offset, to: lineEnd) {
                closeVerbatim(end: leaf.end, isClosed: true)
            }
        default: leaf.end = lineEnd
        }
        return true
    }

    /// Keeps where the text of this line starts, where its container or fence takes some of it.
    private mutating func addVerbatimLine() {
        guard stack.count > 0 || leaf.indent > 0 || leaf.kind == .indented else { return }
        var node = PackedNode(.line, offset, lineEnd)
        if isInsideTab {
            // The rest of a tab whose first columns are the container's counts as spaces.
            node.lead = 1
            node.data = UInt32(truncatingIfNeeded: 4 - (column & 3))
        }
        addLeafPart(node)
    }

    private func closingFence() -> Int? {
        var position = nonspace
        while peek(position) == leaf.character { position += 1 }
        guard position - nonspace >= leaf.length else { return nil }
        let end = position
        while position < lineEnd, text[position].isSpaceOrTab { position += 1 }
        return position == lineEnd ? end : nil
    }

    private mutating func continueMath() -> Bool {
        addMarks(depth: leaf.depth + 1)
        let end = trimmedEnd(lineEnd, from: offset)
        if end - offset >= 2, text[end - 1] == UInt8(ascii: "$"), text[end - 2] == UInt8(ascii: "$") {
            closeVerbatim(end: end, isClosed: true)
        } else if !isBlank {
            leaf.end = end
        }
        return true
    }

    private mutating func continueComment() -> Bool {
        addMarks(depth: leaf.depth + 1)
        guard let fence = text.commentFence(from: offset, to: lineEnd) else {
            if !isBlank { leaf.end = trimmedEnd(lineEnd, from: offset) }
            return true
        }
        closeVerbatim(end: fence + 2, isClosed: true)
        offset = fence + 2
        isInsideTab = false
        findIndent()
        if !isBlank {
            // What follows is inline text, whatever it looks like.
            openParagraph()
            nodes.base[leaf.node].flags.remove(.fresh)
        }
        return true
    }

    // MARK: Closing

    mutating func closeVerbatim(end: Int, isClosed: Bool) {
        var content = leaf.content < 0 ? leaf.end..<leaf.end : leaf.content..<max(leaf.end, leaf.content)
        if isClosed {
            nodes.base[leaf.node].flags.insert(.special)
            switch leaf.kind {
            case .math, .comment: content = leaf.content..<end - 2
            case .html: content = leaf.content..<end
            default: break
            }
        }
        if leaf.kind == .html {
            dropLines(from: leaf.nodes)
            // The blanks after the last line are not the block's.
            let last = leaf.nodes - 1
            if nodes[last].kind == .line { nodes.base[last].finish(at: leaf.end, content: leaf.end) }
        }
        finishLeaf(end: max(end, content.upperBound), content: content)
        leaf.kind = .none
    }

    /// Ends indented code before the blank lines at its end.
    mutating func closeIndented() {
        dropLines(from: leaf.nodes)
        finishLeaf(end: leaf.end, content: leaf.content..<leaf.end)
    }

    /// Takes back the lines at the end of a block that do not belong to it; quote marks stay.
    private mutating func dropLines(from first: Int) {
        var kept = first
        for index in first..<nodes.count where nodes[index].kind == .quoteMark {
            nodes[kept] = nodes[index]
            kept += 1
        }
        nodes.truncate(to: kept)
    }
}
