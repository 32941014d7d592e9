// SPDX-License-Identifier: MIT
// Mathematics and comments within a line, and the colour of a highlight.

extension InlineParser {
    mutating func readDollar(at position: Int) -> Int {
        if peek(position + 1) == UInt8(ascii: "$") { return readDisplay(at: position) }
        let first = position + 1
        let limit = endOfLine(at: position)
        guard first < limit, text.classAfter(first, to: limit) != .whiteSpace,
            noDollarBefore != limit
        else { return first }
        var close = first
        while close < limit {
            if text[close] == UInt8(ascii: "\\") {
                close += 2
                continue
            }
            if text[close] == UInt8(ascii: "$"), close > first,
                text.classBefore(close, from: first) != .whiteSpace,
                close + 1 >= end || !text[close + 1].isDigit
            {
                append(PackedNode(.math, position, close + 1, content: first..<close))
                return done(close + 1)
            }
            close += 1
        }
        // Whether a sign can close depends on its neighbours only: no later opening finds one either.
        noDollarBefore = limit
        return first
    }

    private mutating func readDisplay(at position: Int) -> Int {
        let first = position + 2
        let limit = endOfLine(at: position)
        guard noDoubleDollarBefore != limit else { return first }
        var close = first
        while close + 1 < limit {
            if text[close] == UInt8(ascii: "\\") {
                close += 2
                continue
            }
            if text[close] == UInt8(ascii: "$"), text[close + 1] == UInt8(ascii: "$"), close > first {
                append(PackedNode(.mathDisplay, position, close + 2, content: first..<close))
                return done(close + 2)
            }
            close += 1
        }
        noDoubleDollarBefore = limit
        return first
    }

    mutating func readPercent(at position: Int) -> Int {
        var runEnd = position + 1
        while runEnd < end, text[runEnd] == UInt8(ascii: "%") { runEnd += 1 }
        if runEnd - position == 4 {
            append(PackedNode(.comment, position, runEnd, content: position + 2..<position + 2))
            return done(runEnd)
        }
        let limit = endOfLine(at: position)
        guard runEnd - position == 2, noPercentBefore != limit else { return runEnd }
        guard let close = text.commentFence(from: runEnd, to: limit) else {
            noPercentBefore = limit
            return runEnd
        }
        append(PackedNode(.comment, position, close + 2, content: runEnd..<close))
        return done(close + 2)
    }

    /// Inserts the emoji that a highlight starts with and that sets its colour.
    mutating func insertColor(after node: Int, at position: Int, to end: Int) {
        guard end - position >= 4, text[position] == 0xF0, text[position + 1] == 0x9F else { return }
        switch (text[position + 2], text[position + 3]) {
        // U+1F534 red, U+1F535 blue, U+1F7E0 orange, U+1F7E2 green, U+1F7E3 violet.
        case (0x94, 0xB4), (0x94, 0xB5), (0x9F, 0xA0), (0x9F, 0xA2), (0x9F, 0xA3):
            insert(PackedNode(.highlightColor, position, position + 4), after: node)
        default: break
        }
    }
}
