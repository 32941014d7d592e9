// SPDX-License-Identifier: MIT
// Random note bytes with everything in them that has ever made an editor lose a byte.

import SyntaxProof

/// A maker of random text.
struct RandomText {
    /// One-byte to four-byte scalars, controls, and what other programs take for a line ending.
    static let characters: [[UInt8]] = [
        "a", "b", "c", " ", "#", "\t", "\0", "\u{1}", "\u{1B}", "\u{7F}", "\u{B}", "\u{C}", "\u{85}",
        "\u{2028}",
        "\u{2029}", "\u{E9}", "e\u{301}", "\u{301}", "漢", "\u{FEFF}", "\u{FFFD}", "\u{E000}", "🌱", "\u{200D}",
        "\u{10FFFF}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{10000}", "👩‍👩‍👧",
    ].map { Array($0.utf8) }

    static let endings: [[UInt8]] = [[0x0A], [0x0D, 0x0A], [0x0D]]

    /// Which endings are likely; a text mixes them or keeps to one.
    private let style: Int

    init(using random: inout SeededGenerator) { style = random.below(6) }

    func ending(using random: inout SeededGenerator) -> [UInt8] {
        RandomText.endings[style < 3 && !random.oneIn(10) ? style : random.below(3)]
    }

    func bytes(characters count: Int, using random: inout SeededGenerator) -> [UInt8] {
        var result: [UInt8] = []
        for _ in 0..<count {
            if random.oneIn(3) {
                result += ending(using: &random)
            } else if random.oneIn(2) {
                result.append(0x61 + UInt8(random.below(3)))
            } else {
                result += RandomText.characters[random.below(RandomText.characters.count)]
            }
        }
        return result
    }

    /// A whole file: now and then with a mark, now and then with a first U+FEFF behind it.
    func file(using random: inout SeededGenerator) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let length = random.oneIn(20) ? random.below(300) : random.below(40)
        return (random.oneIn(4) ? mark : []) + bytes(characters: length, using: &random)
    }
}
