// SPDX-License-Identifier: MIT
// Where two bytes stand at their distance from each other: where a piece of text may begin.

/// Two bytes of a piece of text in folded ASCII, at the places where they stand in it. Sixteen beginnings are tried
/// at once, so it hardly matters how often each of the bytes alone occurs.
struct BytePair: Sendable {
    private typealias Block = SIMD16<UInt8>

    /// A byte of the piece.
    private struct Part {
        /// How far behind the beginning of the piece it stands.
        let offset: Int
        let byte: UInt8
        /// What makes a capital of it the same: a bit that both have then, or none.
        let small: UInt8

        init(_ piece: [UInt8], at offset: Int) {
            self.offset = offset
            byte = piece[offset]
            small = byte &- 0x61 < 26 ? 0x20 : 0
        }
    }

    private let one: Part
    private let other: Part

    /// Takes the two bytes of a piece that are the rarest in ordinary text; of a piece of one byte, that one.
    init(of piece: [UInt8], frequency: (UInt8) -> Int) {
        let order = piece.indices.sorted { frequency(piece[$0]) < frequency(piece[$1]) }
        one = Part(piece, at: order[0])
        other = Part(piece, at: order[order.count > 1 ? 1 : 0])
    }

    /// The next place, from an offset on and not behind `last`, where both stand; nil where there is none.
    ///
    /// - Parameter last: Where the piece may begin at the latest, so that all of it is in the text.
    func next(in text: UnsafeBufferPointer<UInt8>, from start: Int, through last: Int) -> Int? {
        let raw = UnsafeRawBufferPointer(text)
        let (byte, small) = (Block(repeating: one.byte), Block(repeating: one.small))
        let (otherByte, otherSmall) = (Block(repeating: other.byte), Block(repeating: other.small))
        var at = start
        // The last of the sixteen has its bytes in the text too.
        while at + 15 <= last {
            let ones = raw.loadUnaligned(fromByteOffset: at + one.offset, as: Block.self)
            let others = raw.loadUnaligned(fromByteOffset: at + other.offset, as: Block.self)
            let isBoth = ((ones | small) .== byte) .& ((others | otherSmall) .== otherByte)
            // SAFETY: a mask of sixteen bytes is those bytes, all ones where it holds.
            let words = unsafeBitCast(isBoth, to: SIMD2<UInt64>.self)
            if words[0] | words[1] != 0 {
                let low = UInt64(littleEndian: words[0])
                guard low == 0 else { return at + low.trailingZeroBitCount / 8 }
                return at + 8 + UInt64(littleEndian: words[1]).trailingZeroBitCount / 8
            }
            at += 16
        }
        while at <= last {
            if text[at + one.offset] | one.small == one.byte,
                text[at + other.offset] | other.small == other.byte
            {
                return at
            }
            at += 1
        }
        return nil
    }
}
