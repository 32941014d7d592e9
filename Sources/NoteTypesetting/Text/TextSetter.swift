// SPDX-License-Identifier: MIT
// How a text becomes lines of glyphs.

internal import CTypesetting
internal import NoteSyntax

/// Sets texts: shapes them, breaks them into lines, orders the lines for the eye.
final class TextSetter {
    enum Wrapping { case words, characters }

    let book: FontBook
    let words = WordCache()
    var shaped = ShapedText()
    /// The blank of each face: its glyph and its width.
    private var blanks: [Int: ShapedText.Glyph] = [:]
    private(set) var paints: [Paint] = []
    private var paintNumbers: [Paint: Int32] = [:]
    /// Code points that no font has.
    var missing: Set<UInt32> = []
    /// The language that Chinese, Japanese and Korean signs are drawn for.
    var hanLanguage: OpaquePointer?

    init(_ book: FontBook) { self.book = book }

    /// A glyph of a font that can stand for any text: one with little ink. One without any cairo leaves out.
    func standIn(_ font: Int) -> (glyph: UInt32, width: Double)? {
        let dot = Array(".".utf8).withUnsafeBufferPointer {
            words.word($0, font: font, book.fonts[font].harfBuzz)
        }
        guard dot.isComplete, let first = dot.glyphs.first else { return nil }
        let glyph = words.glyphs[first]
        return (glyph.index, Double(glyph.advance) / Double(CTypesettingScale))
    }

    func number(of paint: Paint) -> Int32 {
        if let known = paintNumbers[paint] { return known }
        paints.append(paint)
        paintNumbers[paint] = Int32(paints.count - 1)
        return Int32(paints.count - 1)
    }

    /// Sets a text into lines of at most a width in points.
    func set(
        _ text: StyledText, width: Double, wrapping: Wrapping = .words, direction: TextDirection? = nil
    ) -> SetText {
        let isRightToLeft = (direction ?? text.direction) == .rightToLeft
        let result = SetText(bytes: text.bytes, isRightToLeft: isRightToLeft)
        let limit = Int(max(width, 1) * Double(CTypesettingScale)) + 1
        var breaker = LineBreaker(result, paints: paints, limit: limit, wrapping: wrapping)
        forEachHardLine(of: text, isRightToLeft: isRightToLeft) { breaker.addLines(of: $0, book: book) }
        return result
    }

    /// Shapes each line that ends where the text says so.
    func forEachHardLine(of text: StyledText, isRightToLeft: Bool, _ body: (ShapedText) -> Void) {
        text.bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            var span = 0
            while true {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                shape(start..<end, of: bytes, text.spans, &span, isRightToLeft: isRightToLeft)
                body(shaped)
                guard end < bytes.count else { break }
                start = end + 1
            }
        }
    }

    /// Shapes one hard line; `span` is the first that may reach into it.
    private func shape(
        _ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ spans: [StyledText.Span],
        _ span: inout Int, isRightToLeft: Bool
    ) {
        shaped.clear()
        while span < spans.count, spans[span].end <= range.lowerBound { span += 1 }
        guard !range.isEmpty else { return }
        let line = UnsafeBufferPointer(rebasing: bytes[range])
        if !isRightToLeft, PlainText.isPlain(line), shapePlainly(range, of: bytes, spans, from: span) {
            return
        }
        shaped.clear()
        shapeWithPango(range, of: bytes, spans, from: span, isRightToLeft: isRightToLeft)
    }

    /// Shapes plain text word by word; false where its font lacks a character.
    private func shapePlainly(
        _ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ spans: [StyledText.Span], from first: Int
    ) -> Bool {
        var place = range.lowerBound
        var span = first
        var last: UInt32 = 0
        var former: UInt32 = 0
        while place < range.upperBound {
            while spans[span].end <= place { span += 1 }
            let end = min(spans[span].end, range.upperBound)
            let number = book.font(ofFace: spans[span].face)
            let font = book.fonts[number].harfBuzz
            let item = Int32(shaped.items.count)
            shaped.items.append(
                ShapedText.Item(
                    kind: .text, font: Int32(number), textFont: Int32(number), paint: spans[span].paint,
                    level: 0))
            while place < end {
                if bytes[place] == 0x20 {
                    guard let blank = blank(ofFace: spans[span].face, number, font) else { return false }
                    shaped.clusters.append(
                        ShapedText.Cluster(
                            glyph: Int32(shaped.glyphs.count), byte: Int32(place), width: blank.advance,
                            item: item, glyphCount: 1, byteCount: 1, mayBreakBefore: false, isBlank: true))
                    shaped.glyphs.append(blank)
                    former = last
                    last = 0x20
                    place += 1
                    continue
                }
                var wordEnd = place + 1
                while wordEnd < end, bytes[wordEnd] != 0x20 { wordEnd += 1 }
                let word = words.word(
                    UnsafeBufferPointer(rebasing: bytes[place..<wordEnd]), font: number, font)
                guard word.isComplete else { return false }
                for glyph in word.glyphs {
                    let shape = words.glyphs[glyph]
                    if shape.bytes > 0 {
                        let next = scalar(at: place, of: bytes)
                        shaped.clusters.append(
                            ShapedText.Cluster(
                                glyph: Int32(shaped.glyphs.count), byte: Int32(place), width: shape.advance,
                                item: item, glyphCount: 1, byteCount: Int32(shape.bytes),
                                mayBreakBefore: PlainText.mayBreak(
                                    after: last, precededBy: former, before: next),
                                isBlank: false))
                        former = last
                        last = next
                        place += Int(shape.bytes)
                    } else {
                        shaped.clusters[shaped.clusters.count - 1].width += shape.advance
                        shaped.clusters[shaped.clusters.count - 1].glyphCount += 1
                    }
                    shaped.glyphs.append(
                        ShapedText.Glyph(
                            index: shape.index, advance: shape.advance, right: shape.right, up: shape.up))
                }
                place = wordEnd
            }
        }
        return true
    }

    private func blank(ofFace face: Int, _ number: Int, _ font: OpaquePointer) -> ShapedText.Glyph? {
        if let known = blanks[face] { return known }
        let word = [0x20].withUnsafeBufferPointer { words.word($0, font: number, font) }
        guard word.isComplete, let first = word.glyphs.first else { return nil }
        let glyph = words.glyphs[first]
        let blank = ShapedText.Glyph(
            index: glyph.index, advance: glyph.advance, right: glyph.right, up: glyph.up)
        blanks[face] = blank
        return blank
    }

    private func scalar(at place: Int, of bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let byte = UInt32(bytes[place])
        if byte < 0x80 { return byte }
        if byte < 0xE0 { return (byte & 0x1F) << 6 | UInt32(bytes[place + 1] & 0x3F) }
        return (byte & 0x0F) << 12 | UInt32(bytes[place + 1] & 0x3F) << 6 | UInt32(bytes[place + 2] & 0x3F)
    }
}
