// SPDX-License-Identifier: MIT
// A query made ready for searching: a piece of text or a regular expression.

/// What is looked for in a text. Shared by threads; each makes a finder of its own.
enum SearchPattern: Sendable {
    case literal(LiteralPattern)
    case expression(RegularExpression)

    /// What the full text is asked for; nil where every note may hold a match.
    var gramQuery: [UInt8]? {
        switch self {
        case .literal(let literal): NoteGrams.query(for: literal.text)
        case .expression(let expression): expression.requiredText.flatMap { NoteGrams.query(for: $0) }
        }
    }

    /// One that searches on one thread.
    func finder() throws(SearchError) -> TextFinder {
        switch self {
        case .literal(let literal): .literal(LiteralFinder(literal))
        case .expression(let expression): .expression(try RegularExpressionFinder(expression))
        }
    }
}

/// Finds the matches of a pattern in one text after the other, on one thread.
enum TextFinder {
    case literal(LiteralFinder)
    case expression(RegularExpressionFinder)

    /// The matches in a text, which is UTF-8; the first alone where that is enough.
    func matches(
        in text: UnsafeBufferPointer<UInt8>, firstAlone: Bool = false
    ) throws(SearchError) -> [Range<Int>] {
        // The byte order mark is no text.
        let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        switch self {
        case .literal(let finder): return finder.matches(in: text, from: start, firstAlone: firstAlone)
        case .expression(let finder):
            return try finder.matches(in: text, from: start, firstAlone: firstAlone)
        }
    }
}
