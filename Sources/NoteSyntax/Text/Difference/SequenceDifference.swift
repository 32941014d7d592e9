// SPDX-License-Identifier: MIT
// What changed between two sequences: the fewest insertions and deletions, within a bound of work.

/// The difference of two sequences of numbers, by the algorithm of Myers in linear space.
///
/// See: E. Myers, "An O(ND) difference algorithm and its variations", 1986. Elements that the other
/// side does not have at all are set aside first. Two bounds keep hostile input linear: a search that
/// has taken `patience` steps on is cut where it got furthest, so the result may be longer than the
/// shortest one, and when `budget` is spent what is left is taken as replaced.
package struct SequenceDifference {
    private let old: [Int]
    private let new: [Int]
    private let patience: Int
    private var budget: Int
    private var isDeleted: [Bool]
    private var isInserted: [Bool]
    /// How far each diagonal was followed from the front and from the back.
    private var forward: [Int]
    private var backward: [Int]
    /// The place of diagonal 0 in both.
    private let origin: Int

    /// The hunks that turn one sequence into another, in order; between two lies what stayed.
    ///
    /// - Parameters:
    ///   - old: The old sequence.
    ///   - new: The new sequence.
    ///   - patience: How many differences one search looks for before it is cut.
    ///   - budget: How many steps along diagonals are taken in all.
    package static func hunks(
        from old: [Int], to new: [Int], patience: Int = 256, budget: Int = 1 << 26
    ) -> [DifferenceHunk] {
        var budget = budget
        return hunks(from: old, to: new, patience: patience, spending: &budget)
    }

    /// The same, with a budget that several searches share.
    ///
    /// - Parameters:
    ///   - budget: What may still be spent, and is less afterwards; at or under 0 when it did not suffice
    ///     and some hunks may be longer than need be.
    ///   - areChosen: Whether the caller has set aside what is not worth comparing.
    package static func hunks(
        from old: [Int], to new: [Int], patience: Int = 256, spending budget: inout Int,
        areChosen: Bool = false
    ) -> [DifferenceHunk] {
        let shared = areChosen ? [] : Set(old).intersection(new)
        let oldPlaces = old.indices.filter { areChosen || shared.contains(old[$0]) }
        let newPlaces = new.indices.filter { areChosen || shared.contains(new[$0]) }
        var search = SequenceDifference(
            oldPlaces.map { old[$0] }, newPlaces.map { new[$0] }, patience: patience, budget: budget)
        search.run()
        budget = search.budget
        // What neither side had to give up stayed, in order.
        let stayedOld = zip(oldPlaces, search.isDeleted).lazy.filter { !$0.1 }.map(\.0)
        let stayedNew = zip(newPlaces, search.isInserted).lazy.filter { !$0.1 }.map(\.0)
        var hunks: [DifferenceHunk] = []
        var (oldEnd, newEnd) = (0, 0)
        func close(_ oldStart: Int, _ newStart: Int) {
            if oldStart > oldEnd || newStart > newEnd {
                hunks.append(DifferenceHunk(old: oldEnd..<oldStart, new: newEnd..<newStart))
            }
        }
        for (oldPlace, newPlace) in zip(stayedOld, stayedNew) {
            close(oldPlace, newPlace)
            (oldEnd, newEnd) = (oldPlace + 1, newPlace + 1)
        }
        close(old.count, new.count)
        return hunks
    }

    private init(_ old: [Int], _ new: [Int], patience: Int, budget: Int) {
        self.old = old
        self.new = new
        self.patience = patience
        self.budget = budget
        isDeleted = Array(repeating: false, count: old.count)
        isInserted = Array(repeating: false, count: new.count)
        origin = new.count + 1
        forward = Array(repeating: -1, count: old.count + new.count + 3)
        backward = forward
    }

    private mutating func run() {
        // A stack of our own: with a bound on the search, parts may be very unequal.
        var parts = [(old: 0..<old.count, new: 0..<new.count)]
        while let part = parts.popLast() {
            var (oldStart, oldEnd) = (part.old.lowerBound, part.old.upperBound)
            var (newStart, newEnd) = (part.new.lowerBound, part.new.upperBound)
            while oldStart < oldEnd, newStart < newEnd, old[oldStart] == new[newStart] {
                oldStart += 1
                newStart += 1
            }
            while oldStart < oldEnd, newStart < newEnd, old[oldEnd - 1] == new[newEnd - 1] {
                oldEnd -= 1
                newEnd -= 1
            }
            if oldStart == oldEnd || newStart == newEnd || budget <= 0 {
                for index in oldStart..<oldEnd { isDeleted[index] = true }
                for index in newStart..<newEnd { isInserted[index] = true }
            } else {
                let (oldMiddle, newMiddle) = middle(oldStart..<oldEnd, newStart..<newEnd)
                parts.append((oldMiddle..<oldEnd, newMiddle..<newEnd))
                parts.append((oldStart..<oldMiddle, newStart..<newMiddle))
            }
        }
    }

    /// A place that a shortest path goes through, found from both ends at once; or, when that takes
    /// too long, the place where a path got furthest.
    private mutating func middle(_ oldPart: Range<Int>, _ newPart: Range<Int>) -> (Int, Int) {
        let (oldStart, oldEnd) = (oldPart.lowerBound, oldPart.upperBound)
        let (newStart, newEnd) = (newPart.lowerBound, newPart.upperBound)
        let (lowest, highest) = (oldStart - newEnd, oldEnd - newStart)
        let (front, back) = (oldStart - newStart, oldEnd - newEnd)
        let isOdd = (front - back) & 1 != 0
        var (frontLow, frontHigh) = (front, front)
        var (backLow, backHigh) = (back, back)
        forward[origin + front] = oldStart
        backward[origin + back] = oldEnd
        var cost = 0
        while true {
            cost += 1
            widen(&frontLow, &frontHigh, lowest, highest) { forward[origin + $0] = -1 }
            for diagonal in stride(from: frontHigh, through: frontLow, by: -2) {
                let below = forward[origin + diagonal - 1]
                let above = forward[origin + diagonal + 1]
                let start = below < above ? above : below + 1
                var place = start
                while place < oldEnd, place - diagonal < newEnd, old[place] == new[place - diagonal] {
                    place += 1
                }
                budget -= place - start + 1
                forward[origin + diagonal] = place
                if isOdd, backLow <= diagonal, diagonal <= backHigh, backward[origin + diagonal] <= place {
                    return (place, place - diagonal)
                }
            }
            widen(&backLow, &backHigh, lowest, highest) { backward[origin + $0] = Int.max }
            for diagonal in stride(from: backHigh, through: backLow, by: -2) {
                let below = backward[origin + diagonal - 1]
                let above = backward[origin + diagonal + 1]
                let start = below < above ? below : above - 1
                var place = start
                while oldStart < place, newStart < place - diagonal,
                    old[place - 1] == new[place - diagonal - 1]
                {
                    place -= 1
                }
                budget -= start - place + 1
                backward[origin + diagonal] = place
                if !isOdd, frontLow <= diagonal, diagonal <= frontHigh, place <= forward[origin + diagonal] {
                    return (place, place - diagonal)
                }
            }
            if cost >= patience || budget <= 0 {
                return furthest(oldPart, newPart, frontLow...frontHigh, backLow...backHigh)
            }
        }
    }

    /// Takes one more diagonal in on either side, or gives one up that has left the rectangle.
    private func widen(
        _ low: inout Int, _ high: inout Int, _ lowest: Int, _ highest: Int, clear: (Int) -> Void
    ) {
        if low > lowest {
            low -= 1
            clear(low - 1)
        } else {
            low += 1
        }
        if high < highest {
            high += 1
            clear(high + 1)
        } else {
            high -= 1
        }
    }

    /// The end of the path that passed the most elements, from the front or from the back.
    private func furthest(
        _ oldPart: Range<Int>, _ newPart: Range<Int>, _ front: ClosedRange<Int>, _ back: ClosedRange<Int>
    ) -> (Int, Int) {
        var best = (oldPart.lowerBound, newPart.lowerBound)
        var most = 0
        for diagonal in stride(from: front.upperBound, through: front.lowerBound, by: -2) {
            var place = min(forward[origin + diagonal], oldPart.upperBound)
            place = min(place, newPart.upperBound + diagonal)
            let passed = place + place - diagonal - oldPart.lowerBound - newPart.lowerBound
            if passed > most { (most, best) = (passed, (place, place - diagonal)) }
        }
        for diagonal in stride(from: back.upperBound, through: back.lowerBound, by: -2) {
            var place = max(backward[origin + diagonal], oldPart.lowerBound)
            place = max(place, newPart.lowerBound + diagonal)
            let passed = oldPart.upperBound + newPart.upperBound - place - place + diagonal
            if passed > most { (most, best) = (passed, (place, place - diagonal)) }
        }
        return best
    }
}
