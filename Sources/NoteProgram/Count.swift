// SPDX-License-Identifier: MIT
// Numbers of things in words.

/// Writes how many there are of something.
package enum Count {
    /// A number with a comma every three digits.
    package static func grouped(_ number: Int) -> String {
        var digits = Array(String(number).utf8)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(UInt8(ascii: ","), at: place)
            place -= 3
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The number and the noun, with an "s" unless it is one.
    package static func of(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}
