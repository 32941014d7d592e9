// SPDX-License-Identifier: MIT
// Which lines changed between two texts, with each change where a reader looks for it.

/// The changed lines of two texts whose lines have been numbered.
///
/// On top of the shortest difference two things are done, which `git` does as well, so that results
/// agree: a line that the other text has many times over, amid lines that it does not have at all, is
/// taken as changed with them; and a run of changed lines that may stand in several places, since the
/// lines around it repeat, stands where the other text changed too, else as low as it can.
struct LineDifference {
    private let old: [Int]
    private let new: [Int]
    private var isDeleted: [Bool]
    private var isInserted: [Bool]

    /// The hunks that turn one text into the other, in lines, in order; between two lies what stayed.
    ///
    /// - Parameters:
    ///   - old: The numbers of the old lines.
    ///   - new: The numbers of the new lines.
    ///   - budget: The steps that may still be spent; at or under 0 afterwards when they did not suffice.
    static func hunks(from old: [Int], to new: [Int], spending budget: inout Int) -> [DifferenceHunk] {
        var difference = LineDifference(old, new)
        difference.compare(spending: &budget)
        let insertions = LineDifference.places(of: difference.isInserted)
        LineDifference.slide(&difference.isDeleted, over: old, matching: insertions)
        let deletions = LineDifference.places(of: difference.isDeleted)
        LineDifference.slide(&difference.isInserted, over: new, matching: deletions)
        return difference.hunks
    }

    private init(_ old: [Int], _ new: [Int]) {
        self.old = old
        self.new = new
        isDeleted = Array(repeating: false, count: old.count)
        isInserted = Array(repeating: false, count: new.count)
    }

    /// Slides insertions and deletions away from changes of the other side that they touch, if there is a
    /// place where they touch none. A change that the other side made as well stays.
    ///
    /// - Parameters:
    ///   - hunks: The hunks from a base to one side.
    ///   - others: The hunks from the same base to the other side.
    ///   - old: The numbers of the lines of the base.
    ///   - new: The numbers of the lines of the one side.
    ///   - otherNew: Those of the other side.
    static func separated(
        _ hunks: [DifferenceHunk], from others: [DifferenceHunk], old: [Int], new: [Int], otherNew: [Int]
    ) -> [DifferenceHunk] {
        var result: [DifferenceHunk] = []
        var first = 0
        for (index, hunk) in hunks.enumerated() {
            // Between the neighbours on the same side, without touching those either.
            let lowest = result.last.map { $0.old.upperBound + 1 } ?? 0
            let highest = index + 1 < hunks.count ? hunks[index + 1].old.lowerBound - 1 : old.count
            while first < others.count, others[first].old.upperBound < lowest { first += 1 }
            let nearby = others[first...].prefix { $0.old.lowerBound <= highest }
            func touches(_ hunk: DifferenceHunk) -> Bool {
                nearby.contains {
                    $0.old.lowerBound <= hunk.old.upperBound && hunk.old.lowerBound <= $0.old.upperBound
                }
            }
            var chosen = hunk
            let isAgreed = nearby.contains { $0.old == hunk.old && otherNew[$0.new] == new[hunk.new] }
            if hunk.old.isEmpty || hunk.new.isEmpty, !isAgreed, touches(hunk) {
                let places = hunk.places(old: old, new: new, within: lowest...max(lowest, highest))
                chosen = places.first { !touches($0) } ?? hunk
            }
            result.append(chosen)
        }
        return result
    }

    // MARK: Comparing

    private mutating func compare(spending budget: inout Int) {
        let shorter = min(old.count, new.count)
        var front = 0
        while front < shorter, old[front] == new[front] { front += 1 }
        var back = 0
        while back < shorter - front, old[old.count - back - 1] == new[new.count - back - 1] { back += 1 }
        let oldKept = LineDifference.worthComparing(
            front..<old.count - back, of: old, amongst: LineDifference.counts(of: new))
        let newKept = LineDifference.worthComparing(
            front..<new.count - back, of: new, amongst: LineDifference.counts(of: old))
        for index in front..<old.count - back { isDeleted[index] = true }
        for index in front..<new.count - back { isInserted[index] = true }
        for index in oldKept { isDeleted[index] = false }
        for index in newKept { isInserted[index] = false }
        let hunks = SequenceDifference.hunks(
            from: oldKept.map { old[$0] }, to: newKept.map { new[$0] }, spending: &budget,
            areChosen: true)
        for hunk in hunks {
            for index in hunk.old { isDeleted[oldKept[index]] = true }
            for index in hunk.new { isInserted[newKept[index]] = true }
        }
    }

    private static func counts(of numbers: [Int]) -> [Int] {
        var counts = Array(repeating: 0, count: (numbers.max() ?? -1) + 1)
        for number in numbers { counts[number] += 1 }
        return counts
    }

    private enum Likeness { case nowhere, somewhere, everywhere }

