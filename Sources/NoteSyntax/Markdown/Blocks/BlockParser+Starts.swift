// SPDX-License-Identifier: MIT
// Which blocks can start in a line, asked in the order of the specification.

extension BlockParser {
    /// Opens the blocks that start in this line.
    ///
    /// - Parameter isLazy: Whether the line could continue an open paragraph.
    /// - Returns: Whether the line is used up.
    mutating func startBlocks(isLazy: Bool) -> Bool {
        var isLazy = isLazy
        while !isBlank {
            if indent >= 4 {
                guard !isLazy else { return false }
                openIndentedCode()
                return true
            }
            let byte = text[nonspace]
            guard classes[Int(byte)] & ByteClass.blockStart != 0 else { return false }
            // Directly in an open paragraph, which some blocks cannot interrupt.
            let inParagraph = !areUnmatchedClosed && matched == stack.count && leaf.kind == .paragraph
            switch byte {
            case UInt8(ascii: ">"):
                guard canNest else { return false }
                prepare(for: .quote)
                openContainer(.quote, at: nonspace)
                addPart(PackedNode(.quoteMark, nonspace, nonspace + 1))
                stack.base[stack.count - 1].end = nonspace + 1
                skipQuoteMark()
                if openCallout() { return true }
            case UInt8(ascii: "#"):
                return openHeading()
            case UInt8(ascii: "`"), UInt8(ascii: "~"):
                return openFence()
            case UInt8(ascii: "<"):
                // A line that could be lazy may not be interrupted by what cannot interrupt its paragraph.
                return openHTML(inParagraph: inParagraph || isLazy)
            case UInt8(ascii: "$"):
                return openMath()
            case UInt8(ascii: "%"):
                return openComment()
            case UInt8(ascii: "="):
                return inParagraph && underlineHeading()
            case UInt8(ascii: "["):
                guard openFootnote() else { return false }
            case UInt8(ascii: "|"), UInt8(ascii: ":"):
                return inParagraph && openTable()
            case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"):
                if byte == UInt8(ascii: "-"), inParagraph {
                    // A dash and a space start an item, also where a delimiter row could.
                    if !peek(nonspace + 1).isBlankOrEnd, openTable() { return true }
                    if underlineHeading() { return true }
                }
                if byte != UInt8(ascii: "+"), openRule() { return true }
                guard byte != UInt8(ascii: "_"), openItem(inParagraph: inParagraph) else { return false }
                if openTask() { return true }
            default:
                guard openItem(inParagraph: inParagraph) else { return false }
                if openTask() { return true }
            }
            isLazy = false
        }
        return false
    }

    // MARK: Blocks of one line

    private mutating func openHeading() -> Bool {
        var position = nonspace
        while peek(position) == UInt8(ascii: "#") { position += 1 }
        let level = position - nonspace
        guard level <= 6, peek(position).isBlankOrEnd else { return false }
        prepare(for: .heading)
        let end = trimmedEnd(lineEnd, from: position)
        while position < end, text[position].isSpaceOrTab { position += 1 }
        var contentEnd = end
        var closing = end
        while closing > position, text[closing - 1] == UInt8(ascii: "#") { closing -= 1 }
        if closing < end, closing == position || text[closing - 1].isSpaceOrTab {
            contentEnd = trimmedEnd(closing, from: position)
        } else {
            closing = end
        }
        position = min(position, contentEnd)
        var node = PackedNode(.heading, nonspace, end, content: position..<contentEnd)
        node.data = UInt32(truncatingIfNeeded: level | (end - closing) << 3)
        addBlock(node)
        extendContainer(to: end)
        return true
    }

    private mutating func openRule() -> Bool {
        let sign = text[nonspace]
        if sign == ruleSign, nonspace < noRuleBefore { return false }
        var number = 0
        var end = nonspace
        for position in nonspace..<lineEnd {
            if text[position] == sign {
                number += 1
                end = position + 1
            } else if !text[position].isSpaceOrTab {
                ruleSign = sign
                noRuleBefore = position
                return false
            }
        }
        guard number >= 3 else { return false }
        prepare(for: .rule)
        addBlock(PackedNode(.rule, nonspace, end))
        extendContainer(to: end)
        return true
    }

