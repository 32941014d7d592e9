// SPDX-License-Identifier: MIT
// How the index is brought up to date: a look at all files, and a reading of those that changed.

public import NoteFiles
internal import NoteKit
internal import Synchronization

extension SearchIndex {
    /// How long to wait for another process that updates the index, in milliseconds; after that what it has not
    /// done yet is read at each search.
    static let writerPatience = 500
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
    public func refresh() throws(FileError) -> IndexRefresh { try refresh { _, _ in } }

    /// The same with what is told how many of the notes that have to be read were read.
    @discardableResult
    package func refresh(telling progress: (Int, Int) -> Void) throws(FileError) -> IndexRefresh {
        let look = clock()
        let scan = try FolderScan(
            of: vault, matching: { NoteName.isNote($0) }, includingOthers: false,
            calls: calls)
        let found = scan.indices.map {
            IndexEntry(path: scan.path(at: $0), number: 0, facts: IndexFacts(scan.facts(at: $0), at: look))
        }
        return try update(skipped: scan.skipped, telling: progress) { _ in found }
    }

    /// Makes the index mirror what is found, as far as it can be written.
    ///
    /// - Parameter find: Answers what is there, ordered by path; from what the index knows, or nil where it
    ///   cannot be read.
    func update(
        skipped: [FolderScan.Skipped], telling progress: (Int, Int) -> Void = { _, _ in },
        to find: @Sendable ([IndexEntry]?) -> [IndexEntry]
    ) throws(FileError) -> IndexRefresh {
        var report = IndexRefresh()
        let failure: StoreError?
        do throws(StoreError) {
            report = try write { mirror throws(StoreError) in
                try carryOut(find, skipped, progress, in: mirror)
            }
            failure = report.hindrance
        } catch {
            failure = error
        }
        if failure != nil { goWithout(find, skipped) }
        setHindrance(failure)
        let view = try self.view()
        report.hindrance = failure
        report.notes = view.entries.count
        report.skipped = skipped
        report.unreadable = view.entries.filter { $0.facts.state == .unreadable }.map(\.path)
        return report
    }

    /// Where the index cannot be written: what it knew and is still so counts, the rest is read at each search.
    private func goWithout(_ find: ([IndexEntry]?) -> [IndexEntry], _ skipped: [FolderScan.Skipped]) {
        var (known, making): ([IndexEntry]?, String?)
        do throws(StoreError) {
            (known, making) = try read { mirror throws(StoreError) in (try mirror.entries(), mirror.making) }
        } catch {
            // Then everything is read; why is told already.
            (known, making) = (nil, nil)
        }
        let update = IndexUpdate(from: known ?? [], to: find(known))
        show(update.entries, making: making, skipped: skipped)
    }

    private func carryOut(
        _ find: ([IndexEntry]?) -> [IndexEntry], _ skipped: [FolderScan.Skipped],
        _ progress: (Int, Int) -> Void, in mirror: IndexMirror
    ) throws(StoreError) -> IndexRefresh {
        let known = try mirror.entries()
        let version = mirror.rowsVersion
        let update = IndexUpdate(from: known, to: find(known))
        // Searches go on meanwhile.
        show(update.entries, making: mirror.making, skipped: skipped)
        guard !update.isEmpty else { return IndexRefresh() }
        let report = try mirror.updating(patience: Self.writerPatience) { () throws(StoreError) in
            // Now nobody else changes it.
            let again = try mirror.entries()
            let update = mirror.rowsVersion == version ? update : IndexUpdate(from: again, to: find(again))
            mirror.note(nil)
            let entries = try write(update, progress, to: mirror)
            mirror.note(entries)
            show(entries, making: mirror.making, skipped: skipped)
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
    private func write(
        _ update: IndexUpdate, _ progress: (Int, Int) -> Void, to mirror: IndexMirror
    ) throws(StoreError) -> [IndexEntry] {
        var writing = IndexWriting(update, mirror)
        do throws(StoreError) {
            try writing.begin()
            try read(update, progress, into: &writing)
            try writing.commit()
        } catch {
            writing.abandon()
            throw error
        }
        return writing.entries
    }

    private func read(
        _ update: IndexUpdate, _ progress: (Int, Int) -> Void, into writing: inout IndexWriting
    ) throws(StoreError) {
        let (entries, steps) = (update.entries, update.read)
        var pass = NotePass(vault: vault, calls: calls)
        pass.wantsCreation = true
        var failure: StoreError?
        do throws(FileError) {
            try pass.read(
                steps.map { entries[$0.index].path }, expecting: steps.map { entries[$0.index].facts.size }
            ) {
                NoteGrams()
            } making: { grams, index, reading in
                let step = steps[index]
                let entry = entries[step.index]
                return IndexedText(reading, of: entry.path, entry.facts, known: step.known?.facts, &grams)
            } use: { index, text in
                do throws(StoreError) {
                    try writing.add(text, at: index)
                } catch {
                    failure = error
                }
                progress(index + 1, steps.count)
                return failure == nil
            }
        } catch {
            failure = StoreError(.missing, vault, "the vault cannot be opened (\(error.code))")
        }
        if let failure { throw failure }
    }
}
