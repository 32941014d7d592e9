// SPDX-License-Identifier: MIT
// How the encoding of bytes that are not UTF-8 is guessed: by mark, by pattern, by exclusion.

extension TextEncoding {
    /// A guess at the encoding of bytes that are known not to be UTF-8.
    ///
    /// A byte order mark decides. Without one, NUL bytes that nearly all stand at odd offsets are the
    /// high halves of UTF-16LE, and at even ones of UTF-16BE. What remains is a one-byte encoding if
    /// it holds neither controls nor, in the main, sequences shaped like UTF-8; such a file is UTF-8
    /// that was damaged, which is `.unknown`. At most 32 KB on either side of the first bad byte are
    /// looked at.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - firstBad: Where they first are not UTF-8.
    static func guess(_ bytes: UnsafeBufferPointer<UInt8>, firstBad: Int) -> TextEncoding {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE):
            let isWide = bytes.count >= 4 && bytes[2] == 0 && bytes[3] == 0
            return isWide ? .utf32LittleEndian : .utf16LittleEndian
        case (0xFE, 0xFF): return .utf16BigEndian
        case (0, 0) where bytes.count >= 4 && bytes[2] == 0xFE && bytes[3] == 0xFF: return .utf32BigEndian
        default: break
        }
        let reach = 32 << 10
        // An even start keeps the halves of UTF-16 apart.
        let start = max(0, firstBad - reach) & ~1
        let sample = UnsafeBufferPointer(rebasing: bytes[start..<min(bytes.count, firstBad + reach)])
        return wideGuess(sample) ?? narrowGuess(sample)
    }

    /// UTF-16 without a mark, told by where the NUL bytes stand.
    private static func wideGuess(_ sample: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        var atEven = 0
        var atOdd = 0
        for index in sample.indices where sample[index] == 0 {
            if index & 1 == 0 { atEven += 1 } else { atOdd += 1 }
        }
        let units = sample.count / 2
        if atOdd * 4 >= units, atOdd > atEven * 8 { return .utf16LittleEndian }
        if atEven * 4 >= units, atEven > atOdd * 8 { return .utf16BigEndian }
        return nil
    }

    /// A one-byte encoding, or none.
    private static func narrowGuess(_ sample: UnsafeBufferPointer<UInt8>) -> TextEncoding {
        var single = 0
        var shaped = 0
        var fromWindows = false
        var index = 0
        while index < sample.count {
            let byte = sample[index]
            switch byte {
            case 0x20...0x7E, 0x09...0x0D: break
            case 0x00...0x7F: return .unknown
            default:
                // A lead byte and what continues it, well-formed or not, is what UTF-8 looks like.
                var end = index + 1
                while byte >= 0xC0, end < min(sample.count, index + 4), sample[end] & 0xC0 == 0x80 {
                    end += 1
                }
                if end > index + 1 {
                    shaped += 1
                } else if [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) {
                    // Windows-1252 has no sign here, and Latin-1 a control.
                    return .unknown
                } else {
                    single += 1
                    if byte < 0xA0 { fromWindows = true }
                }
                index = end - 1
            }
            index += 1
        }
        if shaped >= single { return .unknown }
        return fromWindows ? .windows1252 : .latin1
    }
}
