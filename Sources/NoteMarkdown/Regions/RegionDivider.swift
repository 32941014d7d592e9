// SPDX-License-Identifier: MIT
// How pieces of a body become regions: each piece that is proved is one, and one that is not joins a neighbour.

internal import NoteSyntax

/// Divides pieces of a body into regions.
///
/// A piece that says something else alone belongs to the region above it. Where that does not help, as for the
/// first one, the piece below joins in; where that does not help either, more and more on both sides, twice as
/// many each time. So a byte is parsed a few times at most, or as often as the size can be halved.
struct RegionDivider: ~Copyable {
    private let tree: MarkdownTree
    private let window: TextWindow
    private var proof: StretchProof
    /// The pieces, and behind them the place where they end.
    private var pieces: [BodyPiece] = []

    init(_ tree: MarkdownTree, in window: TextWindow) {
        self.tree = tree
        self.window = window
        proof = StretchProof(for: tree)
    }

    /// Divides pieces that follow each other.
    ///
    /// - Parameters:
    ///   - pieces: The pieces, and behind them the place where the last one ends.
    mutating func divide(_ pieces: [BodyPiece]) -> RegionDivision {
        self.pieces = pieces
        let count = pieces.count - 1
        var division = RegionDivision()
        // The first piece of each region.
        var regions: [Int] = []
        var next = 0
        while next < count {
            if holds(next..<next + 1) {
                regions.append(next)
                next += 1
                continue
            }
            var last = next + 1
            while last < count, !holds(last..<last + 1) { last += 1 }
            if let above = regions.last, holds(above..<last) {
                next = last
            } else if last > next + 1, let above = regions.last, holds(above..<last - 1) {
                // Only the last one cannot stay with what is above, because of what is below.
                next = last - 1
            } else if last < count, holds(next..<last + 1) {
                regions.append(next)
                next = last + 1
            } else {
                division.reachesOut = true
                next = widen(next..<last, &regions, &division)
            }
        }
        division.starts = regions.map { pieces[$0].start }
        return division
    }

    /// Joins more and more pieces to some that are not proved.
    ///
    /// - Returns: The first piece behind the region.
    private mutating func widen(
        _ bad: Range<Int>, _ regions: inout [Int], _ division: inout RegionDivision
    ) -> Int {
        let count = pieces.count - 1
        var width = 1
        while true {
            let above = max(0, regions.count - width)
            let first = above < regions.count ? regions[above] : bad.lowerBound
            let last = min(count, bad.upperBound + width)
            let isAll = above == 0 && last == count
            let isProved = holds(first..<last)
            if isProved || isAll {
                regions.removeSubrange(above...)
                regions.append(first)
                if !isProved { division.isProved = false }
                return last
            }
            width *= 2
        }
    }

    private mutating func holds(_ range: Range<Int>) -> Bool {
        let first = pieces[range.lowerBound]
        let end = pieces[range.upperBound]
        return proof.holds(
            first.start..<end.start, first.node..<end.node, isInsideList: first.isInsideList, of: tree,
            in: window)
    }
}
