// SPDX-License-Identifier: MIT
// The notes of a vault as of one look, with what a search needs of all of them.

internal import NoteFiles
internal import Synchronization

/// The notes that are in the vault, ordered by path. It never changes; a new look makes a new one, and one that was
/// told what changed shares the rest with the one before.
///
/// Each note has a slot, a number that stays with it as long as it has its path. Where a note is gone, its slot keeps
/// what was there until another note takes it; no order leads there.
final class IndexView: Sendable {
    /// The making of the index that the numbers belong to; see `IndexMirror.making`.
    let making: String?
    /// What was found and is no note, or could not be looked at.
    let skipped: [FolderScan.Skipped]
    /// The slots of all notes, ordered by path.
    let byPath: NoteOrder
    /// The notes that the index does not know as they are.
    let unindexed: NoteSet
    /// The notes that are not UTF-8, as the index knows.
    let unreadable: NoteSet
    /// Whether it was made of one before and what changed; then it says something else for sure.
    let isPatched: Bool
    private let slots: SharedArray<IndexEntry>
    private let vacant: [Int]
    private let made: Mutex<Made>

    /// What is made when it is first asked for.
    private struct Made {
        var byAge: NoteOrder?
        var numbers: NumberMap?
        var titles: TitleList?
    }

    /// A note by its age alone, which is sorted faster.
    private struct Aged {
        let seconds: Int64
        let nanoseconds: UInt32
        let index: Int32
    }

    /// - Parameter entries: All notes, ordered by path.
    init(_ entries: [IndexEntry], making: String?, skipped: [FolderScan.Skipped]) {
        self.making = making
        self.skipped = skipped
        isPatched = false
        slots = SharedArray(entries)
        vacant = []
        byPath = NoteOrder(entries.indices.map { Int32($0) })
        var (unindexed, unreadable) = (NoteSet(), NoteSet())
        for slot in entries.indices {
            if !entries[slot].isIndexed {
                unindexed.insert(slot)
            } else if entries[slot].facts.state == .unreadable {
                unreadable.insert(slot)
            }
        }
        (self.unindexed, self.unreadable) = (unindexed, unreadable)
        made = Mutex(Made())
    }

    var count: Int { byPath.count }

    /// The note with a slot.
    subscript(slot: Int) -> IndexEntry { _read { yield slots[slot] } }

    /// All notes, ordered by path.
    var entries: some Sequence<IndexEntry> { byPath.lazy.map { self[$0] } }

    /// The slot of the note at a path.
    func slot(of path: NotePath) -> Int? {
        let place = byPath.place { IndexUpdate.order(slots[$0].path, path) < 0 }
        guard let slot = byPath[place], slots[slot].path == path else { return nil }
        return slot
    }

    /// Slots in the order of the paths of their notes.
    func sorted(_ slots: some Sequence<Int>) -> [Int] {
        slots.sorted { IndexUpdate.order(self[$0].path, self[$1].path) < 0 }
    }

    /// Whether it says the same as another.
    func equals(_ other: IndexView) -> Bool {
        making == other.making && skipped == other.skipped && count == other.count
            && entries.elementsEqual(other.entries)
    }

    // MARK: Orders

    /// All notes, those that changed last first; ties by path.
    var byAge: NoteOrder {
        made.withLock { made in
            if let known = made.byAge { return known }
            var aged: [Aged] = []
            aged.reserveCapacity(count)
            var order: [Int32] = []
            order.reserveCapacity(count)
            for slot in byPath {
                let time = slots[slot].facts.modified
                aged.append(
                    Aged(seconds: time.seconds, nanoseconds: time.nanoseconds, index: Int32(order.count)))
                order.append(Int32(slot))
            }
            aged.sort { one, other in
                if one.seconds != other.seconds { return one.seconds > other.seconds }
                if one.nanoseconds != other.nanoseconds { return one.nanoseconds > other.nanoseconds }
                return one.index < other.index
            }
            let byAge = NoteOrder(aged.map { order[Int($0.index)] })
            made.byAge = byAge
            return byAge
        }
    }

    /// The slot of each note by its number.
    var numbers: NumberMap {
        made.withLock { made in
            if let known = made.numbers { return known }
            let map = NumberMap(self)
            made.numbers = map
            return map
        }
    }

