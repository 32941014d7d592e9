// SPDX-License-Identifier: MIT
// Bytes that a URL spells with percent signs.

/// Percent signs of RFC 3986.
package enum PercentCoding {
    /// The bytes that are meant; nil where a percent sign is followed by anything but two hexadecimal digits.
    package static func decoded(_ written: [UInt8]) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(written.count)
        var rest = written[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        return decoded
    }

    /// A byte with a percent sign.
    package static func encoded(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.flatMap { UInt8(exactly: $0) }
    }
}
