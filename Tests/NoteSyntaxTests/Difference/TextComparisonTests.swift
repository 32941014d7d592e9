// SPDX-License-Identifier: MIT
// Differences as they are shown: lines, and words within them.

import SyntaxProof
import Testing

@testable import NoteSyntax

@Suite("The comparison of two texts")
struct TextComparisonTests {
    private func comparison(_ old: String, _ new: String) -> TextComparison {
        TextComparison(from: Array(old.utf8), to: Array(new.utf8))
    }

    private func words(_ old: String, _ new: String) -> [[String]] {
        let (oldBytes, newBytes) = (Array(old.utf8), Array(new.utf8))
        return comparison(old, new).hunks.flatMap(\.rewritten).flatMap(\.words).map {
            [
                String(decoding: oldBytes[$0.old], as: UTF8.self),
                String(decoding: newBytes[$0.new], as: UTF8.self),
            ]
        }
    }

    @Test("is empty for the same text")
    func same() {
        #expect(comparison("a\nb", "a\nb").hunks.isEmpty)
        #expect(comparison("", "").hunks.isEmpty)
    }

    @Test("names the changed lines in both texts")
    func lines() throws {
        let hunks = comparison("a\nb\nc\n", "a\nx\ny\nc\nd\n").hunks
        #expect(hunks.map(\.oldLines) == [1..<2, 3..<3])
        #expect(hunks.map(\.newLines) == [1..<3, 4..<5])
        #expect(hunks.map(\.bytes.old) == [2..<4, 6..<6])
        #expect(hunks.map(\.bytes.new) == [2..<6, 8..<10])
    }

    @Test("names the changed words of a line")
    func changedWords() {
        #expect(words("the old house\n", "the new house\n") == [["old", "new"]])
        #expect(words("- [ ] call Anna\n", "- [x] call Anna today\n") == [[" ", "x"], ["", " today"]])
        #expect(
            words("we met on 2024-01-02 there\n", "we met on 2024-01-03 there\n") == [
                ["2024-01-02", "2024-01-03"]
            ])
    }

    @Test("finds a line again that others were put around")
    func movedDown() {
        #expect(words("one two three four\n", "new\none two 3 four\nlast\n") == [["three", "3"]])
    }

    @Test("does not call a line the same that has little in common")
    func replaced() {
        let comparison = comparison("a b c d\n", "w x y z\n")
        #expect(comparison.hunks.count == 1)
        #expect(comparison.hunks.first?.rewritten == [])
    }

    @Test("shows an ending that changed as a change of the line")
    func ending() {
        #expect(words("a b\nc\n", "a b\r\nc\n") == [["\n", "\r\n"]])
        #expect(words("a b\nc d", "a b\nc d\n") == [["", "\n"]])
    }

    @Test("puts a repeated line where it was added, after its like")
    func repeated() {
        #expect(comparison("- a\n\n- b\n", "- a\n\n- c\n\n- b\n").hunks.map(\.newLines) == [2..<4])
    }

    @Test("turns the old text into the new one, for random changes of notes")
    func random() throws {
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let notes = try MergePropertyTests.notes()
            let triple = RandomTriple(
                of: notes[random.below(notes.count)], scope: .everything, using: &random)
            let comparison = TextComparison(from: triple.mine, to: triple.theirs)
            func start(_ text: [UInt8]) -> Int { text.starts(with: TextLines.mark) ? 3 : 0 }
            var (result, byWord): ([UInt8], [UInt8]) = ([], [])
            var done = start(triple.mine)
            for hunk in comparison.hunks {
                result += triple.mine[done..<hunk.bytes.old.lowerBound] + triple.theirs[hunk.bytes.new]
                done = hunk.bytes.old.upperBound
                for line in hunk.rewritten {
                    #expect(hunk.oldLines.contains(line.oldLine) && hunk.newLines.contains(line.newLine))
                    guard let first = line.words.first, let last = line.words.last else { continue }
                    var place = first.old.lowerBound
                    byWord = []
                    for word in line.words {
                        byWord += triple.mine[place..<word.old.lowerBound] + triple.theirs[word.new]
                        place = word.old.upperBound
                    }
                    #expect(
                        byWord == Array(triple.theirs[first.new.lowerBound..<last.new.upperBound]),
                        "seed \(seed)")
                }
            }
            result += triple.mine[done...]
            #expect(result == Array(triple.theirs[start(triple.theirs)...]), "seed \(seed)")
        }
    }
}
