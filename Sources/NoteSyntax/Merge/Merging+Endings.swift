// SPDX-License-Identifier: MIT
// How the line endings of both sides are merged, apart from what the lines say.

extension Merging {
    /// What ends a line where a text has no ending to go by.
    static func usualEnding(
        _ base: MergeVersion, _ mine: MergeVersion, _ theirs: MergeVersion
    ) -> LineEnding {
        func first(_ version: MergeVersion) -> LineEnding? {
            version.lines.endings.first { $0 != .none }
        }
        // Where the sides differ the order of the cases decides, so that it does not matter which is mine.
        let sides = [first(mine), first(theirs)]
        return first(base) ?? LineEnding.allCases.first { sides.contains($0) } ?? .lf
    }

    /// The ending of a line that is there in all three texts; nil when the sides contradict each other.
    func mergedEnding(_ old: Int, _ my: Int, _ their: Int) -> LineEnding? {
        let was = base.lines.endings[old]
        let (ends, otherEnds) = (mine.lines.endings[my], theirs.lines.endings[their])
        if ends == otherEnds || otherEnds == was { return ends }
        return ends == was ? otherEnds : nil
    }

    /// The ending of a line that both sides added; nil when they contradict each other.
    func agreedEnding(_ my: Int, _ their: Int) -> LineEnding? {
        let ends = adopted(mine.lines.endings[my], from: .mine)
        let otherEnds = adopted(theirs.lines.endings[their], from: .theirs)
        if ends == otherEnds || otherEnds == .none { return ends }
        return ends == .none ? otherEnds : nil
    }

    /// The ending of a line that one side added, as the other has it that converted the text.
    func adopted(_ ending: LineEnding, from side: MergeSide) -> LineEnding {
        let (own, other) =
            side == .mine
            ? (conversions.mine, conversions.theirs) : (conversions.theirs, conversions.mine)
        guard ending != .none, own == nil, let other else { return ending }
        return other
    }
}
