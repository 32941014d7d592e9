// SPDX-License-Identifier: MIT
// What a part of a quoted value in the front matter stands for, and how a text is written there.

/// The inside of a scalar of YAML in quotes, or a part of it, on one line.
package enum QuotedScalar {
    /// The text that is meant.
    package static func value(of written: some Collection<UInt8>, in quote: UInt8) -> String {
        var value: [UInt8] = []
        var rest = Array(written)[...]
        while let byte = rest.popFirst() {
            if quote == UInt8(ascii: "'") {
                if byte == quote, rest.first == quote { rest.removeFirst() }
                value.append(byte)
            } else if byte == UInt8(ascii: "\\"), let escape = rest.popFirst() {
                value += meaning(of: escape, &rest)
            } else {
                value.append(byte)
            }
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// How a text without controls is written.
    package static func written(_ text: some Collection<UInt8>, in quote: UInt8) -> [UInt8] {
        text.flatMap { byte -> [UInt8] in
            if quote == UInt8(ascii: "'") { return byte == quote ? [quote, quote] : [byte] }
            return byte == quote || byte == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), byte] : [byte]
        }
    }

    private static func meaning(of escape: UInt8, _ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let count: Int
        switch escape {
        case UInt8(ascii: "x"): count = 2
        case UInt8(ascii: "u"): count = 4
        case UInt8(ascii: "U"): count = 8
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "_"): return Array("\u{A0}".utf8)
        // A quote, a backslash, a slash or a space; what is no escape is left as it is written.
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: " "): return [escape]
        default: return [UInt8(ascii: "\\"), escape]
        }
        let digits = rest.prefix(count)
        guard digits.count == count,
            let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(
                Unicode.Scalar.init)
        else { return [UInt8(ascii: "\\"), escape] }
        rest.removeFirst(count)
        return Array(String(scalar).utf8)
    }
}
