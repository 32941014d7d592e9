// SPDX-License-Identifier: MIT
// Which scalars beyond ASCII are white space or punctuation where delimiters are weighed.

/// What stands beside a delimiter.
enum UnicodeClass {
    case other, whiteSpace, punctuation
}

extension UnsafePointer<UInt8> {
    /// The class of the character that ends before `position`.
    @inline(__always)
    func classBefore(_ position: Int, from start: Int) -> UnicodeClass {
        guard position > start else { return .whiteSpace }
        let byte = self[position - 1]
        return byte < 0x80 ? byte.asciiClass : wideClass(scalar(before: position, from: start))
    }

    /// The class of the character that starts at `position`.
    @inline(__always)
    func classAfter(_ position: Int, to end: Int) -> UnicodeClass {
        guard position < end else { return .whiteSpace }
        let byte = self[position]
        return byte < 0x80 ? byte.asciiClass : wideClass(scalar(at: position, to: end))
    }

    /// The scalar at `position`; U+FFFD for bytes that are none.
    func scalar(at position: Int, to end: Int) -> Unicode.Scalar {
        let byte = self[position]
        if byte < 0x80 { return Unicode.Scalar(byte) }
        let length = scalarLength(at: position, to: end)
        guard length > 1 else { return "\u{FFFD}" }
        var value = UInt32(byte) & (0x7F >> UInt32(length))
        for index in 1..<length { value = value << 6 | UInt32(self[position + index] & 0x3F) }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// The scalar that ends before `position`.
    func scalar(before position: Int, from start: Int) -> Unicode.Scalar {
        var first = position - 1
        while first > start, position - first < 4, self[first] & 0xC0 == 0x80 { first -= 1 }
        let found = scalar(at: first, to: position)
        return first + scalarLength(at: first, to: position) == position ? found : "\u{FFFD}"
    }

    @inline(never)
    private func wideClass(_ scalar: Unicode.Scalar) -> UnicodeClass {
        switch scalar.value {
        // The scripts that notes are mostly written in have their letters here.
        case 0x00C0...0x036F, 0x0400...0x0481, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF,
            0xAC00...0xD7A3:
            return .other
        default: break
        }
        switch scalar.properties.generalCategory {
        case .spaceSeparator: return .whiteSpace
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation:
            return .punctuation
        default: return .other
        }
    }
}

extension UInt8 {
    @inline(__always) fileprivate var asciiClass: UnicodeClass {
        if isBlankOrEnd || self == 0x0C { return .whiteSpace }
        return isPunctuation ? .punctuation : .other
    }
}

extension Unicode.Scalar {
    /// White space as JavaScript's `\s` has it, and the blocks of U+2000 and U+2E00: the end of a tag.
    var endsTag: Bool {
        switch value {
        case 0xA0, 0x1680, 0x2000...0x206F, 0x2E00...0x2E7F, 0x3000, 0xFEFF: true
        default: false
        }
    }

    /// White space as JavaScript's `\s` has it.
    var isScriptSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
            true
        default: false
        }
    }
}
