// SPDX-License-Identifier: MIT
// The last changes of the shown text, by which an edit of an older revision is placed in the text of now.

/// The last changes of the shown text, each with the revision that it made.
struct RevisionLog: Sendable {
    /// A change: what was replaced, in the text before it, and how long what stands there now is.
    struct Entry: Hashable, Sendable {
        let revision: Int
        var range: Range<Int>
        let insertedCount: Int

        var growth: Int { insertedCount - range.count }
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

    /// What was changed after a revision, in order; nil where that is too long ago.
    func changes(after revision: Int) -> ArraySlice<Entry>? {
        guard revision >= oldest else { return nil }
        let first = entries.lastIndex { $0.revision <= revision }.map { $0 + 1 } ?? 0
        return entries[first...]
    }
}
