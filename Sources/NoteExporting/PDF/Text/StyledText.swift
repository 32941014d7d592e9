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

    /// Adds a stretch; a tab becomes a blank, any other control character too.
    mutating func append(_ text: some Collection<UInt8>, face: Int, paint: Int32) {
        guard !text.isEmpty else { return }
        let start = bytes.count
        bytes.append(contentsOf: text)
        for place in start..<bytes.count where bytes[place] < 0x20 || bytes[place] == 0x7F {
            if bytes[place] != 0x0A { bytes[place] = 0x20 }
        }
        if let last = spans.last, last.face == face, last.paint == paint {
            spans[spans.count - 1].end = bytes.count
        } else {
            spans.append(Span(end: bytes.count, face: face, paint: paint))
        }
    }

    /// The direction of the text by its own letters.
    var direction: TextDirection? {
        // Latin text is most text: nothing below U+0590 runs from right to left.
        bytes.contains { $0 >= 0xD6 } ? ParagraphDirection.own(of: bytes.indices, in: bytes) : nil
    }
}
