// SPDX-License-Identifier: MIT
// Line endings and byte order marks of two changed files, merged apart from the text.

import Testing

@testable import NoteSyntax

@Suite("The endings and the mark of a merged file")
struct MergeEndingsTests {
    private func merge(_ base: String, _ mine: String, _ theirs: String) throws -> ThreeWayMerge {
        let property = MergeProperty(
            base: Array(base.utf8), mine: Array(mine.utf8), theirs: Array(theirs.utf8))
        try property.check()
        return property.merge
    }

    @Test("let one side convert the file while the other edits it")
    func converted() throws {
        let merge = try merge("a b\r\nb\r\nc\r\n", "a b\nb\nc\n", "a B\r\nb\r\nnew\r\nc\r\n")
        #expect(merge.shown == "a B\nb\nnew\nc\n")
        #expect(merge.isClean)
    }

    @Test("are converted in lines that replace others, too")
    func convertedReplacement() throws {
        let merge = try merge("a\nb\nc\n", "a\r\nb\r\nc\r\n", "a\nsomething else\nand more\nc\n")
        #expect(merge.shown == "a\r\nsomething else\r\nand more\r\nc\r\n")
        #expect(merge.isClean)
    }

    @Test("stay those of each line in a file of several kinds")
    func mixed() throws {
        let merge = try merge("a\r\nb\nc\rd\n", "a\r\nb\nc\rd\ne\r\n", "x\ra\r\nb\nc\rd\n")
        #expect(merge.shown == "x\ra\r\nb\nc\rd\ne\r\n")
    }

    @Test("of one line may change beside its text")
    func oneLine() throws {
        let merge = try merge("a b c\nb\r\n", "a b c\r\nb\r\n", "a b x\nb\r\n")
        #expect(merge.shown == "a b x\r\nb\r\n")
        #expect(merge.isClean)
    }

    @Test("contradict each other when both sides change one in different ways")
    func contradiction() throws {
        let merge = try merge("a\nb\n", "a\r\nb\n", "a\rb\n")
        #expect(merge.shown == "a\r\nb\n")
        #expect(merge.conflicts == [MergeSpan(merged: 0..<3, base: 0..<2, mine: 0..<3, theirs: 0..<2)])
    }

    @Test("keep a last line apart from what the other side added behind it")
    func lastLine() throws {
        #expect(try merge("a\nb", "a\nb\nc", "A\nb").shown == "A\nb\nc")
        #expect(try merge("a\nb\n", "a\nb", "a\nb\nc\n").shown == "a\nb\nc\n")
        #expect(try merge("a\r\nb", "a\r\nb\r\nc", "a\r\nb\r\nd").bytes == Array("a\r\nb\r\nc\r\nd".utf8))
        #expect(try merge("a", "b", "c").bytes == Array("b\nc".utf8))
    }

    @Test("are agreed upon when both sides added the same line and one of them ended it")
    func agreedLastLine() throws {
        let merge = try merge("a\n", "a\nb", "a\nb\n")
        #expect(merge.shown == "a\nb\n")
        #expect(merge.isClean)
    }

    @Test("never fuse: a line after a lone carriage return stays a line")
    func fused() throws {
        let merge = try merge("a\rb\r", "a\r", "a\rb\r\n\n")
        #expect(merge.bytes == Array("a\r\r\n".utf8))
    }

    @Test("follow the side that added or removed the mark")
    func mark() throws {
        let mark = "\u{FEFF}"
        #expect(try merge("a\nb\nc\n", mark + "a\nb\nc\n", "a\nb\nC\n").shown == mark + "a\nb\nC\n")
        #expect(try merge(mark + "a\nb\nc\n", "a\nb\nc\n", mark + "a\nb\nC\n").shown == "a\nb\nC\n")
        #expect(try merge(mark + "a\n", mark + "x a\n", mark + "a y\n").shown == mark + "x a y\n")
        #expect(try merge("a\nb\n", mark + "A\nb\n", mark + "a\nb\nc\n").shown == mark + "A\nb\nc\n")
    }
}
