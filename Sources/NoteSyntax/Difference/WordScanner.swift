// SPDX-License-Identifier: MIT
// Where a line comes apart into words, for comparing lines that were both changed.

/// Splits a line into the pieces that are compared, moved and kept whole.
///
/// A piece is a word, a run of blanks, one sign, or one character of a script that is written without
/// blanks between words. What reads as one thing is one piece, so that two changes in it never mix: a
/// date, a number with a point, a name with a hyphen, an address, a link with its brackets, the target of
/// a link, a character with its accents and joiners.
struct WordScanner {
    private let text: UnsafeBufferPointer<UInt8>
    private let end: Int
    private var next: Int
    /// The closing round bracket that was found last, or the end.
    private var close = -1

    /// The pieces of a range, in order and without gaps.
    static func words(in range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var scanner = WordScanner(of: range, in: text)
        var words: [Range<Int>] = []
        while scanner.next < scanner.end {
            let start = scanner.next
            scanner.takeWord()
            words.append(start..<scanner.next)
        }
        return words
    }

    private init(of range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        end = range.upperBound
        next = range.lowerBound
    }

    private enum Kind { case blank, letter, alone, extending, joiner, sign }

    private mutating func takeWord() {
        let start = next
        let first = takeScalar()
        switch first {
        case .blank:
            while peek(.blank) { _ = takeScalar() }
        case .letter:
            takeLetters()
        case .sign where takeTarget(from: start):
            break
        case .alone, .extending, .joiner, .sign:
            takeExtending()
        }
    }

    /// The rest of a word, over signs that stand between two letters.
    private mutating func takeLetters() {
        while next < end {
            let before = next
            switch takeScalar() {
            case .letter, .extending, .joiner:
                continue
            case .sign where WordScanner.isInsideWords(text[before]):
                // At most three signs hold a word together, as in an address.
                while next < end, next - before < 3, WordScanner.isInsideWords(text[next]) { next += 1 }
                if peek(.letter) { continue }
                next = before
                return
            default:
                next = before
                return
            }
        }
    }

    /// The rest of `[[a link]]`, or of the `](target)` of one.
    private mutating func takeTarget(from start: Int) -> Bool {
        guard next < end else { return false }
        switch (text[start], text[next]) {
        case (UInt8(ascii: "["), UInt8(ascii: "[")):
            var place = next + 1
            while place + 1 < end, text[place] != UInt8(ascii: "[") {
                if text[place] == UInt8(ascii: "]"), text[place + 1] == UInt8(ascii: "]") {
                    next = place + 2
                    return true
                }
                place += 1
            }
        case (UInt8(ascii: "]"), UInt8(ascii: "(")):
            // Found once for all openings in front of it.
            if close < next { close = text[next..<end].firstIndex(of: UInt8(ascii: ")")) ?? end }
            if close < end {
                next = close + 1
                return true
            }
        default: break
        }
        return false
    }

    /// Accents, and whatever a joiner ties to the character.
    private mutating func takeExtending() {
        while next < end {
            let before = next
            switch takeScalar() {
            case .extending: continue
            case .joiner: if next < end { _ = takeScalar() }
            default:
                next = before
                return
            }
        }
    }

    private func peek(_ kind: Kind) -> Bool {
        guard next < end else { return false }
        var copy = self
        return copy.takeScalar() == kind
    }

    /// Steps over one scalar, or one byte where the text is not UTF-8.
    private mutating func takeScalar() -> Kind {
        let first = text[next]
        let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
        var value = UInt32(first) & (length == 1 ? 0xFF : 0xFF >> UInt32(length + 1))
        var place = next + 1
        while place < min(next + length, end), text[place] & 0xC0 == 0x80 {
            value = value << 6 | UInt32(text[place] & 0x3F)
            place += 1
        }
        let isWhole = place == next + length
        next = isWhole ? place : next + 1
        return isWhole && (first < 0x80 || length > 1) ? WordScanner.kind(of: value) : .letter
    }

    private static func kind(of scalar: UInt32) -> Kind {
        switch scalar {
        case 0x09, 0x20, 0xA0, 0x3000: .blank
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: .letter
        case 0...0x7F, 0xA1...0xA9, 0xAB...0xB4, 0xB6...0xB9, 0xBB...0xBF, 0xD7, 0xF7: .sign
        case 0x300...0x36F, 0x200C, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0000...0xE0FFF:
            .extending
        case 0x200D: .joiner
        case 0x2000...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x303F, 0xFF01...0xFF0F: .sign
        // Thai to Khmer, then the scripts of East Asia, pictures and all that is beyond.
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFF10...0xFFEF, 0x1F000...0x10FFFF:
            .alone
        default: .letter
        }
    }

    private static func isInsideWords(_ sign: UInt8) -> Bool {
        switch sign {
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/"),
            UInt8(ascii: "'"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "="),
            UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "+"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
