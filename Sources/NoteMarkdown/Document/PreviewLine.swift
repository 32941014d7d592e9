// SPDX-License-Identifier: MIT
// Text in one line of limited length: white space collapsed, cut between two characters.

/// Collects the line.
struct PreviewLine {
    private let limit: Int
    private var bytes: [UInt8] = []
    private var isASCII = true
    /// How many bytes there have to be until the characters are counted again.
    private var nextCount: Int
    /// Whether more text would be cut away.
    private(set) var isFull = false

    /// - Parameter limit: The line has fewer characters, counted as Unicode scalars.
    init(limit: Int) {
        self.limit = limit
        nextCount = limit
    }

    /// Adds text; the white space around it counts as nothing.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        var isBetween = false
        var index = 0
        while index < text.count, !isFull {
            let length = Self.whiteSpace(at: index, in: text)
            if length > 0 {
                isBetween = !bytes.isEmpty
                index += length
                continue
            }
            if isBetween { bytes.append(0x20) }
            isBetween = false
            if text[index] >= 0x80 { isASCII = false }
            bytes.append(text[index])
            index += 1
            if bytes.count >= nextCount, index == text.count || text[index] & 0xC0 != 0x80 { measure() }
        }
    }

    /// Counts the characters, Unicode scalars, each time that there are twice as many bytes.
    private mutating func measure() {
        isFull = isASCII || String(decoding: bytes, as: UTF8.self).unicodeScalars.count >= limit
        nextCount = bytes.count * 2
    }

    /// The line.
    var text: String {
        if isASCII { return trimmed(String(decoding: bytes.prefix(limit - 1), as: UTF8.self)) }
        let line = String(decoding: bytes, as: UTF8.self)
        guard line.unicodeScalars.count >= limit else { return trimmed(line) }
        // What is seen as one sign is not cut in two.
        var room = limit - 1
        var shown = ""
        for character in line {
            let count = character.unicodeScalars.count
            guard count <= room else { break }
            room -= count
            shown.append(character)
        }
        return trimmed(shown)
    }

    private func trimmed(_ line: String) -> String { line.hasSuffix(" ") ? String(line.dropLast()) : line }

    /// How many bytes of white space there are at a place, Unicode's included.
    private static func whiteSpace(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let byte = text[index]
        if byte < 0x80 { return byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) ? 1 : 0 }
        guard index + 1 < text.count else { return 0 }
        if byte == 0xC2 { return text[index + 1] == 0x85 || text[index + 1] == 0xA0 ? 2 : 0 }
        guard byte >= 0xE1, byte <= 0xE3, index + 2 < text.count else { return 0 }
        let rest = UInt16(text[index + 1]) << 8 | UInt16(text[index + 2])
        switch (byte, rest) {
        // U+1680; U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F; U+3000.
        case (0xE1, 0x9A80), (0xE2, 0x8080...0x808A), (0xE2, 0x80A8), (0xE2, 0x80A9), (0xE2, 0x80AF),
            (0xE2, 0x819F), (0xE3, 0x8080):
            return 3
        default: return 0
        }
    }
}
