// SPDX-License-Identifier: MIT
// How the index is brought up to date: a look at all files, and a reading of those that changed.

public import NoteFiles
internal import NoteKit
internal import Synchronization

extension SearchIndex {
    /// How long to wait for another process that updates the index, in milliseconds; after that what it has not
    /// done yet is read at each search.
    static let writerPatience = 500
    /// How many bytes of grams one transaction takes at most, and how many notes.
    private static let batch = (bytes: 48 << 20, notes: 16_384)

    /// Looks at the vault, and takes in what is new or changed.
    ///
    /// A look costs one `statx(2)` for each file; only notes that changed are read, and those that changed within
    /// two seconds before they were last read. Nothing in the vault is written.
    ///
    /// After a crash: what was taken in until then is there, or a part of it; the next look goes on.
    ///
    /// System calls: those of `FolderScan`, and of a reading of the notes.
    ///
    /// - Returns: What came of it. What hinders the index is in there, and no error.
    /// - Throws: `FileError` when the vault cannot be listed.
    @discardableResult
    public func refresh() throws(FileError) -> IndexRefresh {
        let look = calls.wallClock()
        let scan = try FolderScan(
            of: vault, matching: { NotesFolder.isNote(NotePath(bytes: Array($0))) }, includingOthers: false,
            calls: calls)
        let found = scan.indices.map {
            IndexEntry(path: scan.path(at: $0), number: 0, facts: IndexFacts(scan.facts(at: $0), at: look))
        }
        return try update(skipped: scan.skipped) { _ in found }
    }

    /// Makes the index mirror what is found, as far as it can be written.
    ///
    /// - Parameter find: Answers what is there, ordered by path, from what the index knows.
    func update(
        skipped: [FolderScan.Skipped], _ find: @Sendable ([IndexEntry]) -> [IndexEntry]
    ) throws(FileError) -> IndexRefresh {
        var report = IndexRefresh()
        let failure: StoreError?
        do throws(StoreError) {
            report = try write { mirror throws(StoreError) in
                try carryOut(find, skipped, in: mirror)
            }
            failure = report.hindrance
        } catch {
            failure = error
        }
        if let failure { try goWithout(find, skipped, &report, failure) }
        setHindrance(failure)
        let view = try self.view()
        report.hindrance = failure
        report.notes = view.entries.count
        report.skipped = skipped
        report.unreadable = view.entries.filter { $0.facts.state == .unreadable }.map(\.path)
        return report
    }

    /// Where the index cannot be written: what it knew and is still so counts, the rest is read at each search.
    private func goWithout(
        _ find: ([IndexEntry]) -> [IndexEntry], _ skipped: [FolderScan.Skipped], _ report: inout IndexRefresh,
        _ failure: StoreError
    ) throws(FileError) {
        let known: ([IndexEntry], String)
        do throws(StoreError) {
            known = try read { mirror throws(StoreError) in
                (try mirror.entries(), mirror.making)
            }
        } catch {
            known = ([], "")
        }
        let update = IndexUpdate(from: known.0, to: find(known.0))
        present.withLock { $0 = IndexView(update.entries, making: known.1, skipped: skipped) }
    }

    private func carryOut(
        _ find: ([IndexEntry]) -> [IndexEntry], _ skipped: [FolderScan.Skipped], in mirror: IndexMirror
    ) throws(StoreError) -> IndexRefresh {
        let known = try mirror.entries()
        let update = IndexUpdate(from: known, to: find(known))
        // Searches go on meanwhile.
        present.withLock { $0 = IndexView(update.entries, making: mirror.making, skipped: skipped) }
        guard !update.isEmpty else { return IndexRefresh() }
        let report = try mirror.updating(patience: Self.writerPatience) { () throws(StoreError) in
            // Now nobody else changes it.
            let known = try mirror.entries()
            let update = IndexUpdate(from: known, to: find(known))
            mirror.note(nil)
            let entries = try write(update, to: mirror)
            mirror.note(entries)
            present.withLock { $0 = IndexView(entries, making: mirror.making, skipped: skipped) }
            var report = IndexRefresh()
            report.moved = update.moved
            report.removed = update.gone.count - update.moved
            report.read = update.read.count
            return report
        }
        if let report { return report }
        var refused = IndexRefresh()
        refused.hindrance = StoreError(.busy, vault, "another process is bringing it up to date")
        return refused
    }

    // MARK: Writing

    /// Writes an update, and answers all notes with their numbers.
    private func write(_ update: IndexUpdate, to mirror: IndexMirror) throws(StoreError) -> [IndexEntry] {
        var writing = IndexWriting(update, mirror)
        try writing.removeAndMove()
        let (entries, steps) = (update.entries, update.read)
        var pass = NotePass(vault: vault, calls: calls)
        pass.wantsCreation = true
        var failure: StoreError?
        var gathered: [(Int, IndexedText)] = []
        var size = 0
        do throws(FileError) {
            try pass.read(steps.map { entries[$0.index].path }) {
                NoteGrams()
            } making: { grams, index, reading in
                let step = steps[index]
                let entry = entries[step.index]
                return IndexedText(reading, of: entry.path, entry.facts, known: step.known?.facts, &grams)
            } use: { index, text in
                size += text.words?.count ?? 0
                gathered.append((index, text))
                guard size >= Self.batch.bytes || gathered.count >= Self.batch.notes else { return true }
                do throws(StoreError) {
                    try writing.add(gathered)
                } catch {
                    failure = error
                    return false
                }
                gathered = []
                size = 0
                return true
            }
        } catch {
            failure = StoreError(.missing, vault, "the vault cannot be opened (\(error.code))")
        }
        if let failure { throw failure }
        try writing.add(gathered)
        return writing.entries
    }
}
