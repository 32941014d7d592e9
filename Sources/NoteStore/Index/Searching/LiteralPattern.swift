// SPDX-License-Identifier: MIT
// A piece of text to be looked for, folded once.

/// A piece of text with what its finders need.
struct LiteralPattern: Sendable {
    /// As it was typed.
    let text: [UInt8]
    let strength: TextFolding.Strength
    /// Folded.
    let scalars: [UInt32]
    /// For each length of a beginning that was met, the longest one that its end is too (Knuth, Morris, Pratt).
    let retreats: [Int]
    /// The folded bytes, where all are ASCII and no line ends among them; else nil.
    let ascii: [UInt8]?
    /// The bytes of `ascii` that are looked for first.
    let pair: BytePair?
    /// Characters that are not ASCII and fold to a part of `ascii`: where a text holds one, bytes do not tell.
    let exceptions: [[UInt8]]

    init(_ text: [UInt8], ignoringMarks: Bool) throws(SearchError) {
        self.text = text
        strength = ignoringMarks ? .marksIgnored : .marksCount
        var folding = TextFolding(strength)
        var scalars: [UInt32] = []
        text.withUnsafeBufferPointer { text in
            FoldedScalars.read(text, 0..<text.count, by: &folding) { scalar, _, _ in scalars.append(scalar) }
        }
        guard !scalars.isEmpty else {
            throw SearchError(.nothingToFind, "There is nothing to look for but marks, and they are ignored.")
        }
        self.scalars = scalars
        retreats = Self.retreats(of: scalars)
        let isPlain = scalars.allSatisfy { $0 < 0x80 && $0 != 0x0A }
        let bytes = isPlain ? scalars.map { UInt8(truncatingIfNeeded: $0) } : nil
        ascii = bytes
        pair = bytes.map { BytePair(of: $0, frequency: Self.frequency) }
        exceptions = bytes.map { Self.exceptions(for: $0) } ?? []
    }

    private static func retreats(of scalars: [UInt32]) -> [Int] {
        var retreats = [0, 0]
        retreats.reserveCapacity(scalars.count + 1)
        var length = 0
        for index in scalars.indices.dropFirst() {
            while length > 0, scalars[length] != scalars[index] { length = retreats[length] }
            if scalars[length] == scalars[index] { length += 1 }
            retreats.append(length)
        }
        return retreats
    }

    /// Every character that folds to ASCII alone while marks count, and what it folds to.
    static let foldingToASCII: [(scalars: ClosedRange<UInt32>, text: String)] = [
        (0xDF...0xDF, "ss"), (0x17F...0x17F, "s"), (0x37E...0x37E, ";"), (0x1E9E...0x1E9E, "ss"),
        (0x1FEF...0x1FEF, "`"), (0x212A...0x212A, "k"), (0xFB00...0xFB00, "ff"), (0xFB01...0xFB01, "fi"),
        (0xFB02...0xFB02, "fl"), (0xFB03...0xFB03, "ffi"), (0xFB04...0xFB04, "ffl"), (0xFB05...0xFB06, "st"),
    ]

    private static func exceptions(for bytes: [UInt8]) -> [[UInt8]] {
        let text = String(decoding: bytes, as: UTF8.self)
        return foldingToASCII.filter { holds(text, $0.text) }.flatMap { entry in
            entry.scalars.compactMap { Unicode.Scalar($0).map { Array(String(Character($0)).utf8) } }
        }
    }

    private static func holds(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        guard text.count >= part.count else { return false }
        return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }

    /// How often a byte stands in a thousand of ordinary text, roughly.
    private static func frequency(_ byte: UInt8) -> Int {
        let order = Array("zqjxkvbpygfwmucldrhsnioate ".utf8)
        if let place = order.firstIndex(of: byte) { return place * place / 6 + 2 }
        return switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"): 10
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 6
        default: 3
        }
    }
}