    /// The end of `nonspace..<end` without the spaces and tabs before it.
    @inline(__always)
    func trimmedEnd(_ end: Int, from start: Int) -> Int {
        var end = end
        while end > start, text[end - 1].isSpaceOrTab { end -= 1 }
        return end
    }

    // MARK: Lists

    /// Opens a list item, and its list where it does not continue the open one.
    private mutating func openItem(inParagraph: Bool) -> Bool {
        let start = nonspace
        var position = start
        var marker = text[position]
        if marker.isDigit {
            var number = 0
            while position - start < 9, peek(position).isDigit {
                number = number * 10 + Int(text[position] &- 0x30)
                position += 1
            }
            marker = peek(position)
            guard marker == UInt8(ascii: ".") || marker == UInt8(ascii: ")") else { return false }
            if inParagraph, number != 1 { return false }
        } else if marker != UInt8(ascii: "-"), marker != UInt8(ascii: "*"), marker != UInt8(ascii: "+") {
            return false
        }
        position += 1
        guard peek(position).isBlankOrEnd else { return false }
        if inParagraph, isBlankFrom(position) { return false }
        guard canNest, stack.count + 2 <= Self.deepestNesting else { return false }

        let markerIndent = indent
        prepare(for: .item)
        advance(to: start)
        offset = position
        column += position - start
        findIndent()
        var padding = indent
        if indent >= 5 || indent < 1 || isBlank {
            padding = 1
            if indent > 0 { advance(columns: 1) }
        } else {
            advance(columns: indent)
        }
        findIndent()

        if stack.count == 0 || stack.last.kind != .list || stack.last.marker != marker {
            if stack.count > 0, stack.last.kind == .list { closeContainer() }
            openContainer(.list, at: start, marker: marker)
        }
        let width = position - start
        opensItem = true
        openContainer(.item, at: start, width: markerIndent + width + padding)
        let item = stack.count - 1
        let node = stack.base[item].node
        stack.base[item].end = position
        nodes.base[node].lead = UInt32(truncatingIfNeeded: width)
        // No item is indented by more than 18 columns: 3 before the sign, 10 for it, 5 after it.
        nodes.base[node].data = UInt32(truncatingIfNeeded: stack.base[item].width) | UInt32(marker) << 8
        return true
    }

    private func isBlankFrom(_ position: Int) -> Bool {
        var position = position
        while position < lineEnd, text[position].isSpaceOrTab { position += 1 }
        return position >= lineEnd
    }

    /// Opens the text of a task, where the item that was just opened is one.
    ///
    /// - Returns: Whether the line is used up.
    private mutating func openTask() -> Bool {
        guard !isBlank, indent < 4, text[nonspace] == UInt8(ascii: "[") else { return false }
        let start = nonspace
        guard let end = text.taskMark(at: start, to: lineEnd) else { return false }
        var node = PackedNode(.taskMark, start, end)
        node.lead = 1
        node.trail = 1
        addPart(node)
        let top = stack.count - 1
        stack.base[top].hasChildren = true
        stack.base[top].end = end
        offset = end
        column += indent + end - start
        isInsideTab = false
        findIndent()
        if isBlank { return true }
        stack.base[top].hasChildren = false
        openParagraph()
        stack.base[top].hasChildren = true
        return true
    }
}

extension UnsafePointer<UInt8> {
    /// The end of a task's box `[x]` at `start`; `nil` where there is none.
    func taskMark(at start: Int, to end: Int) -> Int? {
        guard end - start >= 3 else { return nil }
        let status = self[start + 1]
        guard status != UInt8(ascii: "["), status != UInt8(ascii: "]") else { return nil }
        let close = start + 1 + scalarLength(at: start + 1, to: end)
        guard close < end, self[close] == UInt8(ascii: "]") else { return nil }
        guard close + 1 == end || self[close + 1].isBlankOrEnd else { return nil }
        return close + 1
    }

    /// How many bytes the scalar at `position` has; 1 for a byte that starts none.
    func scalarLength(at position: Int, to end: Int) -> Int {
        let byte = self[position]
        let length = byte < 0xC2 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 1
        guard position + length <= end else { return 1 }
        for index in 1..<max(length, 1) where self[position + index] & 0xC0 != 0x80 { return 1 }
        return length
    }
}
