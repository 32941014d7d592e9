// SPDX-License-Identifier: MIT
// Emphasis, strong, strike and highlight: the delimiter stack of CommonMark's appendix.

extension InlineParser {
    mutating func readEmphasis(at position: Int) -> Int {
        let sign = text[position]
        var runEnd = position + 1
        while runEnd < end, text[runEnd] == sign { runEnd += 1 }
        let before = text.classBefore(position, from: start)
        let after = text.classAfter(runEnd, to: end)
        let isLeft = after != .whiteSpace && (after == .other || before != .other)
        let isRight = before != .whiteSpace && (before == .other || after != .other)
        var canOpen = isLeft
        var canClose = isRight
        if sign == UInt8(ascii: "_") {
            canOpen = isLeft && (!isRight || before == .punctuation)
            canClose = isRight && (!isLeft || after == .punctuation)
        }
        if canOpen || canClose {
            push(sign, position, runEnd, canOpen: canOpen, canClose: canClose)
            return done(runEnd)
        }
        return runEnd
    }

    /// Reads `~~` or `==`, which only white space keeps from opening or closing.
    mutating func readPair(at position: Int) -> Int {
        let sign = text[position]
        var runEnd = position + 1
        while runEnd < end, text[runEnd] == sign { runEnd += 1 }
        guard runEnd - position == 2 else { return runEnd }
        var canOpen = text.classAfter(runEnd, to: end) != .whiteSpace
        let canClose = text.classBefore(position, from: start) != .whiteSpace
        // `==>` is an arrow.
        if sign == UInt8(ascii: "="), peek(runEnd) == UInt8(ascii: ">") { canOpen = false }
        if canOpen || canClose {
            push(sign, position, runEnd, canOpen: canOpen, canClose: canClose)
            return done(runEnd)
        }
        return runEnd
    }

    private mutating func push(_ sign: UInt8, _ from: Int, _ to: Int, canOpen: Bool, canClose: Bool) {
        let index = delimiters.count
        delimiters.append(
            Delimiter(
                position: from, length: to - from, item: appendPlaceholder(at: from), previous: lastDelimiter,
                next: -1, wholeLength: to - from, character: sign, canOpen: canOpen, canClose: canClose))
        if lastDelimiter >= 0 { delimiters.base[lastDelimiter].next = index }
        lastDelimiter = index
    }

    /// Matches the delimiters above `bottom`, and forgets them.
    mutating func processDelimiters(above bottom: Int) {
        guard lastDelimiter > bottom else { return }
        var closer = lastDelimiter
        while delimiters[closer].previous > bottom { closer = delimiters[closer].previous }
        // Below these, no opener is left for a closer of that kind.
        var floors = InlineArray<16, Int>(repeating: bottom)

        while closer >= 0 {
            let current = delimiters[closer]
            guard current.canClose else {
                closer = current.next
                continue
            }
            let isRun = current.character == UInt8(ascii: "*") || current.character == UInt8(ascii: "_")
            let kind =
                isRun
                ? (current.character == UInt8(ascii: "_") ? 6 : 0) + (current.canOpen ? 3 : 0) + current
                    .wholeLength % 3
                : current.character == UInt8(ascii: "~") ? 12 : 13
            var opener = current.previous
            while opener > floors[kind] {
                let other = delimiters[opener]
                if other.character == current.character, other.canOpen {
                    let isOdd =
                        isRun && (current.canOpen || other.canClose) && current.wholeLength % 3 != 0
                        && (other.wholeLength + current.wholeLength) % 3 == 0
                    if !isOdd { break }
                }
                opener = other.previous
            }
            if opener > floors[kind] {
                closer = match(opener, closer)
            } else {
                floors[kind] = current.previous
                if !current.canOpen { remove(closer) }
                closer = current.next
            }
        }
        delimiters.truncate(to: bottom + 1)
        lastDelimiter = bottom
        if bottom >= 0 { delimiters.base[bottom].next = -1 }
    }

    /// Makes a node of what two delimiters enclose.
    ///
    /// - Returns: The next delimiter that may close.
    private mutating func match(_ opener: Int, _ closer: Int) -> Int {
        let open = delimiters[opener]
        let close = delimiters[closer]
        let used = open.length >= 2 && close.length >= 2 ? 2 : 1
        let kind: MarkdownKind
        switch open.character {
        case UInt8(ascii: "~"): kind = .strike
        case UInt8(ascii: "="): kind = .highlight
        default: kind = used == 2 ? .strong : .emphasis
        }
        let content = open.position + open.length..<close.position
        let node = insert(
            PackedNode(kind, content.lowerBound - used, content.upperBound + used, content: content),
            after: open.item)
        if kind == .highlight { insertColor(after: node, at: content.lowerBound, to: content.upperBound) }

        // What lies between can match nothing any more.
        delimiters.base[opener].next = closer
        delimiters.base[closer].previous = opener
        delimiters.base[opener].length -= used
        delimiters.base[closer].length -= used
        delimiters.base[closer].position += used
        if delimiters[opener].length == 0 { remove(opener) }
        guard delimiters[closer].length == 0 else { return closer }
        let next = delimiters[closer].next
        remove(closer)
        return next
    }

    private mutating func remove(_ index: Int) {
        let delimiter = delimiters[index]
        if delimiter.previous >= 0 { delimiters.base[delimiter.previous].next = delimiter.next }
        if delimiter.next >= 0 {
            delimiters.base[delimiter.next].previous = delimiter.previous
        } else {
            lastDelimiter = delimiter.previous
        }
    }
}
