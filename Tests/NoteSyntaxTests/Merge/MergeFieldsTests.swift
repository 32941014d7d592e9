// SPDX-License-Identifier: MIT
// Front matter that both sides changed.

import Testing

@testable import NoteSyntax

@Suite("Front matter that both sides changed")
struct MergeFieldsTests {
    private func merge(_ base: String, _ mine: String, _ theirs: String) throws -> ThreeWayMerge {
        func note(_ fields: String) -> [UInt8] { Array("---\n\(fields)---\nbody\n".utf8) }
        let property = MergeProperty(base: note(base), mine: note(mine), theirs: note(theirs))
        try property.check()
        return property.merge
    }

    private func fields(_ merge: ThreeWayMerge) -> String {
        String(merge.shown.dropFirst(4).dropLast(9))
    }

    @Test("is merged by key: neighbouring keys do not contradict each other")
    func neighbours() throws {
        let merge = try merge("a: 1\nb: 1\nc: 1\n", "a: 2\nb: 1\nc: 1\n", "a: 1\nb: 2\nc: 1\n")
        #expect(fields(merge) == "a: 2\nb: 2\nc: 1\n")
        #expect(merge.isClean)
    }

    @Test("takes new keys of both sides, in the order of their names where they stand at one place")
    func additions() throws {
        let merge = try merge("a: 1\n", "a: 1\ny: mine\n", "a: 1\nx: theirs\n")
        #expect(fields(merge) == "a: 1\nx: theirs\ny: mine\n")
        #expect(merge.isClean)
    }

    @Test("has a key once that both sides added in different places")
    func agreedAddition() throws {
        let merge = try merge("a: 1\nb: 1\nc: 1\n", "n: 5\na: 1\nb: 1\nc: 1\n", "a: 1\nb: 1\nc: 1\nn: 5\n")
        #expect(fields(merge) == "n: 5\na: 1\nb: 1\nc: 1\n")
    }

    @Test("follows the side that reordered it, with the values of the other")
    func reordered() throws {
        let merge = try merge("a: 1\nb: 1\nc: 1\n", "c: 1\na: 1\nb: 1\n", "a: 1\nb: 1\nc: 2\nd: 1\n")
        #expect(fields(merge) == "c: 2\nd: 1\na: 1\nb: 1\n")
        #expect(merge.isClean)
    }

    @Test("keeps a removed key removed while its neighbour changes")
    func removed() throws {
        #expect(fields(try merge("a: 1\nb: 1\n", "b: 1\n", "a: 1\nb: 2\n")) == "b: 2\n")
    }

    @Test("is in conflict over a key that both set, and only over that")
    func contradiction() throws {
        let merge = try merge("a: 1\nb: 1\n", "a: 2\nb: 2\n", "a: 3\nb: 1\nc: 1\n")
        #expect(fields(merge) == "a: 2\na: 3\nb: 2\nc: 1\n")
        #expect(merge.conflicts == [MergeSpan(merged: 4..<14, base: 4..<9, mine: 4..<9, theirs: 4..<9)])
    }

    @Test("is in conflict over a key that one set and the other removed")
    func removedAndSet() throws {
        let merge = try merge("a: 1\nb: 1\n", "a: 2\nb: 1\n", "b: 1\n")
        #expect(fields(merge) == "a: 2\nb: 1\n")
        #expect(!merge.isClean)
    }

    @Test("does not merge two values into one that nobody wrote")
    func values() throws {
        let merge = try merge("t: one two three\n", "t: 1 two three\n", "t: one two 3\n")
        #expect(fields(merge) == "t: 1 two three\nt: one two 3\n")
        #expect(!merge.isClean)
    }

    @Test(
        "is merged by line where it is anything else than lines of `key: value`",
        arguments: [
            "l:\n- x\n", "# note\n", "t: |\n  x\n", "t: \"x\n", "\n", "a: 1\n", "t: &x 1\n", "- x\n", "x\n",
        ])
    func otherwise(line: String) throws {
        let merge = try merge("a: 1\n\(line)", "a: 1\ny: mine\n\(line)", "a: 1\nx: theirs\n\(line)")
        #expect(fields(merge) == "a: 1\ny: mine\nx: theirs\n\(line)")
        #expect(!merge.isClean)
    }

    @Test("leaves the body to be merged by line")
    func body() {
        let merge = ThreeWayMerge(
            base: Array("---\na: 1\n---\nx\ny\n".utf8), mine: Array("---\na: 2\n---\nx\ny\nmine\n".utf8),
            theirs: Array("---\na: 1\nb: 1\n---\ntheirs\nx\ny\n".utf8))
        #expect(merge.shown == "---\na: 2\nb: 1\n---\ntheirs\nx\ny\nmine\n")
    }
}
