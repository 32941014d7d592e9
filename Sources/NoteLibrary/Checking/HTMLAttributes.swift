// SPDX-License-Identifier: MIT
// The few attributes of HTML that name files and places.

/// Attributes in a text, wherever they stand: whether that is HTML, or code that shows some, is not asked.
enum HTMLAttributes {
    /// The values of the attributes of some names, in order.
    static func values(of names: Set<String>, in bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        var values: [String] = []
        var place = 0
        while let sign = bytes[place...].firstIndex(of: UInt8(ascii: "=")) {
            place = sign + 1
            var start = sign
            while start > 0, (bytes[start - 1] | 0x20) &- 0x61 < 26 { start -= 1 }
            // Names are short; a longer word is none of them.
            guard (1...8).contains(sign - start), place < bytes.count else { continue }
            guard names.contains(String(decoding: bytes[start..<sign], as: UTF8.self).lowercased()) else {
                continue
            }
            let quote = bytes[place]
            let value: Slice<UnsafeBufferPointer<UInt8>>
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                place += 1
                value = bytes[place...].prefix { $0 != quote && $0 != 0x0A }
            } else {
                value = bytes[place...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
            }
            place = value.endIndex
            values.append(String(decoding: value, as: UTF8.self))
        }
        return values
    }
}
