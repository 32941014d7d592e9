// SPDX-License-Identifier: MIT
// Which bytes are UTF-8 in the strict sense, and where they first are not.

/// The strict reading of UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Validation {
    /// The offset of the first ill-formed sequence; nil when there is none.
    ///
    /// ASCII is passed a word or four at a time, everything else a scalar at a time.
    static func firstBadByte(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while raw.count - index >= 8 {
            index = endOfASCIIWords(in: raw, from: index)
            while raw.count - index >= 4, raw[index] >= 0x80 {
                let four = raw.loadUnaligned(fromByteOffset: index, as: UInt32.self)
                let length = wellFormedLength(UInt32(littleEndian: four))
                if length == 0 { return index }
                index += length
            }
        }
        while index < raw.count {
            let length = sequenceLength(in: bytes, at: index)
            if length <= 0 { return index }
            index += length
        }
        return nil
    }

    /// The first byte at or after `start` that is not ASCII, or a place less than a word from the end.
    @inline(__always)
    private static func endOfASCIIWords(in raw: UnsafeRawBufferPointer, from start: Int) -> Int {
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
        while raw.count - index >= 8 {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & high
            if word != 0 { return index + UInt64(littleEndian: word).trailingZeroBitCount / 8 }
            index += 8
        }
        return index
    }

    /// The length of the sequence of two to four bytes at the low end of a word; 0 if ill-formed.
    @inline(__always)
    private static func wellFormedLength(_ four: UInt32) -> Int {
        if four & 0xC0_C0F0 == 0x80_80E0 {
            // Low four bits of the lead and bit 5 of the next: all clear is overlong, 0xD with the
            // bit is a surrogate.
            let decisive = four & 0x200F
            return decisive != 0 && decisive != 0x200D ? 3 : 0
        }
        if four & 0xC0E0 == 0x80C0 { return four & 0x1E != 0 ? 2 : 0 }
        if four & 0xC0C0_C0F8 == 0x8080_80F0 {
            // Low three bits of the lead, bits 4 and 5 of the next: U+10000 to U+10FFFF.
            let lead = four & 0x07
            let next = four & 0x3000
            return (lead | next) != 0 && (lead < 4 || lead == 4 && next == 0) ? 4 : 0
        }
        return 0
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

extension [UInt8] {
    /// The offset of the first ill-formed sequence; nil when there is none.
    var firstBadByte: Int? {
        withUnsafeBufferPointer { UTF8Validation.firstBadByte(in: $0) }
    }

    /// The bytes themselves, which a client sent as text.
    ///
    /// - Throws: `NoteTextError` with code `.notUTF8`.
    func checkedUTF8() throws(NoteTextError) -> [UInt8] {
        guard let offset = firstBadByte else { return self }
        throw NoteTextError(.notUTF8, at: offset, "The new text is not UTF-8 from its byte \(offset) on.")
    }
}
