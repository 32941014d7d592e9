// SPDX-License-Identifier: MIT
// Links, images, footnote references and inline notes: the bracket stack.

extension InlineParser {
    mutating func push(_ kind: Bracket.Kind, at position: Int, contentStart: Int) -> Int {
        noteBracket()
        brackets.append(
            Bracket(
                kind: kind, position: position, contentStart: contentStart,
                item: appendPlaceholder(at: position), delimiter: lastDelimiter))
        return done(contentStart)
    }

    /// A bracket follows the innermost open one.
    mutating func noteBracket() {
        if brackets.count > 0 { brackets.base[brackets.count - 1].hasBracketAfter = true }
    }

    mutating func readOpenBracket(at position: Int) -> Int {
        if peek(position + 1) == UInt8(ascii: "["), let next = readWikilink(at: position, isEmbed: false) {
            return next
        }
        return push(.link, at: position, contentStart: position + 1)
    }

    mutating func readExclamation(at position: Int) -> Int {
        guard peek(position + 1) == UInt8(ascii: "[") else { return position + 1 }
        if peek(position + 2) == UInt8(ascii: "["), let next = readWikilink(at: position, isEmbed: true) {
            return next
        }
        return push(.image, at: position, contentStart: position + 2)
    }

    mutating func readCaret(at position: Int) -> Int {
        guard peek(position + 1) == UInt8(ascii: "[") else { return position + 1 }
        return push(.note, at: position, contentStart: position + 2)
    }

    mutating func readCloseBracket(at position: Int) -> Int {
        guard brackets.count > 0 else { return position + 1 }
        let index = brackets.count - 1
        let bracket = brackets[index]
        brackets.truncate(to: index)
        let isActive = bracket.kind != .link || index >= inactiveBrackets
        inactiveBrackets = min(inactiveBrackets, index)
        guard isActive else { return position + 1 }

        if bracket.kind == .note {
            guard position > bracket.contentStart else { return position + 1 }
            close(bracket, .inlineNote, content: position, end: position + 1)
            return done(position + 1)
        }
        if peek(position + 1) == UInt8(ascii: "("), let next = readDestination(of: bracket, close: position) {
            return next
        }
        if text[bracket.contentStart] == UInt8(ascii: "^"),
            text.footnoteName(from: bracket.contentStart + 1, to: end) == position
        {
            // An exclamation mark before it stays text.
            let first = bracket.contentStart - 1
            forgetDelimiters(above: bracket.delimiter)
            items.base[bracket.item] = replaced(
                bracket.item,
                PackedNode(.footnoteReference, first, position + 1, content: first + 2..<position))
            return done(position + 1)
        }
        if hasLabels, let next = readReference(of: bracket, close: position) { return next }
        return position + 1
    }

    /// Reads `(destination "title")` after the bracket that closes at `close`.
    private mutating func readDestination(of bracket: Bracket, close: Int) -> Int? {
        var position = text.skippingWhiteSpace(from: close + 2, to: end)
        guard position < end else { return nil }
        var destination = position..<position
        if let found = text.linkDestination(at: position, to: end) {
            destination = found.range
            position = found.end
        } else if text[position] != UInt8(ascii: ")") {
            return nil
        }
        let afterSpace = text.skippingWhiteSpace(from: position, to: end)
        var title: Range<Int>?
        if afterSpace > position, let found = text.linkTitle(at: afterSpace, to: end) {
            title = found.range
            position = text.skippingWhiteSpace(from: found.end, to: end)
        } else {
            position = afterSpace
        }
        guard position < end, text[position] == UInt8(ascii: ")") else { return nil }
        closeLink(bracket, content: close, end: position + 1)
        append(PackedNode(.linkDestination, destination.lowerBound, destination.upperBound))
        if let title { append(PackedNode(.linkTitle, title.lowerBound, title.upperBound)) }
        return done(position + 1)
    }

    /// Reads a reference: full, collapsed or shortcut.
    private mutating func readReference(of bracket: Bracket, close: Int) -> Int? {
        if peek(close + 1) == UInt8(ascii: "["), let label = text.linkLabel(at: close + 1, to: end) {
            guard labels.contains(text, label) else { return nil }
            closeLink(bracket, content: close, end: label.upperBound + 1, isReference: true)
            append(PackedNode(.linkLabel, label.lowerBound, label.upperBound))
            return done(label.upperBound + 1)
        }
        let isCollapsed = peek(close + 1) == UInt8(ascii: "[") && peek(close + 2) == UInt8(ascii: "]")
        guard !bracket.hasBracketAfter,
            let label = text.linkLabel(at: bracket.contentStart - 1, to: end), label.upperBound == close,
            labels.contains(text, label)
        else { return nil }
        let after = isCollapsed ? close + 3 : close + 1
        closeLink(bracket, content: close, end: after, isReference: true)
        return done(after)
    }

    private mutating func closeLink(_ bracket: Bracket, content: Int, end: Int, isReference: Bool = false) {
        let isImage = bracket.kind == .image
        close(bracket, isImage ? .image : .link, content: content, end: end)
        if isReference { items.base[bracket.item].flags.insert(.special) }
        if isImage {
            appendSize(in: bracket.contentStart..<content, isWhole: true)
        } else {
            // Links hold no links: brackets further out are text.
            inactiveBrackets = brackets.count
        }
    }

    private mutating func close(_ bracket: Bracket, _ kind: MarkdownKind, content: Int, end: Int) {
        processDelimiters(above: bracket.delimiter)
        items.base[bracket.item] = replaced(
            bracket.item, PackedNode(kind, bracket.position, end, content: bracket.contentStart..<content))
    }

    private func replaced(_ item: Int, _ node: PackedNode) -> PackedNode {
        var node = node
        node.count = items[item].count
        return node
    }

    private mutating func forgetDelimiters(above bottom: Int) {
        delimiters.truncate(to: bottom + 1)
        lastDelimiter = bottom
        if bottom >= 0 { delimiters.base[bottom].next = -1 }
    }

    /// Appends the size that an image's or embed's text ends with: `100` or `100x145` after a bar.
    mutating func appendSize(in range: Range<Int>, isWhole: Bool) {
        var first = range.upperBound
        while first > range.lowerBound, text[first - 1].isDigit || text[first - 1] == UInt8(ascii: "x") {
            first -= 1
        }
        guard first < range.upperBound else { return }
        guard first > range.lowerBound ? text[first - 1] == UInt8(ascii: "|") : isWhole else { return }
        var crosses = 0
        for position in first..<range.upperBound where text[position] == UInt8(ascii: "x") { crosses += 1 }
        guard crosses <= 1, text[first].isDigit, text[range.upperBound - 1].isDigit else { return }
        append(PackedNode(.embedSize, first, range.upperBound))
    }
}
