// SPDX-License-Identifier: MIT
// What a look at a vault found, and how it is compared with what an index knows.

internal import NoteFiles

/// What is there, as far as somebody looked.
enum IndexLook: Sendable {
    /// What is at a path; nil for nothing.
    typealias Change = (path: NotePath, entry: IndexEntry?)

    /// Every note, ordered by path.
    case all([IndexEntry])
    /// What is at some paths, ordered by those, each once; the rest is as the index knows it, or as a view tells
    /// where it knows nothing.
    case some([Change], IndexView)

    /// Compares with what an index knows; with the rows of the paths alone where the view tells those of the rest.
    func compared(with mirror: IndexMirror) throws(StoreError) -> IndexComparison {
        let version = try mirror.version()
        if case .some(let changes, let view) = self, try mirror.isTold(by: view) {
            let known = try mirror.database.indexEntries(at: changes.map(\.path))
            let update = IndexUpdate(from: known, to: changes.compactMap(\.entry))
            return IndexComparison(update: update, version: version, rest: (view, changes.map(\.path)))
        }
        let known = try mirror.entries()
        return IndexComparison(update: update(from: known), version: version, rest: nil)
    }

    /// What has to be done to an index so that it knows all that is there.
    ///
    /// - Parameter known: Every note of the index; nil where that cannot be read.
    func update(from known: [IndexEntry]?) -> IndexUpdate {
        switch self {
        case .all(let entries): IndexUpdate(from: known ?? [], to: entries)
        case .some(let changes, let view):
            // Another process may have looked since, so what the index knows is believed of all other notes.
            IndexUpdate(from: known ?? [], to: Self.applying(changes, to: known ?? Array(view.entries)))
        }
    }

    /// What is there: what was there, but for what changed. Both are ordered by path.
    private static func applying(_ changes: [Change], to before: [IndexEntry]) -> [IndexEntry] {
        var entries: [IndexEntry] = []
        entries.reserveCapacity(before.count + changes.count)
        var rest = changes[...]
        for entry in before {
            while let change = rest.first, IndexUpdate.order(change.path, entry.path) < 0 {
                if let new = change.entry { entries.append(new) }
                rest = rest.dropFirst()
            }
            if let change = rest.first, change.path == entry.path {
                if let new = change.entry { entries.append(new) }
                rest = rest.dropFirst()
            } else {
                entries.append(entry)
            }
        }
        entries += rest.compactMap(\.entry)
        return entries
    }
}

/// What a look found beside what an index knows.
struct IndexComparison: Sendable {
    /// What has to be done to the index; of all notes, or of those at some paths.
    let update: IndexUpdate
    /// `IndexMirror.version()` before what it knows was read.
    let version: Int64
    /// What tells of the notes that are not at those paths; nil where the update is of all notes.
    let rest: (view: IndexView, paths: [NotePath])?

    /// All notes.
    ///
    /// - Parameter entries: Those of the update, as they are by now.
    func view(
        _ entries: [IndexEntry], making: String?, skipped: [FolderScan.Skipped]
    ) -> IndexView {
        guard let rest else { return IndexView(entries, making: making, skipped: skipped) }
        var left = entries[...]
        return rest.view.applying(
            rest.paths.map { path in (path, left.first?.path == path ? left.popFirst() : nil) })
    }
}
