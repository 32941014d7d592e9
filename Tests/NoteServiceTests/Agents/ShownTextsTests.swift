// SPDX-License-Identifier: MIT
// What was shown is known, what was not is not, and edits carry it along.

import Testing

@testable import NoteService

@Suite("What agents have been shown")
struct ShownTextsTests {
    private func isKnown(_ ranges: [Range<Int>], of digest: String, in shown: ShownTexts) -> Bool {
        do throws(AgentRefusal) {
            try shown.require(ranges, of: digest, "a.md")
            return true
        } catch {
            #expect(error.word == "unseen")
            return false
        }
    }

    private func isWhole(_ digest: String, in shown: ShownTexts) -> Bool {
        do throws(AgentRefusal) {
            try shown.requireWhole(digest, of: "a.md")
            return true
        } catch {
            #expect(error.word == "unseen")
            return false
        }
    }

    @Test("is whole once all of its parts were told")
    func parts() {
        let shown = ShownTexts()
        #expect(!isKnown([], of: "a", in: shown))
        shown.add(0..<10, of: "a", length: 20)
        #expect(isKnown([0..<10, 15..<15], of: "a", in: shown))
        #expect(!isKnown([9..<11], of: "a", in: shown))
        #expect(!isWhole("a", in: shown))
        shown.add(10..<20, of: "a", length: 20)
        #expect(isWhole("a", in: shown))
        #expect(!isWhole("b", in: shown))
    }

    @Test("is whole at once where there is nothing to tell")
    func nothing() {
        let shown = ShownTexts()
        shown.add(0..<0, of: "empty", length: 0)
        #expect(isWhole("empty", in: shown))
    }

    @Test("is carried along by edits: what was told before, and what was written")
    func edits() {
        let shown = ShownTexts()
        shown.add(0..<10, of: "a", length: 100)
        // 0..<2 give way to five bytes, two are put in at 8, and 50..<60 of what was not told go.
        shown.follow([(8..<8, 2), (0..<2, 5), (50..<60, 1)], from: "a", to: "b")
        #expect(isKnown([0..<15], of: "b", in: shown))
        #expect(!isKnown([15..<16], of: "b", in: shown))
        #expect(isKnown([55..<56], of: "b", in: shown))
        #expect(!isKnown([54..<55], of: "b", in: shown))
        #expect(!isKnown([56..<57], of: "b", in: shown))
    }

    @Test("stays whole through an edit, and at another length")
    func whole() {
        let shown = ShownTexts()
        shown.add(0..<100, of: "a", length: 100)
        shown.follow([(20..<30, 0), (90..<100, 50)], from: "a", to: "b")
        #expect(isWhole("b", in: shown))
        #expect(isKnown([0..<130], of: "b", in: shown))
        #expect(!isKnown([130..<131], of: "b", in: shown))
    }

    @Test("is forgotten when much else was told since, and what was told last is not")
    func forgetting() {
        let shown = ShownTexts(most: 10)
        for number in 0..<100 { shown.add(0..<1, of: "\(number)", length: 1) }
        #expect(!isWhole("0", in: shown))
        #expect(isWhole("99", in: shown))
        #expect(isWhole("96", in: shown))
    }
}
