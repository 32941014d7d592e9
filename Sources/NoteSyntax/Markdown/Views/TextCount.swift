// SPDX-License-Identifier: MIT
// How long a text is, for people: words and characters.

/// The words and characters of a text.
///
/// A word is a run of letters, marks and digits, with apostrophes and hyphens inside; in scripts that
/// write no spaces (Han, Hiragana, Katakana) each character counts as one. A character is
/// what a reader takes for one (an extended grapheme cluster); line endings do not count.
public struct TextCount: Hashable, Sendable {
    /// How many words there are.
    public let words: Int
    /// How many characters there are.
    public let characters: Int

    /// Counts a text.
    public init(of text: String) {
        var words = 0
        var isInWord = false
        for scalar in text.unicodeScalars {
            switch Self.role(of: scalar) {
            case .letter:
                if !isInWord { words += 1 }
                isInWord = true
            case .whole:
                words += 1
                isInWord = false
            case .joiner: break
            case .other: isInWord = false
            }
        }
        self.words = words
        characters = text.reduce(0) { $0 + ($1.isNewline ? 0 : 1) }
    }

    private enum Role { case letter, whole, joiner, other }

    private static func role(of scalar: Unicode.Scalar) -> Role {
        if scalar.isASCII {
            let byte = UInt8(ascii: scalar)
            if byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") { return .letter }
            return byte == UInt8(ascii: "'") || byte == UInt8(ascii: "-") ? .joiner : .other
        }
        switch scalar.value {
        case 0x2019: return .joiner
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            return .whole
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
            .connectorPunctuation:
            return .letter
        default: return .other
        }
    }
}
