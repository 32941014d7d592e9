// SPDX-License-Identifier: MIT
// The course of a three-way merge: what stayed, what one side changed, what both did.

/// A merge under way.
struct Merging {
    let base: MergeVersion
    let mine: MergeVersion
    let theirs: MergeVersion
    let markers: MergeMarkers?
    /// The ending that a side converted the whole text to.
    let conversions: (mine: LineEnding?, theirs: LineEnding?)
    var output: MergeOutput
    /// The steps that comparing may still take.
    var budget = 1 << 26
    /// A conflict that may go on with what comes next.
    var pending: MergeExtent?
    /// Lines of mine and of theirs that the other side deleted and this one left alone.
    var deleted: (mine: Set<Int>, theirs: Set<Int>) = ([], [])
    /// The lines merged by word since the last region began.
    var wordMerged: [MergeSpan] = []

    /// Whether the steps did not suffice.
    var isCoarse: Bool { budget <= 0 }

    init(
        base: UnsafeBufferPointer<UInt8>, mine: UnsafeBufferPointer<UInt8>,
        theirs: UnsafeBufferPointer<UInt8>, markers: MergeMarkers?
    ) {
        var numbering = LineNumbering()
        self.base = MergeVersion(base, numbering: &numbering)
        self.mine = MergeVersion(mine, numbering: &numbering)
        self.theirs = MergeVersion(theirs, numbering: &numbering)
        self.markers = markers
        conversions = (self.mine.conversion(of: self.base), self.theirs.conversion(of: self.base))
        let hadMark = self.base.lines.hasMark
        output = MergeOutput(
            mark: self.mine.lines.hasMark == hadMark ? self.theirs.lines.hasMark : !hadMark,
            usual: Merging.usualEnding(self.base, self.mine, self.theirs),
            capacity: mine.count + theirs.count)
    }

    mutating func run() {
        let whole = MergeExtent(
            base: 0..<base.lines.count, mine: 0..<mine.lines.count, theirs: 0..<theirs.lines.count)
        mergeLines(mergeFields(in: whole) ?? whole)
    }

    /// Merges lines of the three texts that belong together.
    mutating func mergeLines(_ extent: MergeExtent) {
        var (my, their) = hunks(in: extent)
        var done = extent.start
        while let start = [my.first, their.first].compactMap({ $0?.old.lowerBound }).min() {
            let kept = done.following(start - done.base.upperBound)
            keep(kept)
            var region = kept.following(0)
            var (myPart, theirPart): ([DifferenceHunk], [DifferenceHunk]) = ([], [])
            // Whatever touches belongs together.
            while true {
                let end = region.base.upperBound
                if let hunk = my.first, hunk.old.lowerBound <= end {
                    myPart.append(my.removeFirst())
                    region.base = region.base.lowerBound..<max(end, hunk.old.upperBound)
                } else if let hunk = their.first, hunk.old.lowerBound <= end {
                    theirPart.append(their.removeFirst())
                    region.base = region.base.lowerBound..<max(end, hunk.old.upperBound)
                } else {
                    break
                }
            }
            region.mine = Merging.lines(from: region.mine.lowerBound, of: region.base, after: myPart)
            region.theirs = Merging.lines(from: region.theirs.lowerBound, of: region.base, after: theirPart)
            merge(region, myPart, theirPart)
            done = region
        }
        keep(done.following(extent.base.upperBound - done.base.upperBound))
    }

    /// What each side changed, kept apart as far as it can be.
    private mutating func hunks(
        in extent: MergeExtent
    ) -> (my: ArraySlice<DifferenceHunk>, their: ArraySlice<DifferenceHunk>) {
        let was = Array(base.numbers(extent.base))
        let (says, otherSays) = (Array(mine.numbers(extent.mine)), Array(theirs.numbers(extent.theirs)))
        var my = LineDifference.hunks(from: was, to: says, spending: &budget)
        var their = LineDifference.hunks(from: was, to: otherSays, spending: &budget)
        func moveMine() {
            my = LineDifference.separated(my, from: their, old: was, new: says, otherNew: otherSays)
        }
        func moveTheirs() {
            their = LineDifference.separated(their, from: my, old: was, new: otherSays, otherNew: says)
        }
        // The text decides which goes first, so that it does not matter which is mine.
        if mine.text.lexicographicallyPrecedes(theirs.text) {
            moveMine()
            moveTheirs()
        } else {
            moveTheirs()
            moveMine()
        }
        func moved(_ hunks: [DifferenceHunk], _ new: Int) -> ArraySlice<DifferenceHunk> {
            hunks.map { $0.moved(old: extent.base.lowerBound, new: new) }[...]
        }
        return (moved(my, extent.mine.lowerBound), moved(their, extent.theirs.lowerBound))
    }

