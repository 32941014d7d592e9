// SPDX-License-Identifier: MIT
// How an edit that was made on an older revision is placed in the text of now.

/// The last changes of the shown text, each with the revision that it made.
struct RevisionLog: Sendable {
    private struct Entry {
        let revision: Int
        let range: Range<Int>
        let insertedCount: Int

        var growth: Int { insertedCount - range.count }
    }

    private var entries: [Entry] = []
    /// The revision before the first one remembered.
    private var oldest = 0
    private static let most = 4096

    /// Remembers changes that made a revision.
    mutating func add(_ edits: [NoteEdit], making revision: Int) {
        for edit in edits {
            entries.append(Entry(revision: revision, range: edit.range, insertedCount: edit.insertedCount))
        }
        // In bulk, so that a keystroke costs nothing.
        if entries.count > 2 * Self.most {
            let kept = entries.count - Self.most
            oldest = entries[kept - 1].revision
            entries.removeFirst(kept)
        }
    }

    /// Where a range of an older text is now.
    enum Place: Hashable {
        case range(Range<Int>)
        /// That part was changed meanwhile, or it is too long ago.
        case unknown
        /// It was not in the text of that revision.
        case outside
    }

    /// Places a range of an older text in the text of now.
    ///
    /// What was inserted exactly where the range begins stays in front of it.
    ///
    /// - Parameter count: How long the text is now.
    func place(_ range: Range<Int>, from revision: Int, now count: Int) -> Place {
        guard revision >= oldest else { return .unknown }
        let first = entries.lastIndex { $0.revision <= revision }.map { $0 + 1 } ?? 0
        let countThen = entries[first...].reduce(count) { $0 - $1.growth }
        guard range.lowerBound >= 0, range.upperBound <= countThen else { return .outside }
        var range = range
        for entry in entries[first...] {
            if entry.range.upperBound <= range.lowerBound {
                range = range.lowerBound + entry.growth..<range.upperBound + entry.growth
            } else if entry.range.lowerBound < range.upperBound {
                return .unknown
            }
        }
        return .range(range)
    }
}
