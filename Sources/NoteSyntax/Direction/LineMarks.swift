// SPDX-License-Identifier: MIT
// The marks at the beginning of a line, told from the line alone.

/// Steps over the signs of quotes, lists, tasks, headings and callouts.
struct LineMarks {
    private let text: UnsafeBufferPointer<UInt8>
    private let end: Int
    /// Where what has not been stepped over begins.
    private(set) var next: Int
    /// How many quote signs were stepped over.
    private(set) var quotes = 0

    init(_ line: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        end = line.upperBound
        next = line.lowerBound
    }

    mutating func takeAll() {
        takeBlanks()
        while takeQuote() || takeListSign() { takeBlanks() }
        takeCallout()
        takeHeading()
    }

    mutating func takeQuotes(atMost limit: Int) {
        while quotes < limit {
            let before = next
            takeBlanks()
            guard takeQuote() else {
                next = before
                return
            }
        }
    }

    mutating func takeBlanks() {
        while next < end, text[next] == 0x20 || text[next] == 0x09 { next += 1 }
    }

    private mutating func takeQuote() -> Bool {
        guard next < end, text[next] == UInt8(ascii: ">") else { return false }
        next += 1
        quotes += 1
        return true
    }

    /// The sign of an item, with its checkbox.
    private mutating func takeListSign() -> Bool {
        var place = next
        while place < end, place - next < 9, (0x30...0x39).contains(text[place]) { place += 1 }
        guard place < end else { return false }
        let signs = place == next ? "-*+".utf8 : ".)".utf8
        guard signs.contains(text[place]), isBlank(place + 1) else { return false }
        next = place + 1
        takeBlanks()
        takeCheckbox()
        return true
    }

    private mutating func takeCheckbox() {
        guard next + 2 < end, text[next] == UInt8(ascii: "[") else { return }
        // Any one character may stand for the state.
        var place = next + 2
        while place < end, text[place] & 0xC0 == 0x80 { place += 1 }
        if place < end, text[place] == UInt8(ascii: "]"), isBlank(place + 1) { next = place + 1 }
    }

    private mutating func takeCallout() {
        guard quotes > 0, next + 1 < end, text[next] == UInt8(ascii: "["),
            text[next + 1] == UInt8(ascii: "!"),
            let close = text[next..<end].firstIndex(of: UInt8(ascii: "]"))
        else { return }
        next = close + 1
    }

    private mutating func takeHeading() {
        let size = text[next..<end].prefix { $0 == UInt8(ascii: "#") }.count
        if (1...6).contains(size), isBlank(next + size) { next += size }
    }

    private func isBlank(_ place: Int) -> Bool {
        place == end || text[place] == 0x20 || text[place] == 0x09
    }
}
