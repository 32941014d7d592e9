// SPDX-License-Identifier: MIT
// The notes of a vault as of one look, with what a search needs of all of them.

internal import NoteFiles
internal import Synchronization

/// The notes that are in the vault, ordered by path. It never changes; a new look makes a new one.
final class IndexView: Sendable {
    let entries: [IndexEntry]
    /// The making of the index that the numbers belong to; see `IndexMirror.making`.
    let making: String?
    /// What was found and is no note, or could not be looked at.
    let skipped: [FolderScan.Skipped]
    private let made = Mutex(Made())

    /// What is made when it is first asked for.
    private struct Made {
        var byAge: [Int32]?
        var numbers: NumberMap?
        var titles: TitleList?
    }

    /// A note by its age alone, which is sorted faster.
    private struct Aged {
        let seconds: Int64
        let nanoseconds: UInt32
        let index: Int32
    }

    init(_ entries: [IndexEntry], making: String?, skipped: [FolderScan.Skipped]) {
        self.entries = entries
        self.making = making
        self.skipped = skipped
    }

    /// The indices of all notes, those that changed last first; ties by path.
    var byAge: [Int32] {
        made.withLock { made in
            if let known = made.byAge { return known }
            let aged = entries.indices.map { index in
                let time = entries[index].facts.modified
                return Aged(seconds: time.seconds, nanoseconds: time.nanoseconds, index: Int32(index))
            }
            let order = aged.sorted { one, other in
                if one.seconds != other.seconds { return one.seconds > other.seconds }
                if one.nanoseconds != other.nanoseconds { return one.nanoseconds > other.nanoseconds }
                return one.index < other.index
            }.map(\.index)
            made.byAge = order
            return order
        }
    }

    /// The index of each note by its number.
    var numbers: NumberMap {
        made.withLock { made in
            if let known = made.numbers { return known }
            let map = NumberMap(entries)
            made.numbers = map
            return map
        }
    }

    /// The titles of all notes.
    var titles: TitleList {
        made.withLock { made in
            if let known = made.titles { return known }
            let list = TitleList(entries)
            made.titles = list
            return list
        }
    }

    /// The index of the note at a path.
    func index(of path: NotePath) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if IndexUpdate.order(entries[middle].path, path) < 0 { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].path == path ? low : nil
    }
}

/// Which note has which number. Numbers are dense: at most half of them lead nowhere, or two thousand.
struct NumberMap: Sendable {
    private var indices: [Int32]

    init(_ entries: [IndexEntry]) {
        let last = entries.indices.reduce(0) { max($0, entries[$1].number) }
        indices = Array(repeating: -1, count: Int(last) + 1)
        for index in entries.indices where entries[index].isIndexed {
            indices[Int(entries[index].number)] = Int32(index)
        }
    }

    /// The index of the note with a number; nil where that leads nowhere.
    subscript(number: Int64) -> Int? {
        guard number > 0, number < indices.count, indices[Int(number)] >= 0 else { return nil }
        return Int(indices[Int(number)])
    }
}
