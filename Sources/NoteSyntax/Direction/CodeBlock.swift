// SPDX-License-Identifier: MIT
// Which lines stand inside a fenced block, told from the lines alone.

/// The fenced block that the next line stands in.
enum CodeBlock {
    case none
    /// Inside a block that a fence of this sign and length began, within this many quotes.
    case fenced(sign: UInt8, length: Int, quotes: Int)

    /// Goes on by a line.
    ///
    /// - Returns: Whether the line is part of a block, its fences included.
    mutating func takes(_ line: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        var marks = LineMarks(line, of: text)
        switch self {
        case .none:
            marks.takeAll()
            guard let (sign, length) = fence(in: marks.next..<line.upperBound, of: text, opens: true) else {
                return false
            }
            self = .fenced(sign: sign, length: length, quotes: marks.quotes)
            return true
        case .fenced(let sign, let length, let quotes):
            marks.takeQuotes(atMost: quotes)
            guard marks.quotes == quotes else {
                // The quote has ended, and the block with it.
                self = .none
                return takes(line, of: text)
            }
            marks.takeBlanks()
            if let (other, count) = fence(in: marks.next..<line.upperBound, of: text, opens: false),
                other == sign, count >= length
            {
                self = .none
            }
            return true
        }
    }

    /// A run of at least three backticks or tildes, or the two dollar signs of a formula.
    private func fence(
        in range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, opens: Bool
    ) -> (UInt8, Int)? {
        guard let sign = text[range].first else { return nil }
        let length = text[range].prefix { $0 == sign }.count
        let rest = text[range].dropFirst(length)
        let isBare = rest.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        switch sign {
        case UInt8(ascii: "`"):
            return length >= 3 && (opens ? !rest.contains(sign) : isBare) ? (sign, length) : nil
        case UInt8(ascii: "~"):
            return length >= 3 && (opens || isBare) ? (sign, length) : nil
        case UInt8(ascii: "$") where length == 2 && opens && !rest.contains(sign):
            return (sign, length)
        default:
            // A formula may end behind its last line.
            let endsFormula =
                !opens && text[range].reversed().drop { $0 == 0x20 }.prefix(2).elementsEqual("$$".utf8)
            return endsFormula ? (UInt8(ascii: "$"), 2) : nil
        }
    }
}
