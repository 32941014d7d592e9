// SPDX-License-Identifier: MIT
// Which line became which, where some lines were replaced by others.

/// Pairs replaced lines with those in their place by how many words they have in common.
///
/// Pairs never cross. A line that shares less than half of its words with every candidate has no partner:
/// it was deleted, and the other is new.
struct LinePairing {
    /// The words of a line as sorted numbers, with the bytes of each.
    private struct Profile {
        private(set) var words: [(number: Int, bytes: Int)] = []
        private(set) var bytes = 0

        init(
            of line: Range<Int>, in text: UnsafeBufferPointer<UInt8>, numbering: inout LineNumbering
        ) {
            for word in WordScanner.words(in: line, of: text) {
                // Every line has blanks; they make no two lines alike.
                if text[word.lowerBound] == 0x20 || text[word.lowerBound] == 0x09 { continue }
                let number = numbering.number(of: UnsafeBufferPointer(rebasing: text[word]))
                words.append((number, word.count))
                bytes += word.count
            }
            words.sort { $0.number < $1.number }
        }
    }

    private let old: [Profile]
    private let new: [Profile]

    /// The pairs, in order.
    ///
    /// - Parameters:
    ///   - old: The replaced lines, as ranges of a text.
    ///   - new: The lines in their place.
    ///   - limit: How many comparisons of words may be made; beyond it a line is only compared with the
    ///     one at its own place, and lines of unequal number are not paired at all.
    static func pairs(
        of old: [Range<Int>], in oldText: UnsafeBufferPointer<UInt8>,
        with new: [Range<Int>], in newText: UnsafeBufferPointer<UInt8>, limit: Int = 1 << 20
    ) -> [(old: Int, new: Int)] {
        var numbering = LineNumbering()
        let pairing = LinePairing(
            old: old.map { Profile(of: $0, in: oldText, numbering: &numbering) },
            new: new.map { Profile(of: $0, in: newText, numbering: &numbering) })
        let oldWords = pairing.old.reduce(old.count) { $0 + $1.words.count }
        let newWords = pairing.new.reduce(new.count) { $0 + $1.words.count }
        if new.count * oldWords + old.count * newWords <= limit { return pairing.best }
        guard old.count == new.count else { return [] }
        return old.indices.filter { pairing.likeness($0, $0) > 0 }.map { ($0, $0) }
    }

    /// The pairs with the greatest likeness in all.
    private var best: [(old: Int, new: Int)] {
        let width = new.count + 1
        var sums = Array(repeating: 0, count: (old.count + 1) * width)
        var likenesses = sums
        for left in old.indices.reversed() {
            for right in new.indices.reversed() {
                let place = left * width + right
                let likeness = likeness(left, right)
                likenesses[place] = likeness
                sums[place] = max(sums[place + width], sums[place + 1])
                if likeness > 0 { sums[place] = max(sums[place], likeness + sums[place + width + 1]) }
            }
        }
        var pairs: [(old: Int, new: Int)] = []
        var (left, right) = (0, 0)
        while left < old.count, right < new.count {
            let place = left * width + right
            if likenesses[place] > 0, sums[place] == likenesses[place] + sums[place + width + 1] {
                pairs.append((left, right))
                left += 1
                right += 1
            } else if sums[place] == sums[place + width] {
                left += 1
            } else {
                right += 1
            }
        }
        return pairs
    }

    /// From 500 to 1000, or 0 for lines that have too little in common.
    private func likeness(_ left: Int, _ right: Int) -> Int {
        let (left, right) = (old[left], new[right])
        guard left.bytes + right.bytes > 0 else { return 1000 }
        var (index, other, common) = (0, 0, 0)
        while index < left.words.count, other < right.words.count {
            let (word, candidate) = (left.words[index], right.words[other])
            if word.number == candidate.number {
                common += word.bytes
                index += 1
                other += 1
            } else if word.number < candidate.number {
                index += 1
            } else {
                other += 1
            }
        }
        let likeness = 2000 * common / (left.bytes + right.bytes)
        return likeness < 500 ? 0 : likeness
    }
}
