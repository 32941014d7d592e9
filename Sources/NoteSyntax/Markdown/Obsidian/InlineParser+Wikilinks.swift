// SPDX-License-Identifier: MIT
// Wikilinks and embeds: target, subpath, alias and size.

extension InlineParser {
    /// Reads `[[…]]`, with the `!` of an embed at `position`.
    ///
    /// - Returns: Where to go on; `nil` where there is no wikilink.
    mutating func readWikilink(at position: Int, isEmbed: Bool) -> Int? {
        let first = position + (isEmbed ? 3 : 2)
        guard first < end, text[first] != UInt8(ascii: "|"), var close = nextClose(from: first) else {
            return nil
        }
        // Neither a target nor a subpath: no link.
        var bar = first
        while bar < close, text[bar] != UInt8(ascii: "|") { bar += 1 }
        let isEscaped = bar < close && bar > first && text[bar - 1] == UInt8(ascii: "\\")
        var targetEnd = isEscaped ? bar - 1 : bar
        var content = text.skippingWhiteSpace(from: first, to: targetEnd)
        if content < targetEnd, text[content] == UInt8(ascii: "#") {
            content = text.skippingWhiteSpace(from: content + 1, to: targetEnd)
        }
        guard content < targetEnd else { return nil }

        if peek(close + 2) == UInt8(ascii: "]") {
            // A bracket opened inside takes the first `]`.
            var open = 0
            for index in first..<close {
                if text[index] == UInt8(ascii: "[") { open += 1 }
                if text[index] == UInt8(ascii: "]") { open -= 1 }
            }
            if open == 1 {
                if bar == close { bar += 1 }
                close += 1
                if bar == close { targetEnd = close }
            }
        }
        append(PackedNode(isEmbed ? .embed : .wikilink, position, close + 2, content: first..<close))
        var hash = first
        while hash < targetEnd, text[hash] != UInt8(ascii: "#") { hash += 1 }
        if hash > first { append(PackedNode(.wikiTarget, first, hash)) }
        if hash < targetEnd { append(PackedNode(.wikiSubpath, hash, targetEnd)) }
        if bar < close {
            append(PackedNode(.wikiAlias, bar + 1, close))
            if isEmbed { appendSize(in: bar + 1..<close, isWhole: true) }
        }
        noteBracket()
        return done(close + 2)
    }

    /// The place of the next `]]` in the line.
    private mutating func nextClose(from first: Int) -> Int? {
        if first >= wikiClose.from, first <= wikiClose.to { return wikiClose.isMissing ? nil : wikiClose.to }
        let limit = endOfLine(at: first)
        var position = first
        while position + 1 < limit {
            if text[position] == UInt8(ascii: "]"), text[position + 1] == UInt8(ascii: "]") {
                wikiClose = WikiClose(from: first, to: position, isMissing: false)
                return position
            }
            position += 1
        }
        wikiClose = WikiClose(from: first, to: limit, isMissing: true)
        return nil
    }
}
