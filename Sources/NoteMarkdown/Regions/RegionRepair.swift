// SPDX-License-Identifier: MIT
// The division of what an edit touched: from the region above it to a region that is as it was.

internal import NoteSyntax

/// Divides again the lines that an edit reaches.
struct RegionRepair: ~Copyable {
    private let starts: [Int]
    private let delta: Int
    private let isPossible: Bool
    /// No old region that starts before this is taken over.
    private let oldEnd: Int
    /// No piece of the new text that starts before this was there before.
    private let newEnd: Int
    private let body: Range<Int>
    /// Where the lines start that are divided again.
    private let start: Int

    /// The places of the regions that are replaced.
    private(set) var replaced: Range<Int>
    /// Where the regions in their place start; `nil` where the whole body has to be divided again.
    private(set) var newStarts: [Int]?
    /// Where the second of the replaced regions started.
    var secondStart: Int { replaced.lowerBound + 1 < starts.count ? starts[replaced.lowerBound + 1] : -1 }

    /// - Parameters:
    ///   - starts: Where the regions started before the edit.
    ///   - isWide: Whether some region depends on more than its neighbours.
    ///   - range: The bytes that were replaced, counted before the edit.
    ///   - newCount: How many bytes stand in their place.
    ///   - change: What the tree did.
    ///   - body: The body after the edit.
    init(
        of starts: [Int], isWide: Bool, _ range: Range<Int>, _ newCount: Int, _ change: MarkdownChange,
        _ body: Range<Int>
    ) {
        self.starts = starts
        self.body = body
        delta = newCount - range.count
        oldEnd = range.upperBound
        newEnd = max(change.range.upperBound, range.lowerBound + newCount)
        // The region above takes in what cannot stand alone any more.
        let touched = starts.partitionPoint { $0 > change.range.lowerBound } - 1
        let first = max(0, touched - 1)
        start = first == 0 ? body.lowerBound : starts[first]
        replaced = first..<first
        isPossible = !change.isWhole && !isWide && !body.isEmpty && start <= newEnd && start < body.upperBound
    }

    /// Divides, where the edit does not reach over everything.
    mutating func run(on tree: MarkdownTree, read: (Range<Int>, (TextWindow) -> Void) -> Void) {
        guard isPossible else { return }
        // Some regions more than the edit reaches; more where items would be numbered anew.
        var more = 3
        var end = start
        while newStarts == nil, end < body.upperBound {
            let next = starts.partitionPoint { $0 >= max(oldEnd, newEnd - delta) } + more
            end = next < starts.count ? min(body.upperBound, starts[next] + delta) : body.upperBound
            var found: (starts: [Int], end: BodyPiece)?
            read(start..<end) { found = divide(tree, to: end, in: $0) }
            if let found {
                newStarts = found.starts
                let last = starts.partitionPoint { $0 >= found.end.start - delta }
                replaced = replaced.lowerBound..<(found.end.start == body.upperBound ? starts.count : last)
            }
            more *= 8
        }
    }

    /// Divides as far as an old region that can be taken over.
    ///
    /// - Returns: `nil` where the place `end` comes too early to tell; else where the regions start, and that
    ///   old one.
    private func divide(
        _ tree: MarkdownTree, to end: Int, in window: TextWindow
    ) -> (starts: [Int], end: BodyPiece)? {
        let isLast = end == body.upperBound
        var walk = PieceWalk(tree, in: window, from: start)
        var pieces: [BodyPiece] = []
        while isLast || walk.position + 32 <= end, let piece = walk.next() { pieces.append(piece) }
        if isLast {
            if pieces.isEmpty {
                pieces.append(BodyPiece(node: tree.count, start: start, isInsideList: false))
            }
            pieces.append(BodyPiece(node: tree.count, start: body.upperBound, isInsideList: false))
        }
        guard pieces.count > 1 else { return nil }
        var divider = RegionDivider(pieces, of: tree, in: window)
        return divider.divide(isLast: isLast) { piece in
            guard piece.start >= newEnd, piece.start - delta >= oldEnd else { return false }
            let old = starts.partitionPoint { $0 >= piece.start - delta }
            return old > replaced.lowerBound && old < starts.count && starts[old] + delta == piece.start
        }
    }
}
