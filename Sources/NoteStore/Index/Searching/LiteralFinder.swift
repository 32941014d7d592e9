// SPDX-License-Identifier: MIT
// How a piece of text is found: by bytes where those tell, else by folded characters.

internal import Glibc

/// Finds a piece of text in one text after the other, on one thread.
///
/// Time is linear in the text and the piece, whatever they hold.
final class LiteralFinder {
    private let pattern: LiteralPattern
    private var folding: TextFolding
    /// Where the last characters began, as many as the pattern has.
    private var starts: [Int]

    init(_ pattern: LiteralPattern) {
        self.pattern = pattern
        folding = TextFolding(pattern.strength)
        starts = Array(repeating: -1, count: pattern.scalars.count)
    }

    /// The matches from an offset on, which do not overlap.
    func matches(
        in text: UnsafeBufferPointer<UInt8>, from start: Int, firstAlone: Bool
    ) -> [Range<Int>] {
        if let ascii = pattern.ascii, bytesTell(of: text),
            let found = matches(of: ascii, in: text, from: start, firstAlone)
        {
            return found
        }
        return foldedMatches(in: text, from: start, firstAlone)
    }

    // MARK: By bytes

    /// Whether every match is one of bytes, case aside.
    private func bytesTell(of text: UnsafeBufferPointer<UInt8>) -> Bool {
        if pattern.strength == .marksIgnored { return Self.isASCII(text) }
        return !pattern.exceptions.contains { Self.holds(text, $0) }
    }

    private static func holds(_ text: UnsafeBufferPointer<UInt8>, _ part: [UInt8]) -> Bool {
        guard let base = text.baseAddress else { return false }
        var at = 0
        while true {
            at = next(part[0], base, at, text.count)
            guard at <= text.count - part.count else { return false }
            if text[at..<at + part.count].elementsEqual(part) { return true }
            at += 1
        }
    }

    private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(text)
        var at = 0
        while at + 32 <= raw.count {
            let block = raw.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt64>.self)
            let both = block.lowHalf | block.highHalf
            if (both[0] | both[1]) & 0x8080_8080_8080_8080 != 0 { return false }
            at += 32
        }
        return text[at...].allSatisfy { $0 < 0x80 }
    }

    /// The matches of folded bytes; nil where the text makes this way too slow.
    private func matches(
        of needle: [UInt8], in text: UnsafeBufferPointer<UInt8>, from start: Int, _ firstAlone: Bool
    ) -> [Range<Int>]? {
        guard let pair = pattern.pair else { return [] }
        return needle.withUnsafeBufferPointer { needle in
            var found: [Range<Int>] = []
            var at = start
            var work = 0
            while let first = pair.next(in: text, from: at, through: text.count - needle.count) {
                var length = 0
                while length < needle.count, Self.folded(text[first + length]) == needle[length] {
                    length += 1
                }
                if length == needle.count {
                    found.append(first..<first + length)
                    if firstAlone { return found }
                    at = first + needle.count
                } else {
                    work += length
                    if work > 1 << 16, work > 4 * text.count { return nil }
                    at = first + 1
                }
            }
            return found
        }
    }

    private static func next(_ byte: UInt8, _ base: UnsafePointer<UInt8>, _ at: Int, _ end: Int) -> Int {
        guard let place = memchr(base + at, Int32(byte), end - at) else { return Int.max }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(place))
    }

    private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    // MARK: By characters

    private func foldedMatches(
        in text: UnsafeBufferPointer<UInt8>, from start: Int, _ firstAlone: Bool
    ) -> [Range<Int>] {
        var found: [Range<Int>] = []
        let (scalars, retreats) = (pattern.scalars, pattern.retreats)
        var (length, count, isDone) = (0, 0, false)
        FoldedScalars.read(text, start..<text.count, by: &folding) { scalar, start, end in
            if isDone { return }
            starts[count % scalars.count] = start
            count += 1
            while length > 0, length == scalars.count || scalars[length] != scalar {
                length = retreats[length]
            }
            if scalars[length] == scalar { length += 1 }
            guard length == scalars.count else { return }
            let first = starts[count % scalars.count]
            // It may begin or end within a character, and then it is none.
            guard first >= 0, end >= 0 else { return }
            found.append(first..<end)
            length = 0
            isDone = firstAlone
        }
        return pattern.strength == .marksIgnored ? found.map { withMarks($0, in: text) } : found
    }

    /// A match with the marks that stand on its last character.
    private func withMarks(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var end = range.upperBound
        while end < text.count, text[end] >= 0x80 {
            var next = end + 1
            while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
            var isNothing = true
            FoldedScalars.read(text, end..<next, by: &folding) { _, _, _ in isNothing = false }
            guard isNothing else { break }
            end = next
        }
        return range.lowerBound..<end
    }
}
