// SPDX-License-Identifier: MIT
// Blocks that only Obsidian notes have: callouts and footnote definitions.

extension BlockParser {
    /// Makes a callout of the quote that was just opened, where its first line is a header.
    mutating func openCallout() -> Bool {
        let start = nonspace
        guard peek(start) == UInt8(ascii: "["), peek(start + 1) == UInt8(ascii: "!"), indent < 4 else {
            return false
        }
        var bar: Int?
        var close = start + 2
        while close < lineEnd, text[close] != UInt8(ascii: "]") {
            if text[close] == UInt8(ascii: "|"), bar == nil { bar = close }
            close += 1
        }
        guard close < lineEnd else { return false }
        let typeEnd = bar ?? close
        guard text.skippingWhiteSpace(from: start + 2, to: typeEnd) < typeEnd else { return false }
        var end = close + 1
        let fold = peek(end)
        let isFolding = fold == UInt8(ascii: "+") || fold == UInt8(ascii: "-")
        if isFolding { end += 1 }
        guard peek(end).isBlankOrEnd else { return false }

        let top = stack.count - 1
        stack.base[top].kind = .callout
        stack.base[top].hasChildren = true
        nodes.base[stack.base[top].node].kind = .callout
        let head = nodes.count
        addPart(PackedNode(.calloutHead, start, end))
        addHeadPart(.calloutType, start + 2, typeEnd)
        if let bar { addHeadPart(.calloutMeta, bar + 1, close) }
        if isFolding { addHeadPart(.calloutFold, close + 1, end) }
        nodes.base[head].count = UInt32(truncatingIfNeeded: nodes.count - head - 1)

        let title = text.skippingWhiteSpace(from: end, to: lineEnd)
        let titleEnd = trimmedEnd(lineEnd, from: title)
        if title < titleEnd {
            addPart(PackedNode(.calloutTitle, title, titleEnd))
            end = titleEnd
        }
        extendContainer(to: end)
        return true
    }

    private mutating func addHeadPart(_ kind: MarkdownKind, _ start: Int, _ end: Int) {
        var node = PackedNode(kind, start, end)
        node.depth = UInt32(truncatingIfNeeded: stack.count + 1)
        nodes.append(node)
    }

    /// Opens a footnote definition, whose lines are indented by two columns.
    mutating func openFootnote() -> Bool {
        guard peek(nonspace + 1) == UInt8(ascii: "^"), canNest else { return false }
        let start = nonspace
        guard let close = text.footnoteName(from: start + 2, to: lineEnd),
            peek(close + 1) == UInt8(ascii: ":")
        else { return false }
        prepare(for: .footnoteDefinition)
        openContainer(.footnoteDefinition, at: start, width: 2)
        var label = PackedNode(.footnoteLabel, start, close + 2)
        label.lead = 2
        label.trail = 2
        addPart(label)
        stack.base[stack.count - 1].end = close + 2
        advance(to: start)
        offset = close + 2
        column += close + 2 - start
        findIndent()
        // The white space before the text is no indentation.
        advance(to: nonspace)
        return true
    }
}

extension UnsafePointer<UInt8> {
    /// The place of the `]` that ends a footnote's name; `nil` where the name is none.
    func footnoteName(from start: Int, to end: Int) -> Int? {
        var position = start
        while position < end {
            let byte = self[position]
            if byte == UInt8(ascii: "]") { return position > start ? position : nil }
            if byte == UInt8(ascii: "[") || byte.isBlankOrEnd { return nil }
            position += 1
        }
        return nil
    }

    /// The next two percent signs that stand alone, the fence of a comment.
    func commentFence(from start: Int, to end: Int) -> Int? {
        var position = start
        while position < end {
            guard self[position] == UInt8(ascii: "%") else {
                position += 1
                continue
            }
            var runEnd = position + 1
            while runEnd < end, self[runEnd] == UInt8(ascii: "%") { runEnd += 1 }
            if runEnd - position == 2 { return position }
            position = runEnd
        }
        return nil
    }
}
