// SPDX-License-Identifier: MIT
// The difference of two sequences: right always, shortest unless cut short, bounded ever.

import SyntaxProof
import Testing

@testable import NoteSyntax

@Suite("The difference of two sequences")
struct DifferenceTests {
    /// Puts the new sequence together out of the old one and the hunks.
    private func applied(_ hunks: [DifferenceHunk], _ old: [Int], _ new: [Int]) -> [Int] {
        var result: [Int] = []
        var end = 0
        for hunk in hunks {
            result += old[end..<hunk.old.lowerBound]
            result += new[hunk.new]
            end = hunk.old.upperBound
        }
        return result + old[end...]
    }

    /// The length of the longest common subsequence, by the table.
    private func common(_ old: [Int], _ new: [Int]) -> Int {
        var row = Array(repeating: 0, count: new.count + 1)
        for element in old {
            var diagonal = 0
            for index in new.indices {
                let above = row[index + 1]
                row[index + 1] = element == new[index] ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[new.count]
    }

    private func randomPair(_ random: inout SeededGenerator) -> ([Int], [Int]) {
        let alphabet = 1 + random.below(8)
        let old = (0..<random.below(40)).map { _ in random.below(alphabet) }
        if random.oneIn(2) { return (old, (0..<random.below(40)).map { _ in random.below(alphabet) }) }
        var new = old
        for _ in 0..<random.below(5) where !new.isEmpty {
            new[random.below(new.count)] = random.below(alphabet + 2)
            if random.oneIn(2) { new.remove(at: random.below(new.count)) }
        }
        return (old, new)
    }

    @Test("turns one into the other by the fewest changes")
    func shortest() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let (old, new) = randomPair(&random)
            let hunks = SequenceDifference.hunks(from: old, to: new)
            #expect(applied(hunks, old, new) == new)
            let changes = hunks.reduce(0) { $0 + $1.old.count + $1.new.count }
            #expect(changes == old.count + new.count - 2 * common(old, new), "\(old) \(new)")
            for (left, right) in zip(hunks, hunks.dropFirst()) {
                #expect(
                    left.old.upperBound < right.old.lowerBound && left.new.upperBound < right.new.lowerBound)
            }
        }
    }

    @Test("is right when the search is cut short", arguments: [1, 2, 5])
    func cutShort(patience: Int) {
        var random = SeededGenerator(seed: 11)
        for round in 0..<2000 {
            let (old, new) = randomPair(&random)
            let budget = round % 3 == 0 ? random.below(20) : 1 << 20
            let hunks = SequenceDifference.hunks(from: old, to: new, patience: patience, budget: budget)
            #expect(applied(hunks, old, new) == new)
        }
    }

    @Test("of equal sequences is none, of an empty one is all")
    func extremes() {
        #expect(SequenceDifference.hunks(from: [], to: []).isEmpty)
        #expect(SequenceDifference.hunks(from: [1, 2], to: [1, 2]).isEmpty)
        #expect(SequenceDifference.hunks(from: [], to: [1]) == [DifferenceHunk(old: 0..<0, new: 0..<1)])
        #expect(SequenceDifference.hunks(from: [1, 2], to: []) == [DifferenceHunk(old: 0..<2, new: 0..<0)])
    }

    @Test("of two hostile texts is found within its bound of work")
    func hostile() {
        // Lines drawn from two kinds only have no short difference and no unique line.
        var random = SeededGenerator(seed: 3)
        let old = (0..<20_000).map { _ in random.below(2) }
        let new = (0..<20_000).map { _ in random.below(2) }
        let hunks = SequenceDifference.hunks(from: old, to: new, patience: 16, budget: 200_000)
        #expect(applied(hunks, old, new) == new)
    }
}
