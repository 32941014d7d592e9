// SPDX-License-Identifier: MIT
// The course of a comparison of two texts.

/// A comparison under way.
struct Comparing {
    private let old: UnsafeBufferPointer<UInt8>
    private let new: UnsafeBufferPointer<UInt8>
    private let oldLines: TextLines
    private let newLines: TextLines
    /// Whether the steps did not suffice.
    var isCoarse: Bool { budget <= 0 }
    private var budget = 1 << 26

    init(_ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>) {
        (self.old, self.new) = (old, new)
        var numbering = LineNumbering()
        oldLines = TextLines(of: old, numbering: &numbering, withEndings: true)
        newLines = TextLines(of: new, numbering: &numbering, withEndings: true)
    }

    mutating func hunks() -> [TextComparison.Hunk] {
        LineDifference.hunks(from: oldLines.numbers, to: newLines.numbers, spending: &budget).map { hunk in
            let pairs = LinePairing.pairs(
                of: hunk.old.map { oldLines.content(of: $0) }, in: old,
                with: hunk.new.map { newLines.content(of: $0) }, in: new)
            return TextComparison.Hunk(
                oldLines: hunk.old, newLines: hunk.new,
                bytes: TextComparison.Change(
                    old: oldLines.bytes(of: hunk.old), new: newLines.bytes(of: hunk.new)),
                rewritten: pairs.map { rewritten(hunk.old.lowerBound + $0.old, hunk.new.lowerBound + $0.new) }
            )
        }
    }

    private mutating func rewritten(_ oldLine: Int, _ newLine: Int) -> TextComparison.Rewritten {
        let oldWords = words(of: oldLine, oldLines, old)
        let newWords = words(of: newLine, newLines, new)
        var numbering = LineNumbering()
        let hunks = SequenceDifference.hunks(
            from: oldWords.map { numbering.number(of: UnsafeBufferPointer(rebasing: old[$0])) },
            to: newWords.map { numbering.number(of: UnsafeBufferPointer(rebasing: new[$0])) },
            spending: &budget)
        let changes = hunks.map { hunk in
            TextComparison.Change(
                old: oldWords.bytes(of: hunk.old, endingAt: oldLines.starts[oldLine + 1]),
                new: newWords.bytes(of: hunk.new, endingAt: newLines.starts[newLine + 1]))
        }
        return TextComparison.Rewritten(oldLine: oldLine, newLine: newLine, words: changes)
    }

    /// The words of a line; its ending is the last.
    private func words(
        of line: Int, _ lines: TextLines, _ text: UnsafeBufferPointer<UInt8>
    ) -> [Range<Int>] {
        let content = lines.content(of: line)
        let words = WordScanner.words(in: content, of: text)
        let ending = content.upperBound..<lines.starts[line + 1]
        return ending.isEmpty ? words : words + [ending]
    }
}

extension [Range<Int>] {
    /// The bytes of a run of words; an empty run stands where its words would.
    fileprivate func bytes(of run: Range<Int>, endingAt end: Int) -> Range<Int> {
        let start = run.lowerBound < count ? self[run.lowerBound].lowerBound : end
        return run.isEmpty ? start..<start : start..<self[run.upperBound - 1].upperBound
    }
}
