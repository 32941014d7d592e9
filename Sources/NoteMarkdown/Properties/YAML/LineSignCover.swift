// SPDX-License-Identifier: MIT
// How three characters that end a line for libyaml, but in no note, are kept from it.

/// Covers U+0085, U+2028 and U+2029, which end lines in YAML 1.1 and are characters like any other in YAML 1.2
/// and in notes, by characters that the text holds neither as they are nor as an escape, and that have as many
/// bytes.
struct LineSignCover {
    /// Each covered character with what stands for it.
    private var pairs: [(sign: [UInt8], stand: [UInt8])] = []

    private static let signs: [[UInt8]] = [[0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]

    /// Covers what is in a text; `nil` where there is nothing to cover.
    ///
    /// - Parameters:
    ///   - original: The text.
    ///   - text: Gets the text with the stand-ins, each byte at its place.
    init?(covering original: UnsafeBufferPointer<UInt8>, into text: inout [UInt8]) {
        guard let found = Self.signsFound(in: original) else { return nil }
        text = Array(original)
        // Which characters of two bytes, and which of the private use area, are free to stand for them.
        var isTaken = [Bool](repeating: false, count: 0x10000)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte & 0xE0 == 0xC0, index + 1 < text.count {
                isTaken[Int(byte & 0x1F) << 6 | Int(text[index + 1] & 0x3F)] = true
            } else if byte & 0xF0 == 0xE0, index + 2 < text.count {
                let high = Int(byte & 0x0F) << 12 | Int(text[index + 1] & 0x3F) << 6
                isTaken[high | Int(text[index + 2] & 0x3F)] = true
            } else if byte == UInt8(ascii: "\\"), let character = Self.escaped(at: index, in: text) {
                isTaken[character] = true
            }
            index += 1
        }
        for sign in found {
            let range = sign.count == 2 ? 0x100..<0x800 : 0xE000..<0xF900
            // Where all are taken the text is one that nobody writes, and stays as it is.
            guard let free = range.first(where: { !isTaken[$0] }), let scalar = Unicode.Scalar(UInt32(free))
            else { continue }
            isTaken[free] = true
            pairs.append((sign, Array(String(scalar).utf8)))
        }
        for pair in pairs { text = Self.replacing(pair.sign, with: pair.stand, in: text) }
    }

    /// The text with what was covered.
    func uncovered(_ text: [UInt8]) -> [UInt8] {
        pairs.reduce(text) { Self.replacing($1.stand, with: $1.sign, in: $0) }
    }

    /// The character that `\uXXXX` or `\UXXXXXXXX` means, where it has at most three bytes.
    /// What `\xXX` means never stands for another.
    private static func escaped(at index: Int, in text: [UInt8]) -> Int? {
        guard index + 1 < text.count else { return nil }
        let count: Int
        switch text[index + 1] {
        case UInt8(ascii: "u"): count = 4
        case UInt8(ascii: "U"): count = 8
        default: return nil
        }
        let digits = text[(index + 2)...].prefix(count)
        guard digits.count == count, let number = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        return (0..<0x10000).contains(number) ? number : nil
    }

    private static func signsFound(in text: UnsafeBufferPointer<UInt8>) -> [[UInt8]]? {
        var found: Set<[UInt8]> = []
        for (index, byte) in text.enumerated() where byte == 0xC2 || byte == 0xE2 {
            for sign in signs where text[index...].starts(with: sign) { found.insert(sign) }
        }
        return found.isEmpty ? nil : signs.filter(found.contains)
    }

    private static func replacing(_ old: [UInt8], with new: [UInt8], in text: [UInt8]) -> [UInt8] {
        var text = text
        var index = 0
        while index + old.count <= text.count {
            if text[index] == old[0], text[index...].starts(with: old) {
                text.replaceSubrange(index..<index + old.count, with: new)
                index += old.count
            } else {
                index += 1
            }
        }
        return text
    }
}
