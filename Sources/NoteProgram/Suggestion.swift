// SPDX-License-Identifier: MIT
// What somebody meant who mistyped a word.

/// Finds the known word that is nearest to a mistyped one.
package enum Suggestion {
    /// The nearest word; nil when none is near enough to be what was meant.
    package static func nearest(to typed: String, among words: [String]) -> String? {
        let distances = words.map { (word: $0, distance: distance(Array(typed.utf8), Array($0.utf8))) }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        let isNear = best.distance <= max(1, best.word.utf8.filter { $0 != UInt8(ascii: "-") }.count / 3)
        return isNear ? best.word : nil
    }

    /// How many letters must be put in, left out, changed or swapped with their neighbour.
    package static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var before: [Int] = []
        var above = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var line = [row + 1]
            for (column, otherLetter) in other.enumerated() {
                var cost = min(above[column + 1], line[column]) + 1
                cost = min(cost, above[column] + (letter == otherLetter ? 0 : 1))
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
                    cost = min(cost, before[column - 1] + 1)
                }
                line.append(cost)
            }
            before = above
            above = line
        }
        return above[other.count]
    }
}
