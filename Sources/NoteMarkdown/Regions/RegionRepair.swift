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
    /// The regions in their place; `nil` where the whole body has to be divided again.
    private(set) var division: RegionDivision?
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
        let touched = starts.firstIndex(above: change.range.lowerBound) - 1
        let first = max(0, touched - 1)
        start = first == 0 ? body.lowerBound : starts[first]
        replaced = first..<first
        isPossible = !change.isWhole && !isWide && !body.isEmpty && start <= newEnd
    }

    /// Divides, where the edit does not reach over everything.
    mutating func run(on tree: MarkdownTree, read: (Range<Int>, (TextWindow) -> Void) -> Void) {
        guard isPossible else { return }
        // Some regions more than the edit reaches, as where an item would be numbered anew.
        var more = 2
        var isDone = false
        while !isDone {
            let next = starts.firstIndex(above: max(oldEnd, newEnd - delta) - 1) + more
            let end = next < starts.count ? min(body.upperBound, starts[next] + delta) : body.upperBound
            let part = start..<max(start, min(body.upperBound, max(end, newEnd) + 64))
            var found: (division: RegionDivision, last: Int)?
            read(part) { found = divide(tree, in: $0) }
            isDone = found != nil || part.upperBound == body.upperBound
            if let found, !found.division.reachesOut {
                division = found.division
                replaced = replaced.lowerBound..<found.last
            }
            more *= 8
        }
    }

    /// Divides as far as an old region that can be taken over.
    ///
    /// - Returns: `nil` where the window ends before; else the regions, and the place of that old one.
    private func divide(_ tree: MarkdownTree, in window: TextWindow) -> (RegionDivision, Int)? {
        var walk = PieceWalk(tree, in: window, from: start)
        var pieces: [BodyPiece] = []
        var old = starts.firstIndex(above: oldEnd - 1)
        while window.end == window.textEnd || walk.position + 32 <= window.end {
            guard let piece = walk.next() else {
                pieces.append(BodyPiece(node: tree.count, start: body.upperBound, isInsideList: false))
                return divide(tree, pieces, in: window).map { ($0, starts.count) }
            }
            if piece.start >= newEnd, !pieces.isEmpty {
                while old < starts.count, starts[old] + delta < piece.start { old += 1 }
                if old < starts.count, old > replaced.lowerBound, starts[old] + delta == piece.start {
                    pieces.append(piece)
                    return divide(tree, pieces, in: window).map { ($0, old) }
                }
            }
            pieces.append(piece)
        }
        return nil
    }

    private func divide(_ tree: MarkdownTree, _ pieces: [BodyPiece], in window: TextWindow) -> RegionDivision? {
        guard pieces.count > 1 else { return RegionDivision(starts: [start]) }
        var divider = RegionDivider(tree, in: window)
        return divider.divide(pieces)
    }
}

extension [Int] {
    /// The first place whose value is larger, in an array that rises.
    func firstIndex(above value: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > value { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
