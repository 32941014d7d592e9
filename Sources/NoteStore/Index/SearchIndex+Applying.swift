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
        let named = batch.changes.flatMap { change in
            switch change {
            case .created(let path), .changed(let path), .removed(let path): [path]
            case .moved(let old, let new): [old, new]
            }
        }.filter { NotesFolder.isNote($0) }
        guard !named.isEmpty else { return IndexRefresh() }
        // What could not be taken in until now is tried again, unless there is no index to take it in.
        let missed = view.making == nil ? [] : view.unindexed.slots.map { view[$0].path }
        let changes = Set(named + missed).sorted { IndexUpdate.order($0, $1) < 0 }.map { path in
            (path: path, entry: entry(path, at: look))
        }
        return try update(to: .some(changes, view), skipped: view.skipped)
    }

    /// A note as it is now, without a number; nil where there is none.
    private func entry(_ path: NotePath, at look: FileTime) -> IndexEntry? {
        var facts = FileFacts()
        let answer = vault.appending(path).withCString { calls.statx(cn_AT_FDCWD, $0, 0, &facts) }
        guard answer == 0, facts.kind == .file else { return nil }
        return IndexEntry(path: path, number: 0, facts: IndexFacts(facts, at: look))
    }
}
