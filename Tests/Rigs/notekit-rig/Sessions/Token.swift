// SPDX-License-Identifier: MIT
// Pieces of text that can be told from all others, wherever they end up.

/// Tokens of the form `<NAME FILLING>`, and how they are found again.
enum Token {
    /// The tokens of an outside text, each to be on a line of its own.
    static func outside(_ number: UInt64, seed: UInt64) -> [String] {
        var chance = SeededRandom(seed: seed ^ 0x6F75_7473, round: number)
        // Mostly a few lines; sometimes several pages.
        let count = Int.random(in: 0..<24, using: &chance) == 0 ? 60 : Int.random(in: 1...6, using: &chance)
        return (0..<count).map { made("o\(number).\($0)", &chance) }
    }

    /// Something that is typed.
    static func typed(_ number: UInt64, seed: UInt64) -> String {
        var chance = SeededRandom(seed: seed ^ 0x7479_7065, round: number)
        return made("t\(number)", &chance)
    }

    private static func made(_ name: String, _ chance: inout SeededRandom) -> String {
        let filling = UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &chance)
        let count = Int.random(in: 0...80, using: &chance)
        return "<\(name) " + String(decoding: repeatElement(filling, count: count), as: UTF8.self) + ">"
    }

    /// The lines of a text, one token each.
    static func text(_ tokens: [String]) -> [UInt8] { Array(tokens.map { $0 + "\n" }.joined().utf8) }

    /// Every whole token in some bytes.
    static func all(in bytes: some Sequence<UInt8>) -> Set<String> {
        var found: Set<String> = []
        var token: [UInt8] = []
        for byte in bytes {
            if byte == UInt8(ascii: "<") {
                token = [byte]
            } else if !token.isEmpty {
                token.append(byte)
                if byte == UInt8(ascii: ">") {
                    found.insert(String(decoding: token, as: UTF8.self))
                    token = []
                }
            }
        }
        return found
    }
}
