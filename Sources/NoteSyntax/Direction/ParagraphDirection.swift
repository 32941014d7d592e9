// SPDX-License-Identifier: MIT
// Which direction each line of a note runs in, by its own letters.

/// The direction of lines.
///
/// The script of most letters decides, the first letter on a tie, so that a name or a quotation in
/// another script does not turn a line. A line without letters runs as the line before it; the first one
/// in the default direction of the note. Code runs from left to right and is no line before.
public enum ParagraphDirection {
    /// The direction that a line has by its own letters.
    ///
    /// - Parameters:
    ///   - line: The bytes of the line.
    ///   - text: The text that the line is part of.
    ///   - hidden: What does not count, in order: markers, targets of links, addresses, code.
    /// - Returns: nil when the line has no letter.
    public static func own(
        of line: Range<Int>, in text: [UInt8], leavingOut hidden: [Range<Int>] = []
    ) -> TextDirection? {
        text.withUnsafeBufferPointer { own(of: line, in: $0, leavingOut: hidden) }
    }

    static func own(
        of line: Range<Int>, in text: UnsafeBufferPointer<UInt8>, leavingOut hidden: [Range<Int>]
    ) -> TextDirection? {
        var count = LetterCount()
        var start = line.lowerBound
        for range in hidden {
            if start < range.lowerBound {
                count.count(start..<min(range.lowerBound, line.upperBound), of: text)
            }
            start = max(start, min(range.upperBound, line.upperBound))
        }
        count.count(start..<line.upperBound, of: text)
        return count.direction
    }

    /// The direction of each line of a note, told from the lines alone.
    ///
    /// Knows the marks of lists, tasks, quotes, callouts and headings, links, addresses, tags, code and
    /// formulas as far as a line shows them, and fenced blocks. A line of nothing but links and tags runs
    /// as they do.
    ///
    /// - Parameters:
    ///   - text: The shown text or the bytes of a file.
    ///   - standard: The default direction of the note.
    /// - Returns: One direction more than there are line breaks.
    public static func directions(
        of text: [UInt8], standard: TextDirection = .leftToRight
    ) -> [TextDirection] {
        text.withUnsafeBufferPointer { text in
            var block = CodeBlock.none
            var last = standard
            var directions: [TextDirection] = []
            for line in lines(of: text) {
                if block.takes(line, of: text) {
                    directions.append(.leftToRight)
                } else {
                    let scanner = PlainLine(line, of: text)
                    last = own(of: line, in: text, leavingOut: scanner.hidden) ?? scanner.named ?? last
                    directions.append(last)
                }
            }
            return directions
        }
    }

    private static func lines(of text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while true {
            let end = text.firstBreak(from: start)
            lines.append(start..<end)
            guard end < text.count else { return lines }
            let isPair = text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A
            start = end + (isPair ? 2 : 1)
        }
    }
}
