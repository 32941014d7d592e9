// SPDX-License-Identifier: MIT
// A text to be set: its bytes, and which face and paint each stretch of them has.

internal import NoteSyntax

/// A text to be set, UTF-8 without control characters but the line feed.
struct StyledText {
    struct Span {
        /// Where it ends; it begins where the one before ends.
        var end: Int
        var face: Int
        var paint: Int32
    }

    var bytes: [UInt8] = []
    var spans: [Span] = []

    init() {}

    init(_ text: String, face: Int, paint: Int32) { append(text.utf8, face: face, paint: paint) }

    /// Adds a stretch, made such that it can be shown.
    mutating func append(_ text: some Collection<UInt8>, face: Int, paint: Int32) {
        guard !text.isEmpty else { return }
        bytes.append(contentsOf: Showable.bytes(text))
        if let last = spans.last, last.face == face, last.paint == paint {
            spans[spans.count - 1].end = bytes.count
        } else {
            spans.append(Span(end: bytes.count, face: face, paint: paint))
        }
    }

    /// The direction of the text by its own letters; nil where it has none.
    var direction: TextDirection? {
        var hasLetters = false
        for byte in bytes {
            // What runs from right to left begins at U+0590.
            if byte >= 0xD6 { return ParagraphDirection.own(of: bytes.indices, in: bytes) }
            if byte >= 0xC3 || (0x61...0x7A).contains(byte | 0x20) { hasLetters = true }
        }
        return hasLetters ? .leftToRight : nil
    }

    /// Adds another text.
    mutating func append(_ other: StyledText) {
        var start = 0
        for span in other.spans {
            append(other.bytes[start..<span.end], face: span.face, paint: span.paint)
            start = span.end
        }
    }

    /// Whether it has nothing but blanks and line breaks.
    var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x0A } }

    /// Without blanks and line breaks at its ends.
    var trimmed: StyledText {
        guard let first = bytes.firstIndex(where: { $0 != 0x20 && $0 != 0x0A }),
            let last = bytes.lastIndex(where: { $0 != 0x20 && $0 != 0x0A })
        else { return StyledText() }
        var text = StyledText()
        text.bytes = Array(bytes[first...last])
        for span in spans where span.end > first {
            text.spans.append(Span(end: min(span.end, last + 1) - first, face: span.face, paint: span.paint))
            if span.end > last { break }
        }
        return text
    }
}
