// SPDX-License-Identifier: MIT
// Lines of the three texts that belong together.

/// A run of lines in each of the three texts.
struct MergeExtent: Hashable {
    var base: Range<Int>
    var mine: Range<Int>
    var theirs: Range<Int>

    /// The empty extent in front of this one.
    var start: MergeExtent {
        MergeExtent(
            base: base.lowerBound..<base.lowerBound, mine: mine.lowerBound..<mine.lowerBound,
            theirs: theirs.lowerBound..<theirs.lowerBound)
    }

    /// The lines behind this extent, as many in each text.
    func following(_ count: Int) -> MergeExtent {
        MergeExtent(
            base: base.upperBound..<base.upperBound + count, mine: mine.upperBound..<mine.upperBound + count,
            theirs: theirs.upperBound..<theirs.upperBound + count)
    }

    /// Takes in an extent that follows.
    mutating func formUnion(_ next: MergeExtent) {
        base = base.lowerBound..<next.base.upperBound
        mine = mine.lowerBound..<next.mine.upperBound
        theirs = theirs.lowerBound..<next.theirs.upperBound
    }
}