    /// The lines that stand for lines of the base once some hunks are made.
    private static func lines(
        from start: Int, of base: Range<Int>, after hunks: [DifferenceHunk]
    ) -> Range<Int> {
        start..<hunks.reduce(start + base.count) { $0 + $1.new.count - $1.old.count }
    }

    /// Lines that say the same in all three texts.
    private mutating func keep(_ extent: MergeExtent) {
        for index in 0..<extent.base.count {
            mergeLine(
                extent.base.lowerBound + index, extent.mine.lowerBound + index,
                extent.theirs.lowerBound + index)
        }
    }

    /// Lines that at least one side changed.
    private mutating func merge(
        _ region: MergeExtent, _ my: [DifferenceHunk], _ their: [DifferenceHunk]
    ) {
        if their.isEmpty, base.endings(region.base) == theirs.endings(region.theirs) {
            return take(region.mine, of: .mine)
        }
        if my.isEmpty, base.endings(region.base) == mine.endings(region.mine) {
            return take(region.theirs, of: .theirs)
        }
        if mine.numbers(region.mine) == theirs.numbers(region.theirs) {
            return agree(region)
        }
        let start = output.nextStart
        let known = output.conflicts.count
        wordMerged = []
        mergeTouching(region, my, their)
        flush()
        if output.conflicts.count == known {
            output.refinements.append(span(start, region))
        } else {
            output.refinements += wordMerged
        }
    }

    // MARK: Writing

    /// A line that is there in all three texts, whatever it says.
    mutating func mergeLine(_ old: Int, _ my: Int, _ their: Int, byWord: Bool = true) {
        let extent = MergeExtent(base: old..<old + 1, mine: my..<my + 1, theirs: their..<their + 1)
        let ending = mergedEnding(old, my, their)
        let was = base.lines.numbers[old]
        let (says, otherSays) = (mine.lines.numbers[my], theirs.lines.numbers[their])
        if says == otherSays || otherSays == was {
            write(mine.content(my), ending, extent)
        } else if says == was {
            write(theirs.content(their), ending, extent)
        } else if byWord, let words = mergedWords(old, my, their) {
            flush()
            let start = output.nextStart
            write(words, ending, extent)
            wordMerged.append(span(start, extent))
        } else {
            conflict(extent)
        }
    }

    /// Lines of one side alone.
    mutating func take(_ lines: Range<Int>, of side: MergeSide) {
        if !lines.isEmpty { flush() }
        for line in lines { append(line, of: side) }
    }

    /// Lines that both sides wrote alike.
    mutating func agree(_ extent: MergeExtent) {
        for (my, their) in zip(extent.mine, extent.theirs) {
            write(
                mine.content(my), agreedEnding(my, their),
                MergeExtent(base: extent.base, mine: my..<my + 1, theirs: their..<their + 1))
        }
    }

    /// One line; it is a conflict when the sides end it differently.
    private mutating func write(
        _ content: some Collection<UInt8>, _ ending: LineEnding?, _ extent: MergeExtent
    ) {
        flush()
        let start = output.nextStart
        output.append(content, ending ?? mine.lines.endings[extent.mine.lowerBound])
        if ending == nil { output.conflicts.append(span(start, extent)) }
    }

    mutating func append(_ line: Int, of side: MergeSide) {
        let version = side == .mine ? mine : theirs
        output.append(version.content(line), adopted(version.lines.endings[line], from: side))
    }

    /// What was written since, with where it comes from.
    func span(_ start: Int, _ extent: MergeExtent) -> MergeSpan {
        MergeSpan(
            merged: min(start, output.bytes.count)..<output.bytes.count,
            base: base.lines.bytes(of: extent.base),
            mine: mine.lines.bytes(of: extent.mine), theirs: theirs.lines.bytes(of: extent.theirs))
    }
}

extension DifferenceHunk {
    /// The same hunk in sequences that begin elsewhere.
    func moved(old distance: Int, new otherDistance: Int) -> DifferenceHunk {
        DifferenceHunk(
            old: old.lowerBound + distance..<old.upperBound + distance,
            new: new.lowerBound + otherDistance..<new.upperBound + otherDistance)
    }
}
