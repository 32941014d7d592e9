// SPDX-License-Identifier: MIT
// Which bytes are UTF-8 in the strict sense, and where they first are not.

/// The strict reading of UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Validation {
    /// The offset of the first ill-formed sequence; nil when there is none.
    ///
    /// ASCII is passed thirty-two bytes at a time.
    static func firstBadByte(in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        let count = bytes.count
        var index = start
        while index < count {
            if bytes[index] < 0x80 {
                index = endOfASCII(in: bytes, from: index)
            } else {
                let length = sequenceLength(in: bytes, at: index)
                if length <= 0 { return index }
                index += length
            }
        }
        return nil
    }

    /// The first byte at or after `start` that is not ASCII.
    private static func endOfASCII(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        let high: UInt64 = 0x8080_8080_8080_8080
        var index = start
        while raw.count - index >= 32 {
            let first = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let second = raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
            let third = raw.loadUnaligned(fromByteOffset: index + 16, as: UInt64.self)
            let fourth = raw.loadUnaligned(fromByteOffset: index + 24, as: UInt64.self)
            if (first | second | third | fourth) & high != 0 { break }
            index += 32
        }
        while index < raw.count, raw[index] < 0x80 { index += 1 }
        return index
    }

    /// The length of the well-formed sequence at `index`; for an ill-formed one minus the number of
    /// bytes that belong together (at least one), as a decoder would replace them by one sign.
    static func sequenceLength(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let lead = bytes[index]
        // What the second byte may be: this is where overlong forms, surrogates and what lies above
        // U+10FFFF are told from the rest.
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, high) = (4, 0x8F)
        default: return -1
        }
        let end = index + length
        guard index + 1 < bytes.count, bytes[index + 1] >= low, bytes[index + 1] <= high else { return -1 }
        var next = index + 2
        while next < end {
            guard next < bytes.count, bytes[next] & 0xC0 == 0x80 else { return index - next }
            next += 1
        }
        return length
    }
}
