// SPDX-License-Identifier: MIT
// A set of notes of one view, a bit for each.

/// Which of a view's notes are meant, by their slots.
struct NoteSet: Sendable, Equatable {
    private var words: [UInt64] = []

    /// Makes an empty set.
    init() {}

    /// Whether a note is in it.
    func contains(_ slot: Int) -> Bool {
        let word = slot >> 6
        return word < words.count && words[word] & Self.bit(slot) != 0
    }

    /// Takes a note in.
    mutating func insert(_ slot: Int) {
        let word = slot >> 6
        while words.count <= word { words.append(0) }
        words[word] |= Self.bit(slot)
    }

    /// Takes a note out.
    mutating func remove(_ slot: Int) {
        let word = slot >> 6
        guard word < words.count else { return }
        words[word] &= ~Self.bit(slot)
        while words.last == 0 { words.removeLast() }
    }

    /// Takes all of another set in.
    mutating func formUnion(_ other: NoteSet) {
        while words.count < other.words.count { words.append(0) }
        for word in other.words.indices { words[word] |= other.words[word] }
    }

    /// Takes all of another set out.
    mutating func subtract(_ other: NoteSet) {
        for word in 0..<min(words.count, other.words.count) { words[word] &= ~other.words[word] }
        while words.last == 0 { words.removeLast() }
    }

    var isEmpty: Bool { words.isEmpty }
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The slots, in their order, which is no order of the notes.
    var slots: [Int] {
        var slots: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                slots.append(index << 6 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return slots
    }

    private static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(slot & 63) }
}
