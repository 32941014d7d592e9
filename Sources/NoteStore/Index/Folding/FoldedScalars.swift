// SPDX-License-Identifier: MIT
// A text as it is compared, scalar by scalar, with the way back to the bytes of its file.

/// Reads UTF-8 and tells each folded scalar with the bytes it came from.
///
/// Several scalars may come of the same bytes, and those must not be torn apart: `start` is negative for all but
/// the first of them, and `end` is so for all but the last.
enum FoldedScalars {
    /// Reads a text from its start.
    ///
    /// - Parameters:
    ///   - text: Valid UTF-8. Where it is not, a byte counts as a character that nobody looks for.
    ///   - range: Which part of it.
    ///   - body: Called with a scalar, the offset at which its bytes start or -1, and that behind them or -1.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, by folding: inout TextFolding,
        _ body: (_ scalar: UInt32, _ start: Int, _ end: Int) -> Void
    ) {
        var at = range.lowerBound
        while at < range.upperBound {
            let byte = text[at]
            if byte < 0x80 {
                if byte == 0x0D {
                    let isPair = at + 1 < range.upperBound && text[at + 1] == 0x0A
                    body(0x0A, at, at + (isPair ? 2 : 1))
                    at += isPair ? 2 : 1
                } else {
                    body(folding.ascii(UInt32(byte)), at, at + 1)
                    at += 1
                }
                continue
            }
            let (scalar, length) = scalar(text, at, range.upperBound)
            readOther(scalar, at, at + length, by: &folding, body)
            at += length
        }
    }

    private static func readOther(
        _ scalar: UInt32, _ start: Int, _ end: Int, by folding: inout TextFolding,
        _ body: (UInt32, Int, Int) -> Void
    ) {
        // One is held back, since only what follows tells whether it is the last.
        var held: UInt32?
        var isFirst = true
        folding.forEach(of: scalar) { next in
            if let held {
                body(held, isFirst ? start : -1, -1)
                isFirst = false
            }
            held = next
        }
        if let held { body(held, isFirst ? start : -1, end) }
    }

    /// The scalar at an offset and how many bytes it has.
    private static func scalar(
        _ text: UnsafeBufferPointer<UInt8>, _ at: Int, _ end: Int
    ) -> (scalar: UInt32, length: Int) {
        let first = UInt32(text[at])
        let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
        // Above all scalars, so that nothing is equal to it.
        guard length > 1, at + length <= end else { return (0x10_FF00 | first & 0xFF, 1) }
        var scalar = first & (0x7F >> UInt32(length))
        for index in 1..<length { scalar = scalar << 6 | UInt32(text[at + index] & 0x3F) }
        return (min(scalar, 0x10_FFFF), length)
    }
}
