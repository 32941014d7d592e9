// SPDX-License-Identifier: MIT
// How the changes that a watcher tells reach the index.

internal import CNoteLinux
public import NoteFiles
internal import NoteKit
internal import Synchronization

extension SearchIndex {
    /// Takes in what a watcher tells, in one transaction.
    ///
    /// Only the notes it names are looked at; those that were moved are not read. A batch that does not tell all
    /// is taken for the order to look at the whole vault.
    ///
    /// After a crash: all of the batch is in the index, or nothing; the next `refresh()` finds out.
    ///
    /// System calls: for each note `statx(2)`, and a reading.
    ///
    /// - Returns: What came of it. What hinders the index is in there, and no error.
    /// - Throws: `FileError` when the vault must be listed and cannot.
    @discardableResult
    public func apply(_ batch: FolderBatch) throws(FileError) -> IndexRefresh {
        guard batch.isComplete, let view = present.withLock({ $0 }) else { return try refresh() }
        let look = clock()
        var found: [NotePath: IndexEntry?] = [:]
        for change in batch.changes {
            switch change {
            case .created(let path), .changed(let path), .removed(let path):
                found[path] = entry(path, at: look)
            case .moved(let old, let new):
                found[old] = entry(old, at: look)
                found[new] = entry(new, at: look)
            }
        }
        let changes = found.filter { NotesFolder.isNote($0.key) }.sorted { $0.key < $1.key }
        guard !changes.isEmpty else { return IndexRefresh() }
        let named = changes.map { (path: $0.key, entry: $0.value) }
        return try update(skipped: view.skipped) { known in
            // Another process may have looked since, so what the index knows is believed of all other notes.
            let before = known.map { Self.applying(view.unindexed(besides: $0), to: $0) } ?? view.entries
            return Self.applying(named, to: before)
        }
    }

    /// A note as it is now, without a number; nil where there is none.
    private func entry(_ path: NotePath, at look: FileTime) -> IndexEntry? {
        var facts = FileFacts()
        let answer = vault.appending(path).withCString { calls.statx(cn_AT_FDCWD, $0, 0, &facts) }
        guard answer == 0, facts.kind == .file else { return nil }
        return IndexEntry(path: path, number: 0, facts: IndexFacts(facts, at: look))
    }

    /// What is there: what was there, but for what changed. Both are ordered by path.
    private static func applying(
        _ changes: [(path: NotePath, entry: IndexEntry?)], to before: [IndexEntry]
    ) -> [IndexEntry] {
        if changes.isEmpty { return before }
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

extension IndexView {
    /// The notes that the index does not know at all.
    fileprivate func unindexed(besides known: [IndexEntry]) -> [(path: NotePath, entry: IndexEntry?)] {
        let unindexed = entries.filter { !$0.isIndexed }
        if unindexed.isEmpty { return [] }
        let paths = Set(known.map(\.path))
        return unindexed.filter { !paths.contains($0.path) }.map { ($0.path, $0) }
    }
}
