// SPDX-License-Identifier: MIT
// The last changes of the shown text, by which an edit of an older revision is placed in the text of now.

/// The last changes of the shown text, each with the revision that it made.
struct RevisionLog: Sendable {
    /// A change: what was replaced, in the text before it, and how long what stands there now is.
    struct Entry: Hashable, Sendable {
        /// The revision that it made; the last one where it is several changes in one.
        var revision: Int
        /// The first revision that it made.
        let first: Int
        var range: Range<Int>
        var insertedCount: Int

        init(revision: Int, range: Range<Int>, insertedCount: Int) {
            (self.revision, first) = (revision, revision)
            (self.range, self.insertedCount) = (range, insertedCount)
        }

        var growth: Int { insertedCount - range.count }

        /// Whether a revision lies within it, so that what was changed after that is not known.
        func contains(_ revision: Int) -> Bool { first <= revision && revision < self.revision }
    }

    private var entries: [Entry] = []
    /// The revision before the first one remembered.
    private var oldest = 0
    static let most = 4096

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

    /// What was changed after a revision, in order; nil where that is too long ago, or within a change that is
    /// remembered as one.
    func changes(after revision: Int) -> ArraySlice<Entry>? {
        guard revision >= oldest else { return nil }
        let first = entries.lastIndex { $0.revision <= revision }.map { $0 + 1 } ?? 0
        let changes = entries[first...]
        return changes.first?.contains(revision) == true ? nil : changes
    }

    /// Remembers as one change what was typed in one go. Edits of a revision in the middle of that are not placed any
    /// more; those of any other are placed as before.
    ///
    /// - Parameter known: Revisions of which edits are still to be placed.
    mutating func join(keeping known: Set<Int>) {
        var joined: [Entry] = []
        for entry in entries {
            guard let last = joined.last, last.revision < entry.revision, !known.contains(last.revision),
                last.insertedCount > 0, entry.range.isEmpty,
                entry.range.lowerBound == last.range.lowerBound + last.insertedCount
            else {
                joined.append(entry)
                continue
            }
            joined[joined.count - 1].revision = entry.revision
            joined[joined.count - 1].insertedCount += entry.insertedCount
        }
        entries = joined
    }
}
