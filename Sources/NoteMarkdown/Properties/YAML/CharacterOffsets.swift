// SPDX-License-Identifier: MIT
// Where the characters that libyaml counts are in the bytes that it reads.

/// The places of a text's characters in its bytes.
struct CharacterOffsets: ~Copyable {
    private let text: UnsafeBufferPointer<UInt8>
    /// The byte at which each hundredth character starts; none where every character is one byte.
    private let hundreds: [Int]

    /// - Parameter text: UTF-8 as far as anybody asks. It must stay where it is as long as this lives.
    init(of text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        guard text.contains(where: { $0 >= 0x80 }) else {
            hundreds = []
            return
        }
        var hundreds: [Int] = []
        hundreds.reserveCapacity(text.count / 100 + 1)
        var count = 0
        for (offset, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
            if count.isMultiple(of: 100) { hundreds.append(offset) }
            count += 1
        }
        self.hundreds = hundreds
    }

    /// The offset of a character in bytes; the end of the text for one behind it.
    func offset(ofCharacter index: Int) -> Int {
        guard !hundreds.isEmpty else { return min(index, text.count) }
        guard index / 100 < hundreds.count else { return text.count }
        var offset = hundreds[index / 100]
        for _ in 0..<index % 100 {
            offset += 1
            while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
        }
        return min(offset, text.count)
    }

    /// How many lines end before a byte.
    func line(ofByte offset: Int) -> Int {
        var count = 0
        for index in 0..<min(max(offset, 0), text.count) {
            let isPair = text[index] == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
            if text[index] == 0x0A || text[index] == 0x0D && !isPair { count += 1 }
        }
        return count
    }
}
