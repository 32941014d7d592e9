// SPDX-License-Identifier: MIT
// What becomes of two changes of one text: lines, words, conflicts.

import Testing

@testable import NoteSyntax

@Suite("Two changes of a text")
struct ThreeWayMergeTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let base: String
        let mine: String
        let theirs: String
        let merged: String
        /// What the proposed text holds in each conflict.
        var conflicts: [String] = []

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "none", base: "a\n", mine: "a\n", theirs: "a\n", merged: "a\n"),
        Case(name: "mine alone", base: "a\n", mine: "b\n", theirs: "a\n", merged: "b\n"),
        Case(name: "theirs alone", base: "a\n", mine: "a\n", theirs: "", merged: ""),
        Case(name: "the same", base: "a\n", mine: "b\n", theirs: "b\n", merged: "b\n"),
        Case(
            name: "far apart", base: "a\nb\nc\n", mine: "A\nb\nc\n", theirs: "a\nb\nC\n", merged: "A\nb\nC\n"),
        Case(
            name: "the same and another", base: "a\nb\nc\nd\ne\n", mine: "A\nb\nc\nd\nE\n",
            theirs: "A\nb\nC\nd\ne\n", merged: "A\nb\nC\nd\nE\n"),
        Case(
            name: "neighbouring tasks ticked", base: "- [ ] one\n- [ ] two\n", mine: "- [x] one\n- [ ] two\n",
            theirs: "- [ ] one\n- [x] two\n", merged: "- [x] one\n- [x] two\n"),
        Case(
            name: "a task ticked here and renamed there", base: "- [ ] call Anna\n",
            mine: "- [x] call Anna\n",
            theirs: "- [ ] call Anna Smith\n", merged: "- [x] call Anna Smith\n"),
        Case(
            name: "a line added beside a changed one", base: "- one thing\n- two things\n",
            mine: "- one thing\n- new\n- two things\n", theirs: "- one thing\n- two good things\n",
            merged: "- one thing\n- new\n- two good things\n"),
        Case(
            name: "a line changed here, its neighbour deleted there", base: "- one thing\n- two\n- three\n",
            mine: "- one good thing\n- two\n- three\n", theirs: "- one thing\n- three\n",
            merged: "- one good thing\n- three\n"),
        Case(
            name: "neighbours deleted", base: "a\nb\nc\nd\n", mine: "a\nc\nd\n", theirs: "a\nb\nd\n",
            merged: "a\nd\n"),
        Case(
            name: "the same word changed", base: "one two three\n", mine: "one 2 three\n",
            theirs: "one zwei three\n", merged: "one 2 three\none zwei three\n",
            conflicts: ["one 2 three\none zwei three\n"]),
        Case(
            name: "parts of one date", base: "due 2024-01-05 sharp\n", mine: "due 2024-02-05 sharp\n",
            theirs: "due 2024-01-06 sharp\n", merged: "due 2024-02-05 sharp\ndue 2024-01-06 sharp\n",
            conflicts: ["due 2024-02-05 sharp\ndue 2024-01-06 sharp\n"]),
        Case(
            name: "both ends of one link", base: "see [[My Note]] there now\n",
            mine: "see [[Your Note]] there now\n", theirs: "see [[My Book]] there now\n",
            merged: "see [[Your Note]] there now\nsee [[My Book]] there now\n",
            conflicts: ["see [[Your Note]] there now\nsee [[My Book]] there now\n"]),
        Case(
            name: "both added at one place", base: "a\n", mine: "a\nmine\n", theirs: "a\ntheirs\n",
            merged: "a\nmine\ntheirs\n", conflicts: ["mine\ntheirs\n"]),
        Case(
            name: "both added, partly alike", base: "a\n", mine: "a\nm\nboth\nsame\n",
            theirs: "a\nt\nboth\nsame\n",
            merged: "a\nm\nt\nboth\nsame\n", conflicts: ["m\nt\n"]),
        Case(
            name: "changed here, deleted there", base: "a\nb c d\ne\n", mine: "a\nb c x\ne\n",
            theirs: "a\ne\n",
            merged: "a\nb c x\ne\n", conflicts: ["b c x\n"]),
        Case(
            name: "each deleted what the other wrote beside", base: "a\nb\nc\nd\n", mine: "a\nx\nc\nd\n",
            theirs: "a\nb\ny\nd\n", merged: "a\nx\ny\nd\n", conflicts: ["x\ny\n"]),
        Case(
            name: "consecutive lines contradict", base: "a b c\nd e f\n", mine: "a 1 c\nd 1 f\n",
            theirs: "a 2 c\nd 2 f\n", merged: "a 1 c\nd 1 f\na 2 c\nd 2 f\n",
            conflicts: ["a 1 c\nd 1 f\na 2 c\nd 2 f\n"]),
        Case(
            name: "everything deleted, something added", base: "a\n", mine: "", theirs: "a\nb\n",
            merged: "b\n",
            conflicts: ["b\n"]),
        Case(
            name: "both wrote the first line", base: "", mine: "a\n", theirs: "b\n", merged: "a\nb\n",
            conflicts: ["a\nb\n"]),
        Case(name: "Chinese", base: "我今天去学校\n", mine: "我明天去学校\n", theirs: "我今天去医院\n", merged: "我明天去医院\n"),
        Case(
            name: "one picture of several characters", base: "a b 👩‍👩‍👧 c d\n", mine: "a b 👨‍👩‍👧 c d\n",
            theirs: "a b 👩‍👩‍👦 c d\n", merged: "a b 👨‍👩‍👧 c d\na b 👩‍👩‍👦 c d\n",
            conflicts: ["a b 👨‍👩‍👧 c d\na b 👩‍👩‍👦 c d\n"]),
    ]

    @Test("are merged", arguments: cases)
    func merged(example: Case) throws {
        let merge = ThreeWayMerge(
            base: Array(example.base.utf8), mine: Array(example.mine.utf8), theirs: Array(example.theirs.utf8)
        )
        #expect(merge.shown == example.merged)
        #expect(
            merge.conflicts.map { String(decoding: merge.bytes[$0.merged], as: UTF8.self) }
                == example.conflicts)
        #expect(merge.isClean == example.conflicts.isEmpty)
        try MergeProperty(
            base: Array(example.base.utf8), mine: Array(example.mine.utf8), theirs: Array(example.theirs.utf8)
        ).check()
    }

    @Test("tell where each conflict comes from")
    func spans() throws {
        let (base, mine, theirs) = ("a\nb\nc\n", "a\nmine\nc\n", "x\na\ntheirs\nc\n")
        let merge = ThreeWayMerge(base: Array(base.utf8), mine: Array(mine.utf8), theirs: Array(theirs.utf8))
        let span = try #require(merge.conflicts.first)
        #expect(merge.shown == "x\na\nmine\ntheirs\nc\n")
        #expect(span == MergeSpan(merged: 4..<16, base: 2..<4, mine: 2..<7, theirs: 4..<11))
    }

    @Test("tell what was merged finer than by line")
    func refinements() {
        let merge = ThreeWayMerge(
            base: Array("a b c\nx\n".utf8), mine: Array("A b c\nx\n".utf8), theirs: Array("a b C\nx\n".utf8))
        #expect(merge.shown == "A b C\nx\n")
        #expect(merge.refinements == [MergeSpan(merged: 0..<6, base: 0..<6, mine: 0..<6, theirs: 0..<6)])
    }

    @Test("get markers when asked for, each side whole")
    func markers() {
        let merge = ThreeWayMerge(
            base: Array("a\nb\nc\nd".utf8), mine: Array("a\nx\nc\nd".utf8), theirs: Array("a\nb\ny\nd".utf8),
            markers: MergeMarkers(mine: "ours", theirs: "sync"))
        let marked = "<<<<<<< ours\nx\nc\n=======\nb\ny\n>>>>>>> sync\n"
        #expect(merge.shown == "a\n\(marked)d")
        #expect(merge.conflicts.map(\.merged) == [2..<2 + marked.utf8.count])
    }

    @Test("get markers that end as the lines of the text do")
    func markersEnd() {
        let merge = ThreeWayMerge(
            base: Array("a\r\n".utf8), mine: Array("a\r\nm".utf8), theirs: Array("a\r\nt\r\n".utf8),
            markers: MergeMarkers())
        #expect(
            merge.shown == "a\r\n<<<<<<< mine\r\nm\r\n=======\r\nt\r\n>>>>>>> theirs\r\n")
    }

    @Test("are merged byte by byte where the text is no UTF-8")
    func invalid() {
        let merge = ThreeWayMerge(
            base: [0xFF, 0x20, 0x80, 0x20, 0x62], mine: [0xFE, 0x20, 0x80, 0x20, 0x62],
            theirs: [0xFF, 0x20, 0x80, 0x20, 0xC3])
        #expect(merge.bytes == [0xFE, 0x20, 0x80, 0x20, 0xC3])
    }
}