    /// The titles of all notes.
    var titles: TitleList {
        made.withLock { made in
            if let known = made.titles { return known }
            let list = TitleList(slots)
            made.titles = list
            return list
        }
    }

    // MARK: Following

    /// What there is once some notes are others. Costs what changed, not what there is.
    ///
    /// - Parameter changes: What is at some paths now, nil for nothing; each path once.
    func applying(_ changes: [(path: NotePath, entry: IndexEntry?)]) -> IndexView {
        var steps: [Step] = []
        for change in changes {
            let old = slot(of: change.path)
            if let old, self[old] == change.entry { continue }
            if old == nil, change.entry == nil { continue }
            steps.append(Step(old: old, new: change.entry))
        }
        return steps.isEmpty ? self : IndexView(self, steps)
    }

    /// What becomes of one note; it has its path before and after, or is there only once.
    private struct Step {
        /// The slot of what was there.
        let old: Int?
        let new: IndexEntry?
        /// The slot of what is there.
        var slot: Int?
    }

    private init(_ before: IndexView, _ changes: [Step]) {
        making = before.making
        skipped = before.skipped
        isPatched = true
        var (slots, vacant, byPath) = (before.slots, before.vacant, before.byPath)
        var (unindexed, unreadable) = (before.unindexed, before.unreadable)
        var steps = changes
        for step in steps {
            guard let old = step.old else { continue }
            unindexed.remove(old)
            unreadable.remove(old)
            guard step.new == nil else { continue }
            let path = before[old].path
            byPath.remove(at: byPath.place { IndexUpdate.order(before.slots[$0].path, path) < 0 })
            vacant.append(old)
        }
        for index in steps.indices {
            guard let entry = steps[index].new else { continue }
            let slot = steps[index].old ?? vacant.popLast() ?? slots.count
            steps[index].slot = slot
            if slot < slots.count { slots[slot] = entry } else { slots.append(entry) }
            if steps[index].old == nil {
                byPath.insert(slot, at: byPath.place { IndexUpdate.order(slots[$0].path, entry.path) < 0 })
            }
            if !entry.isIndexed {
                unindexed.insert(slot)
            } else if entry.facts.state == .unreadable {
                unreadable.insert(slot)
            }
        }
        var made = before.made.withLock { $0 }
        if let byAge = made.byAge { made.byAge = Self.following(byAge, before.slots, slots, steps) }
        if var numbers = made.numbers {
            // A number of a note that was moved is given again right away.
            made.numbers = nil
            for step in steps {
                if let old = step.old, before[old].isIndexed { numbers[before[old].number] = nil }
            }
            for step in steps {
                if let slot = step.slot, slots[slot].isIndexed { numbers[slots[slot].number] = slot }
            }
            made.numbers = numbers
        }
        if var titles = made.titles {
            made.titles = nil
            titles.follow(slots, at: steps.filter { $0.old == nil }.compactMap(\.slot))
            made.titles = titles
        }
        (self.slots, self.vacant, self.byPath) = (slots, vacant, byPath)
        (self.unindexed, self.unreadable) = (unindexed, unreadable)
        self.made = Mutex(made)
    }

    /// The order by age once some notes are others.
    private static func following(
        _ byAge: NoteOrder, _ before: SharedArray<IndexEntry>, _ after: SharedArray<IndexEntry>,
        _ steps: [Step]
    ) -> NoteOrder {
        var byAge = byAge
        let moved = steps.filter { step in
            guard let old = step.old, let new = step.new else { return true }
            return before[old].facts.modified != new.facts.modified
        }
        for old in moved.compactMap(\.old) {
            byAge.remove(at: byAge.place { precedes(before[$0], before[old]) })
        }
        for slot in moved.compactMap(\.slot) {
            byAge.insert(slot, at: byAge.place { precedes(after[$0], after[slot]) })
        }
        return byAge
    }

    private static func precedes(_ one: borrowing IndexEntry, _ other: borrowing IndexEntry) -> Bool {
        let (first, second) = (one.facts.modified, other.facts.modified)
        if first != second { return first > second }
        return IndexUpdate.order(one.path, other.path) < 0
    }
}
