// SPDX-License-Identifier: MIT
// How the grams of one text come together, each once.

/// Takes a text's folded scalars one by one, and makes words of its grams; see `NoteGrams`.
struct GramGathering {
    /// The two scalars before, or `nothing`.
    private var first = Self.nothing
    private var second = Self.nothing
    /// Which grams of ASCII alone were met: a bit for each of 2^21.
    private var met = [UInt64](repeating: 0, count: 1 << 15)
    private var metKeys: [UInt32] = []
    private var others = GramSet()
    private var words: [UInt8] = []

    /// No scalar.
    private static let nothing: UInt32 = 0x1F_FFFF

    /// Begins a text of so many bytes.
    mutating func begin(expecting count: Int) { words.reserveCapacity(min(count, 16_384) * 2) }

    /// Takes the next scalar.
    mutating func add(_ scalar: UInt32) {
        if scalar == 0x0A {
            (first, second) = (Self.nothing, Self.nothing)
            return
        }
        if first | second | scalar < 0x80 {
            add(ascii: scalar)
        } else {
            addOther(scalar)
        }
        (first, second) = (second, scalar)
    }

    private mutating func add(ascii third: UInt32) {
        let key = first << 14 | second << 7 | third
        let bit = UInt64(1) << UInt64(key & 63)
        guard met[Int(key >> 6)] & bit == 0, !Self.isBridge(first, second, third) else { return }
        met[Int(key >> 6)] |= bit
        metKeys.append(key)
        words.append(UInt8(truncatingIfNeeded: first | 0x80))
        words.append(UInt8(truncatingIfNeeded: second | 0x80))
        words.append(UInt8(truncatingIfNeeded: third | 0x80))
        words.append(0x20)
    }

    private mutating func addOther(_ third: UInt32) {
        if first != Self.nothing, second != Self.nothing, !Self.isBridge(first, second, third),
            others.insert(first, second, third)
        {
            Self.append([first, second, third], to: &words)
        }
        guard Self.isShortWord(third) else { return }
        if Self.isShortWord(second), others.insert(Self.nothing, second, third) {
            Self.append([second, third], to: &words)
        }
        if others.insert(Self.nothing, Self.nothing, third) { Self.append([third], to: &words) }
    }

    /// Whether a gram only joins two words: a space between two characters. They are a fifth of all grams, and tell
    /// hardly more than the one that ends with the space and the one that begins with it.
    static func isBridge(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> Bool {
        second == 0x20 && first != 0x20 && third != 0x20
    }

    /// Whether one or two such characters are looked for as often as words are: Han, kana, Hangul, emoji. `nothing`
    /// is none.
    static func isShortWord(_ scalar: UInt32) -> Bool {
        // Hangul is decomposed by then; from U+2E80 on everything is East Asian, an emoji or rare.
        scalar >= 0x2E80 && scalar != nothing || 0x1100...0x11FF ~= scalar
    }

    /// Ends the text, and gives its words away.
    mutating func end() -> [UInt8] {
        for key in metKeys { met[Int(key >> 6)] = 0 }
        metKeys.removeAll(keepingCapacity: true)
        others.removeAll()
        (first, second) = (Self.nothing, Self.nothing)
        defer { words = [] }
        return words
    }

    /// Appends a gram as a word: ASCII above 0x7F, the rest as UTF-8, and a space.
    static func append(_ gram: some Sequence<UInt32>, to words: inout [UInt8]) {
        for scalar in gram {
            switch scalar {
            case ..<0x80: words.append(UInt8(scalar | 0x80))
            case ..<0x800: words += [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 63)]
            case ..<0x1_0000:
                words += [
                    UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 63), UInt8(0x80 | scalar & 63),
                ]
            default:
                words += [
                    UInt8(0xF0 | scalar >> 18), UInt8(0x80 | scalar >> 12 & 63),
                    UInt8(0x80 | scalar >> 6 & 63), UInt8(0x80 | scalar & 63),
                ]
            }
        }
        words.append(0x20)
    }
}
