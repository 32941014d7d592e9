// SPDX-License-Identifier: MIT
// What has to be done to an index so that it mirrors the vault as it is.

internal import Glibc
internal import NoteFiles

/// The difference between what an index knows and what is there.
struct IndexUpdate: Sendable {
    /// A note that is there, at its place in `entries`.
    struct Step: Sendable {
        let index: Int
        /// What the index has of it; nil for a new note.
        let known: IndexEntry?
    }

    /// Every note that is there, ordered by path. Those that have to be read have no number yet.
    var entries: [IndexEntry] = []
    /// Notes to be read.
    var read: [Step] = []
    /// Notes that are as they were but for their path, or for what only their facts tell.
    var move: [Step] = []
    /// Notes that are gone, or have another path now.
    var gone: [IndexEntry] = []
    /// How many of `gone` have another path.
    var moved = 0

    var isEmpty: Bool { read.isEmpty && move.isEmpty && gone.isEmpty }

    /// Compares. Both lists are ordered by path.
    ///
    /// - Parameters:
    ///   - known: What the index has.
    ///   - found: What is there: entries without a number, with facts of now, or such that nobody looked at.
    init(from known: [IndexEntry], to found: [IndexEntry]) {
        entries = found
        var (old, new) = (0, 0)
        var created: [Int] = []
        while old < known.count || new < found.count {
            let order =
                new == found.count
                ? -1 : old == known.count ? 1 : Self.order(known[old].path, found[new].path)
            if order < 0 {
                gone.append(known[old])
                old += 1
            } else if order > 0 {
                created.append(new)
                new += 1
            } else {
                if found[new] == known[old] {
                    // Nothing is to be done, and nothing to be copied.
                } else if found[new].facts.proves(known[old].facts) {
                    entries[new] = known[old]
                } else {
                    read.append(Step(index: new, known: known[old]))
                }
                (old, new) = (old + 1, new + 1)
            }
        }
        pair(created)
    }

    /// Below zero where a path comes before another, above where behind.
    static func order(_ one: NotePath, _ other: NotePath) -> Int {
        one.bytes.withUnsafeBufferPointer { one in
            other.bytes.withUnsafeBufferPointer { other in
                if one.baseAddress == other.baseAddress, one.count == other.count { return 0 }
                guard let first = one.baseAddress, let second = other.baseAddress else {
                    return one.count - other.count
                }
                let order = memcmp(first, second, min(one.count, other.count))
                return order == 0 ? one.count - other.count : Int(order)
            }
        }
    }

    /// Finds the new notes that were known under another path.
    private mutating func pair(_ created: [Int]) {
        var byInode: [UInt64: IndexEntry] = [:]
        for entry in gone { byInode[entry.facts.inode] = entry }
        for index in created {
            // Two names of one file are two notes: only the first of them was moved.
            if let old = byInode[entries[index].facts.inode],
                entries[index].facts.provesMove(of: old.facts)
            {
                byInode[old.facts.inode] = nil
                entries[index].facts = entries[index].facts.takingOver(old.facts)
                entries[index].number = old.number
                move.append(Step(index: index, known: old))
            } else {
                read.append(Step(index: index, known: nil))
            }
        }
        moved = move.count
        read.sort { $0.index < $1.index }
    }
}
