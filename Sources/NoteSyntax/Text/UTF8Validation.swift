// SPDX-License-Identifier: MIT
// Which bytes are UTF-8 in the strict sense, and where they first are not.

/// The strict reading of UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
package enum UTF8Validation {
    /// The offset of the first ill-formed sequence; nil when there is none.
    package static func firstBadByte(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if UTF8Automaton.accepts(bytes) { return nil }
        // The automaton says that there is one, not where it starts.
        var index = 0
        while index < bytes.count {
            let length = sequenceLength(in: bytes, at: index)
            if length <= 0 { return index }
            index += length
        }
        return nil
    }

    /// The length of the well-formed sequence at `index`; for an ill-formed one minus the number of
    /// bytes that belong together (at least one), as a decoder would replace them by one sign.
    package static func sequenceLength(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
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
