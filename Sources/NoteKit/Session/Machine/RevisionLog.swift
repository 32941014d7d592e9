// SPDX-License-Identifier: MIT
// How an edit that was made on an older revision is placed in the text of now.

/// The last changes of the shown text, each with the revision that it made.
struct RevisionLog: Sendable {
    private struct Entry {
        let revision: Int
        let range: Range<Int>
        let insertedCount: Int
    }

    private var entries: [Entry] = []
    /// The revision before the first one remembered.
    private var oldest = 0
    private static let most = 4096

    /// Remembers changes that made a revision.
    mutating func add(_ edits: [NoteEdit], making revision: Int) {
        entries += edits.map {
            Entry(revision: revision, range: $0.range, insertedCount: $0.insertedCount)
        }
        // In bulk, so that a keystroke costs nothing.
        if entries.count > 2 * Self.most {
            let kept = entries.count - Self.most
            oldest = entries[kept - 1].revision
            entries.removeFirst(kept)
        }
    }

    /// Where a range of an older text is now; nil where it cannot be told, since that part was changed
    /// meanwhile or it is too long ago.
    ///
    /// What was inserted exactly where the range begins stays in front of it.
    func rebase(_ range: Range<Int>, from revision: Int) -> Range<Int>? {
        guard revision >= oldest else { return nil }
        var range = range
        let first = entries.lastIndex { $0.revision <= revision }.map { $0 + 1 } ?? 0
        for entry in entries[first...] {
            let growth = entry.insertedCount - entry.range.count
            if entry.range.upperBound <= range.lowerBound {
                range = range.lowerBound + growth..<range.upperBound + growth
            } else if entry.range.lowerBound < range.upperBound {
                return nil
            }
        }
        return range
    }
}
