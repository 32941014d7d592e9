// SPDX-License-Identifier: MIT
// Bytes as hexadecimal digits.

/// Writes bytes as digits of base 16.
package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two digits in lower case for each byte.
    package static func text(of bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Sixteen digits for one number.
    package static func text(of number: UInt64) -> String {
        withUnsafeBytes(of: number.bigEndian) { text(of: $0) }
    }

    /// The bytes that an even number of digits of either case stand for; nil for anything else.
    package static func bytes(of digits: some Collection<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
