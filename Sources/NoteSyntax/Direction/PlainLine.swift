// SPDX-License-Identifier: MIT
// What of a line does not count for its direction, told from the line alone.

/// The parts of a line that say nothing about the direction of its text.
struct PlainLine {
    /// What does not count: marks, targets, addresses, code, formulas, tags.
    private(set) var hidden: [Range<Int>] = []
    /// What counts when nothing else does: tags, and links that show their target.
    private var names: [Range<Int>] = []
    private let text: UnsafeBufferPointer<UInt8>
    private let end: Int
    private var next: Int
    /// Closing signs that are known not to come any more, so that nothing is looked for twice.
    private var isMissing: Set<[UInt8]> = []

    init(_ line: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        end = line.upperBound
        var marks = LineMarks(line, of: text)
        marks.takeAll()
        next = marks.next
        hide(line.lowerBound..<next)
        while next < end {
            let start = next
            let found = scan()
            // Only ASCII signs are looked for, so that a step of one byte is fine anywhere.
            next = found?.upperBound ?? start + 1
            if let found { hide(found) }
        }
    }

    /// The direction of the tags and of the links that show their target.
    var named: TextDirection? {
        var count = LetterCount()
        for name in names { count.count(name, of: text) }
        return count.direction
    }

    private mutating func hide(_ range: Range<Int>) {
        if !range.isEmpty { hidden.append(range) }
    }

    /// What begins here and does not count.
    private mutating func scan() -> Range<Int>? {
        switch text[next] {
        case UInt8(ascii: "\\"): return next..<min(next + 2, end)
        case UInt8(ascii: "`"): return code()
        case UInt8(ascii: "["): return wikilink() ?? footnote()
        case UInt8(ascii: "]"): return target()
        case UInt8(ascii: "<"): return pointed()
        case UInt8(ascii: ":"): return address()
        case UInt8(ascii: "#"): return tag()
        case UInt8(ascii: "&"): return entity()
        case UInt8(ascii: "$"): return formula()
        case UInt8(ascii: "^"): return blockID()
        default: return nil
        }
    }

    private mutating func code() -> Range<Int>? {
        let length = text[next..<end].prefix { $0 == UInt8(ascii: "`") }.count
        let sign = Array(repeating: UInt8(ascii: "`"), count: length)
        // Nobody writes longer ones, and to look for every length there is would take too long.
        guard length <= 32, !isMissing.contains(sign) else { return next..<next + length }
        var place = next + length
        while place < end {
            guard text[place] == UInt8(ascii: "`") else {
                place += 1
                continue
            }
            let count = text[place..<end].prefix { $0 == UInt8(ascii: "`") }.count
            place += count
            if count == length { return next..<place }
        }
        isMissing.insert(sign)
        return next..<next + length
    }

    private mutating func wikilink() -> Range<Int>? {
        guard starts(with: "[[", at: next) else { return nil }
        var place = next + 2
        while place < end, !starts(with: "]]", at: place) {
            if starts(with: "[[", at: place) { return nil }
            place += 1
        }
        guard place < end else { return nil }
        if let bar = text[next..<place].firstIndex(of: UInt8(ascii: "|")) { return next..<bar + 1 }
        names.append(next + 2..<place)
        return next..<place + 2
    }

    private mutating func footnote() -> Range<Int>? {
        guard starts(with: "[^", at: next), let close = find("]", from: next) else { return nil }
        return next..<close + 1
    }

    /// The target of a link, in round brackets that may hold others.
    private mutating func target() -> Range<Int>? {
        guard starts(with: "](", at: next), let first = find(")", from: next) else { return nil }
        let unbalanced = Array("()".utf8)
        guard !isMissing.contains(unbalanced) else { return next..<first + 1 }
        var depth = 0
        for place in next + 1..<end {
            if text[place] == UInt8(ascii: "(") { depth += 1 }
            if text[place] == UInt8(ascii: ")") { depth -= 1 }
            if depth == 0 { return next..<place + 1 }
        }
        isMissing.insert(unbalanced)
        return next..<first + 1
    }

    /// A tag of HTML, an address in pointed brackets or a command.
    private mutating func pointed() -> Range<Int>? {
        guard next + 1 < end else { return nil }
        let following = text[next + 1]
        if following == UInt8(ascii: "%") { return find("%>", from: next).map { next..<$0 + 2 } }
        guard isLetter(following) || "/!".utf8.contains(following), let close = find(">", from: next) else {
            return nil
        }
        return next..<close + 1
    }

    /// An address, once its colon is reached: from the letters in front to the next blank.
    private func address() -> Range<Int>? {
        guard starts(with: "://", at: next) else { return nil }
        let limit = hidden.last?.upperBound ?? 0
        var start = next
        while start > limit, isLetter(text[start - 1]) { start -= 1 }
        return start..<wordEnd(from: next)
    }

    private mutating func tag() -> Range<Int>? {
        guard isAtWordStart else { return nil }
        let stop = text[next + 1..<end].firstIndex { byte in
            byte < 0x80 && !isLetter(byte) && !(0x30...0x39).contains(byte) && !"-_/".utf8.contains(byte)
        }
        guard let stop = Optional(stop ?? end), stop > next + 1 else { return nil }
        names.append(next..<stop)
        return next..<stop
    }

    private func entity() -> Range<Int>? {
        let name = text[next + 1..<end].prefix(32).prefix {
            isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x23
        }
        guard !name.isEmpty, name.endIndex < end, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
        return next..<name.endIndex + 1
    }

    private mutating func formula() -> Range<Int>? {
        guard next + 1 < end else { return nil }
        if starts(with: "$$", at: next) { return find("$$", from: next + 2).map { next..<$0 + 2 } }
        guard !isBlank(next + 1), let close = find("$", from: next + 1) else { return nil }
        let isAmount = isBlank(close - 1) || close + 1 < end && (0x30...0x39).contains(text[close + 1])
        return isAmount ? nil : next..<close + 1
    }

    /// The name of a block, at the end of the line.
    private func blockID() -> Range<Int>? {
        guard isAtWordStart, wordEnd(from: next) == end else { return nil }
        return next..<end
    }

    // MARK: Looking

    private var isAtWordStart: Bool { next == 0 || isBlank(next - 1) || text[next - 1] < 0x20 }

    private func isBlank(_ place: Int) -> Bool { text[place] == 0x20 || text[place] == 0x09 }

    private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private func wordEnd(from start: Int) -> Int {
        text[start..<end].firstIndex { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: "<") } ?? end
    }

    private func starts(with sign: StaticString, at place: Int) -> Bool {
        text[place..<end].starts(
            with: UnsafeBufferPointer(start: sign.utf8Start, count: sign.utf8CodeUnitCount))
    }

    /// Where a sign comes next. One that was not found once is not looked for again.
    private mutating func find(_ sign: StaticString, from start: Int) -> Int? {
        let bytes = Array(UnsafeBufferPointer(start: sign.utf8Start, count: sign.utf8CodeUnitCount))
        guard !isMissing.contains(bytes) else { return nil }
        var place = start
        while place + bytes.count <= end {
            if text[place] == bytes[0], starts(with: sign, at: place) { return place }
            place += 1
        }
        isMissing.insert(bytes)
        return nil
    }
}
