// SPDX-License-Identifier: MIT
// How changes of both sides that touch are told apart, line by line and word by word.

extension Merging {
    /// Merges lines that both sides changed.
    ///
    /// A line of the base that both sides still have, changed or not, holds the texts together; what lies
    /// between two such lines is merged as one.
    mutating func mergeTouching(
        _ region: MergeExtent, _ my: [DifferenceHunk], _ their: [DifferenceHunk]
    ) {
        let myLines = partners(region.base, in: mine, from: region.mine.lowerBound, my)
        let theirLines = partners(region.base, in: theirs, from: region.theirs.lowerBound, their)
        var done = region.start
        for (old, partners) in zip(region.base, zip(myLines, theirLines)) {
            guard let myLine = partners.0, let theirLine = partners.1 else { continue }
            let between = MergeExtent(
                base: done.base.upperBound..<old, mine: done.mine.upperBound..<myLine,
                theirs: done.theirs.upperBound..<theirLine)
            mergeBetween(between, myLines, theirLines, from: region.base.lowerBound)
            mergeLine(old, myLine, theirLine)
            done = between.following(1)
        }
        let rest = MergeExtent(
            base: done.base.upperBound..<region.base.upperBound,
            mine: done.mine.upperBound..<region.mine.upperBound,
            theirs: done.theirs.upperBound..<region.theirs.upperBound)
        mergeBetween(rest, myLines, theirLines, from: region.base.lowerBound)
    }

    /// Which line of a side each line of the base became; nil for deleted ones.
    private func partners(
        _ lines: Range<Int>, in side: MergeVersion, from start: Int, _ hunks: [DifferenceHunk]
    ) -> [Int?] {
        var partners: [Int?] = []
        var next = start
        for hunk in hunks {
            while lines.lowerBound + partners.count < hunk.old.lowerBound {
                partners.append(next)
                next += 1
            }
            // A line that is found elsewhere was moved; it is not another in new words.
            let (old, new) = (
                hunk.old.filter { !side.says(base.lines.numbers[$0]) },
                hunk.new.filter { !base.says(side.lines.numbers[$0]) }
            )
            let pairs = LinePairing.pairs(
                of: old.map { base.lines.content(of: $0) }, in: base.text,
                with: new.map { side.lines.content(of: $0) }, in: side.text)
            var inHunk = Array(repeating: Int?.none, count: hunk.old.count)
            for pair in pairs { inHunk[old[pair.old] - hunk.old.lowerBound] = new[pair.new] }
            partners += inHunk
            next = hunk.new.upperBound
        }
        while partners.count < lines.count {
            partners.append(next)
            next += 1
        }
        return partners
    }

    /// Merges lines each of which at least one side deleted, and lines that were added there.
    private mutating func mergeBetween(
        _ extent: MergeExtent, _ myLines: [Int?], _ theirLines: [Int?], from first: Int
    ) {
        let was = base.numbers(extent.base)
        let (says, otherSays) = (mine.numbers(extent.mine), theirs.numbers(extent.theirs))
        var (myRest, theirRest) = (Set(extent.mine), Set(extent.theirs))
        for old in extent.base {
            // No line of the base is left on both sides here.
            if let line = myLines[old - first], mine.lines.numbers[line] == base.lines.numbers[old] {
                myRest.remove(line)
                deleted.mine.insert(line)
            }
            if let line = theirLines[old - first], theirs.lines.numbers[line] == base.lines.numbers[old] {
                theirRest.remove(line)
                deleted.theirs.insert(line)
            }
        }
        if says == was { return take(extent.theirs, of: .theirs) }
        if otherSays == was { return take(extent.mine, of: .mine) }
        if says == otherSays { return agree(extent) }
        // Nothing but deletions on either side: all of them are made.
        if !myRest.isEmpty || !theirRest.isEmpty { conflict(extent) }
    }

    /// The words of a line that both sides changed; nil when their changes touch.
    mutating func mergedWords(_ old: Int, _ my: Int, _ their: Int) -> [UInt8]? {
        WordMerge.merged(
            base: base.lines.content(of: old), of: base.text, mine: mine.lines.content(of: my), of: mine.text,
            theirs: theirs.lines.content(of: their), of: theirs.text, spending: &budget)
    }
}
