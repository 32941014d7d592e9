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
            from: oldKept.map { old[$0] }, to: newKept.map { new[$0] }, spending: &budget)
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
            var (nowhere, everywhere) = (0, 0)
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
