// SPDX-License-Identifier: MIT
// The shown text once more, as plain bytes of which each is known by name.

/// A text in which every byte has a number that no other ever has, so that it is seen what became of it.
struct ModelText {
    private(set) var shown: [UInt8] = []
    private(set) var names: [Int] = []

    /// Puts bytes in place of others, and answers what they replaced.
    mutating func replace(
        _ range: Range<Int>, with bytes: [UInt8], names next: inout Int
    ) -> (bytes: [UInt8], names: [Int]) {
        let old = (Array(shown[range]), Array(names[range]))
        shown.replaceSubrange(range, with: bytes)
        names.replaceSubrange(range, with: next..<next + bytes.count)
        next += bytes.count
        return old
    }

    /// Offsets at which a client may cut: on scalar boundaries.
    func boundary(_ random: inout SeededGenerator) -> Int {
        var offset = random.below(shown.count + 1)
        while offset < shown.count, shown[offset] & 0xC0 == 0x80 { offset += 1 }
        return offset
    }
}
