// SPDX-License-Identifier: MIT
// The pieces of three characters by which a note is found in the full text, and those of a query.

/// Cuts texts into grams: every three characters in a row, once each, but for a space between two; and, where one or two characters may be
/// a word, as in Chinese and Japanese, also every two and every one of those.
///
/// Characters are those of `TextFolding` with marks ignored: so the grams of any part of a text that is alike,
/// be it with or without marks, are among those of the text. No gram goes over the end of a line.
///
/// SQLite's own tokenizer for trigrams is not used: in the edition of Debian 12 it stops at a NUL, cannot ignore
/// marks, knows nothing of shorter grams, and hands over each gram as often as it occurs, though `detail=none`
/// keeps it once. Here a gram is a word of bytes above 0x7F, which its tokenizer `ascii` takes as it is.
///
/// A value for one thread.
struct NoteGrams {
    private var folding = TextFolding(.marksIgnored)
    private var gathering = GramGathering()

    /// The words for a note's grams, a space behind each.
    mutating func words(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        Self.words(of: text, by: &folding, &gathering)
    }

    private static func words(
        of text: UnsafeBufferPointer<UInt8>, by folding: inout TextFolding,
        _ gathering: inout GramGathering
    ) -> [UInt8] {
        gathering.begin(expecting: text.count)
        FoldedScalars.read(text, 0..<text.count, by: &folding) { scalar, _, _ in gathering.add(scalar) }
        return gathering.end()
    }

    // MARK: Queries

    /// How many grams are asked for at most: more hardly leave fewer notes.
    private static let most = 12

    /// What the full text is asked for to find all notes that may hold a text; nil where it cannot tell.
    ///
    /// - Parameter text: UTF-8, in any case and with any marks.
    static func query(for text: [UInt8]) -> [UInt8]? {
        var folding = TextFolding(.marksIgnored)
        var scalars: [UInt32] = []
        text.withUnsafeBufferPointer { text in
            FoldedScalars.read(text, 0..<text.count, by: &folding) { scalar, _, _ in scalars.append(scalar) }
        }
        let grams = scalars.split(separator: 0x0A).flatMap { Self.grams(of: Array($0)) }
        guard !grams.isEmpty else { return nil }
        let step = max(1, grams.count / most)
        var query: [UInt8] = []
        for index in stride(from: 0, to: grams.count, by: step) {
            query.append(UInt8(ascii: "\""))
            GramGathering.append(grams[index], to: &query)
            query[query.count - 1] = UInt8(ascii: "\"")
            query.append(0x20)
        }
        return query
    }

    /// What the full text is asked for to find the notes of a name.
    static func query(for name: IndexedName) -> [UInt8] {
        [UInt8(ascii: "\"")] + name.word.dropLast() + [UInt8(ascii: "\"")]
    }

    /// The grams that a line's part has for sure.
    private static func grams(of line: [UInt32]) -> [[UInt32]] {
        let grams = line.indices.dropLast(2).map { Array(line[$0..<$0 + 3]) }
            .filter { !GramGathering.isBridge($0[0], $0[1], $0[2]) }
        guard grams.isEmpty else { return grams }
        let words = line.filter(GramGathering.isShortWord)
        return line.count == 2 && words.count == 2 ? [line] : words.map { [$0] }
    }
}
