// SPDX-License-Identifier: MIT
// Bytes as hexadecimal digits.

/// Writes bytes as digits of base 16.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two digits in lower case for each byte.
    static func text(of bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Sixteen digits for one number.
    static func text(of number: UInt64) -> String {
        withUnsafeBytes(of: number.bigEndian) { text(of: $0) }
    }
}
