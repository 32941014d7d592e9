// SPDX-License-Identifier: MIT
// Code spans: a run of backticks up to the next run of the same length.

extension InlineParser {
    mutating func readBackticks(at position: Int) -> Int {
        var open = position
        while open < end, text[open] == UInt8(ascii: "`") { open += 1 }
        let length = open - position
        guard let close = closingBackticks(length, from: open) else { return open }
        append(PackedNode(.code, position, close + length, content: open..<close))
        return done(close + length)
    }

    /// The next run of exactly `length` backticks at or after `start`.
    private mutating func closingBackticks(_ length: Int, from start: Int) -> Int? {
        if backticks.isScanned, backticks.last(of: length) < start { return nil }
        var position = start
        while position < end {
            guard text[position] == UInt8(ascii: "`") else {
                position += 1
                continue
            }
            let run = position
            while position < end, text[position] == UInt8(ascii: "`") { position += 1 }
            if position - run == length { return run }
            if !backticks.isScanned { backticks.note(position - run, at: run) }
        }
        // The rest was seen whole: what was noted is all there is from here on.
        backticks.isScanned = true
        return nil
    }
}
