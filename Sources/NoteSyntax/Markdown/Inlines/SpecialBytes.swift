// SPDX-License-Identifier: MIT
// Where the next byte is that may start an inline construct, eight bytes at a time.

extension UnsafePointer<UInt8> {
    /// The first byte at or after `start` that is special to inline text; `end` where there is none. A dot
    /// that follows something else than a `w` may be passed.
    ///
    /// Letters, spaces and everything beyond ASCII are passed a word at a time; of what else there is, each
    /// byte is looked up.
    @inline(__always)
    func nextSpecial(from start: Int, to end: Int, _ classes: UnsafePointer<UInt8>) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let raw = UnsafeRawPointer(self)
        var position = start
        while end &- position >= 8 {
            let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
            let low = word & ~tops
            // Small and capital letters are one; adding carries into the top bit from `a`, and from past `z`.
            let letter = low | ones &* 0x20
            let isLetter = (letter &+ ones &* (0x80 - 0x61)) & ~(letter &+ ones &* (0x80 - 0x7B))
            let isNoSpace = (low ^ ones &* 0x20) &+ ones &* 0x7F
            var odd = isNoSpace & ~(isLetter | word) & tops
            while odd != 0 {
                let found = position &+ odd.trailingZeroBitCount / 8
                let byte = self[found]
                if classes[Int(byte)] & ByteClass.special != 0 {
                    // Most dots end a sentence.
                    guard byte == UInt8(ascii: "."), found == start || self[found - 1] != UInt8(ascii: "w")
                    else { return found }
                }
                odd &= odd &- 1
            }
            position &+= 8
        }
        while position < end, classes[Int(self[position])] & ByteClass.special == 0 { position &+= 1 }
        return position
    }
}
