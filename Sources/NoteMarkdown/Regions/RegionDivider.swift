// SPDX-License-Identifier: MIT
// How pieces of a body become regions: each piece that is proved is one, and one that is not joins a neighbour.

internal import NoteSyntax

/// Divides pieces of a body into regions.
///
/// A piece that says something else alone joins the one below it, where the two are proved; else the region
/// above. Where neither helps, more and more on both sides join in, twice as many each time. So a byte is parsed
/// a few times at most, or as often as the size can be halved.
struct RegionDivider: ~Copyable {
    private let tree: MarkdownTree
    private let window: TextWindow
    private var proof: StretchProof
    /// The pieces, and behind them the place where they end.
    private let pieces: [BodyPiece]
    private let count: Int
    /// Whether a long piece counts as proved, since proving it would hold up the one who types.
    private var trustsLongPieces = false

    /// How many bytes a piece has that is long.
    private static var longPiece: Int { 16_384 }

    /// - Parameters:
    ///   - pieces: Pieces that follow each other, and behind them the place where the last one ends.
    ///   - tree: The tree of the whole note.
    ///   - window: The note, or a part of it that holds the pieces.
    init(_ pieces: [BodyPiece], of tree: MarkdownTree, in window: TextWindow) {
        self.pieces = pieces
        self.tree = tree
        self.window = window
        count = pieces.count - 1
        proof = StretchProof(for: tree)
    }

    /// Divides all pieces of a body.
    mutating func divideAll() -> RegionDivision {
        var division = RegionDivision()
        // The first piece of each region.
        var regions: [Int] = []
        var next = 0
        while next < count {
            if let end = step(from: next, &regions) {
                next = end
            } else {
                next = widen(next, &regions, &division)
            }
        }
        division.starts = regions.map { pieces[$0].start }
        division.parsedByteCount = proof.parsedByteCount
        return division
    }

    /// Divides pieces of a body up to one that starts a region anyway, for the time being: pieces of more than
    /// 16 KB count as proved.
    ///
    /// - Parameters:
    ///   - isLast: Whether the last piece is the last one of the body.
    ///   - isKnown: Whether a region is known to start with a piece.
    /// - Returns: Where the regions start, and that piece; `nil` where more pieces would have to be known.
    mutating func divide(
        isLast: Bool, until isKnown: (BodyPiece) -> Bool
    ) -> (starts: [Int], end: BodyPiece)? {
        trustsLongPieces = true
        var regions: [Int] = []
        var next = 0
        while next < count {
            if next > 0, isKnown(pieces[next]) { break }
            guard let end = step(from: next, &regions) else { return nil }
            // What was looked at may not be where the pieces end for another cause than the note does.
            guard isLast || (seen < count && end < count) else { return nil }
            next = end
        }
        guard next < count || isLast else { return nil }
        return (regions.map { pieces[$0].start }, pieces[next])
    }

    /// The last place that the last step looked at.
    private var seen = 0

    /// Finds the end of the region that starts with a piece, or that takes it in.
    ///
    /// - Returns: The first piece behind it; `nil` where neither neighbour helps.
    private mutating func step(from next: Int, _ regions: inout [Int]) -> Int? {
        seen = next
        if holds(next..<next + 1) {
            regions.append(next)
            return next + 1
        }
        seen = next + 1
        if isPair(next) {
            regions.append(next)
            return next + 2
        }
        guard let above = regions.last else { return nil }
        // Whatever has to stay with what is above does so in one go: else a long row would be read over and over.
        var last = next + 1
        while last < count, !holds(last..<last + 1), !isPair(last) { last += 1 }
        seen = last + 1
        var joined = last - next
        while joined > 0, !holds(above..<next + joined) { joined /= 2 }
        return joined > 0 ? next + joined : nil
    }

    private mutating func isPair(_ piece: Int) -> Bool { piece + 1 < count && holds(piece..<piece + 2) }

    /// Joins more and more pieces to one that is not proved.
    ///
    /// - Returns: The first piece behind the region.
    private mutating func widen(
        _ bad: Int, _ regions: inout [Int], _ division: inout RegionDivision
    ) -> Int {
        division.isWide = true
        var width = 1
        while true {
            let above = max(0, regions.count - width)
            let first = above < regions.count ? regions[above] : bad
            let last = min(count, bad + 1 + width)
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
        if trustsLongPieces, range.count == 1, end.start - first.start > Self.longPiece { return true }
        return proof.holds(
            first.start..<end.start, first.node..<end.node, isInsideList: first.isInsideList, of: tree,
            in: window)
    }
}
