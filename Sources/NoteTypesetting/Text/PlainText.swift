// SPDX-License-Identifier: MIT
// Which text needs none of Pango's care: left to right, one glyph beside the other, breaks at blanks.

/// Tells plain text, that of Latin, Greek and Cyrillic letters, digits and common signs.
enum PlainText {
    /// Whether all characters are plain ones.
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while place < text.count {
            let byte = text[place]
            if byte < 0x80 {
                place += 1
            } else if byte >= 0xC2, byte <= 0xD3 {
                guard place + 1 < text.count else { return false }
                let scalar = UInt32(byte & 0x1F) << 6 | UInt32(text[place + 1] & 0x3F)
                // Not the C1 controls, the soft hyphen, and marks that combine.
                guard scalar >= 0xA0, scalar != 0xAD, !(0x300...0x36F).contains(scalar),
                    !(0x483...0x489).contains(scalar)
                else { return false }
                place += 2
            } else if byte == 0xE2 {
                guard place + 2 < text.count else { return false }
                let scalar = 0x2000 | UInt32(text[place + 1] & 0x3F) << 6 | UInt32(text[place + 2] & 0x3F)
                guard isPlainSign(scalar) else { return false }
                place += 3
            } else {
                return false
            }
        }
        return true
    }

    private static func isPlainSign(_ scalar: UInt32) -> Bool {
        switch scalar {
        // Dashes, quotation marks, dots; signs of currencies; arrows and what mathematics writes.
        case 0x2010, 0x2012...0x2015, 0x2018...0x2022, 0x2026, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A,
            0x20AC, 0x2190...0x2193, 0x2200...0x22FF:
            true
        default: false
        }
    }

    /// Whether a line may end between two characters, by those of Unicode's rules (UAX #14) that plain text
    /// can meet.
    static func mayBreak(after last: UInt32, precededBy former: UInt32, before next: UInt32) -> Bool {
        switch last {
        case 0x20: next != 0x20
        case 0x2D, 0x2010: isLetter(next) && (isLetter(former) || (0x30...0x39).contains(former))
        case 0x2F: isLetter(next) && former != 0x20 && former != 0
        case 0x2013, 0x2014: next != 0x20 && former != 0x20
        default: next == 0x2014 && last != 0
        }
    }

    private static func isLetter(_ scalar: UInt32) -> Bool {
        (0x61...0x7A).contains(scalar | 0x20) || (0xC0...0x52F).contains(scalar)
    }
}
