// SPDX-License-Identifier: MIT
// Which notes somebody has to read who changes links, so that he need not read all of them.

package import NoteFiles
internal import NoteKit

extension SearchIndex {
    /// Notes that may name a file, as far as an index can tell.
    package struct Linking: Sendable {
        /// Every note that holds a link or a definition of a label for one of the keys, and others.
        package let notes: [NotePath]
        /// What was found and is no note, or could not be looked at.
        package let skipped: [FolderScan.Skipped]
    }

    /// The notes that may hold a link, or a definition of a label, for a file of one of some keys.
    ///
    /// Looks at the vault as it is and writes nothing, not even to the index: a note that is not proved to be as
    /// the index knows it is among them, and so is one whose links an index does not hold. So a change of links
    /// never waits for an index to be made, and never hangs on one that is behind.
    ///
    /// System calls: those of `FolderScan`.
    ///
    /// - Parameter keys: What `VaultNames.key(of:)` answers for the files.
    /// - Returns: nil where there is no index, or it cannot be used: then every note may hold one.
    /// - Throws: `FileError` when the vault cannot be listed.
    package func notes(mayName keys: Set<String>) throws(FileError) -> Linking? {
        guard keys.count <= Self.mostKeys, let known = known() else { return nil }
        let look = clock()
        let scan = try FolderScan(
            of: vault, matching: { NoteName.isNote($0) }, includingOthers: false, calls: calls)
        let found = scan.indices.map {
            IndexEntry(path: scan.path(at: $0), number: 0, facts: IndexFacts(scan.facts(at: $0), at: look))
        }
        let view = IndexView(
            IndexUpdate(from: known.entries, to: found).entries, making: known.making, skipped: scan.skipped)
        guard let linking = slots(naming: keys, in: view) else { return nil }
        let notes = view.byPath.filter { slot in
            !view[slot].isIndexed || view[slot].facts.size > NoteStructure.largestRead
                || linking.contains(slot)
        }
        return Linking(notes: notes.map { view[$0].path }, skipped: scan.skipped)
    }

    /// To ask an index for more costs more than to read all notes.
    private static let mostKeys = 1_000

    /// What an index knows that is there already; nil where there is none. Why is told by the next look that
    /// needs it.
    private func known() -> (entries: [IndexEntry], making: String)? {
        do throws(StoreError) {
            guard try isOpenAtOnce() else { return nil }
            return try read { mirror throws(StoreError) in (try mirror.entries(), mirror.making) }
        } catch {
            return nil
        }
    }

    private func slots(naming keys: Set<String>, in view: IndexView) -> NoteSet? {
        var found = NoteSet()
        for key in keys {
            guard let named = slots(of: NoteGrams.query(for: .link(key)), in: view) else { return nil }
            found.formUnion(named)
        }
        return found
    }
}