    /// The lines of a range that are not set aside before the comparison.
    private static func worthComparing(
        _ range: Range<Int>, of numbers: [Int], amongst counts: [Int]
    ) -> [Int] {
        // About the square root, as a power of two.
        var many = 1
        var rest = numbers.count
        while rest > 0 {
            many <<= 1
            rest >>= 2
        }
        many = min(many, 1024)
        let likeness = range.map { index -> Likeness in
            let count = numbers[index] < counts.count ? counts[numbers[index]] : 0
            return count == 0 ? .nowhere : count < many ? .somewhere : .everywhere
        }
        return range.filter { index in
            switch likeness[index - range.lowerBound] {
            case .nowhere: false
            case .somewhere: true
            case .everywhere: !isAmidChanges(index - range.lowerBound, likeness)
            }
        }
    }

    /// Whether the lines around one that is found everywhere are mostly found nowhere.
    private static func isAmidChanges(_ index: Int, _ likeness: [Likeness]) -> Bool {
        let window = 100
        func count(_ indices: some Sequence<Int>) -> (nowhere: Int, everywhere: Int) {
            var (nowhere, everywhere) = (0, 1)
            for index in indices {
                switch likeness[index] {
                case .nowhere: nowhere += 1
                case .everywhere: everywhere += 1
                case .somewhere: return (nowhere, everywhere)
                }
            }
            return (nowhere, everywhere)
        }
        let before = count((max(0, index - window)..<index).reversed())
        guard before.nowhere > 0 else { return false }
        let after = count(index + 1..<max(index + 1, min(likeness.count, index + window + 1)))
        guard after.nowhere > 0 else { return false }
        let everywhere = before.everywhere + after.everywhere
        return everywhere * 4 < everywhere + before.nowhere + after.nowhere
    }

    // MARK: Sliding

    /// For each number of unchanged lines before it, whether a run of changed lines stands there.
    private static func places(of isChanged: [Bool]) -> [Bool] {
        var places = [false]
        for changed in isChanged {
            if changed { places[places.count - 1] = true } else { places.append(false) }
        }
        return places
    }

    /// Puts each run of changed lines where it belongs, as far as equal lines let it slide.
    private static func slide(_ isChanged: inout [Bool], over numbers: [Int], matching places: [Bool]) {
        var end = 0
        var place = 0
        while end < numbers.count {
            guard isChanged[end] else {
                end += 1
                place += 1
                continue
            }
            var start = end
            while end < numbers.count, isChanged[end] { end += 1 }
            var matched: Int?
            var size: Int
            repeat {
                size = end - start
                while start > 0, numbers[start - 1] == numbers[end - 1] {
                    start -= 1
                    end -= 1
                    isChanged[start] = true
                    isChanged[end] = false
                    place -= 1
                    while start > 0, isChanged[start - 1] { start -= 1 }
                }
                matched = places[place] ? end : nil
                while end < numbers.count, numbers[start] == numbers[end] {
                    isChanged[start] = false
                    isChanged[end] = true
                    start += 1
                    end += 1
                    place += 1
                    while end < numbers.count, isChanged[end] { end += 1 }
                    if places[place] { matched = end }
                }
            } while size != end - start
            while let wanted = matched, wanted < end {
                start -= 1
                end -= 1
                isChanged[start] = true
                isChanged[end] = false
                place -= 1
            }
        }
    }

    private var hunks: [DifferenceHunk] {
        var result: [DifferenceHunk] = []
        var (oldEnd, newEnd) = (0, 0)
        while oldEnd < old.count || newEnd < new.count {
            let (oldStart, newStart) = (oldEnd, newEnd)
            while oldEnd < old.count, isDeleted[oldEnd] { oldEnd += 1 }
            while newEnd < new.count, isInserted[newEnd] { newEnd += 1 }
            if oldEnd > oldStart || newEnd > newStart {
                result.append(DifferenceHunk(old: oldStart..<oldEnd, new: newStart..<newEnd))
            } else {
                oldEnd += 1
                newEnd += 1
            }
        }
        return result
    }
}

extension DifferenceHunk {
    /// The places that an insertion or deletion may stand in as well, the nearest above first, then those
    /// below; few enough to look at.
    fileprivate func places(old: [Int], new: [Int], within limits: ClosedRange<Int>) -> [DifferenceHunk] {
        let (numbers, run) = self.old.isEmpty ? (new, self.new) : (old, self.old)
        var places: [DifferenceHunk] = []
        var distance = 0
        while -distance < 64, self.old.lowerBound + distance > limits.lowerBound,
            numbers[run.lowerBound + distance - 1] == numbers[run.upperBound + distance - 1]
        {
            distance -= 1
            places.append(moved(old: distance, new: distance))
        }
        distance = 0
        while distance < 64, self.old.upperBound + distance < limits.upperBound,
            numbers[run.lowerBound + distance] == numbers[run.upperBound + distance]
        {
            distance += 1
            places.append(moved(old: distance, new: distance))
        }
        return places
    }
}
