// SPDX-License-Identifier: MIT
// How a query is answered: the full text tells which notes may hold it, and those are read.

internal import NoteFiles
internal import NoteKit
internal import Synchronization

extension SearchIndex {
    /// The notes that hold what is looked for.
    ///
    /// As of the last look; what the index does not know as it was then, and what it cannot tell (a piece of one
    /// or two ASCII characters, most regular expressions), is read. Whether and where a note holds it is always
    /// seen in the note itself, as it is now.
    ///
    /// Writes nothing in the vault. Waits for no other process.
    ///
    /// - Throws: `SearchError`: `.vault` when the vault cannot be opened, `.tooCostly` for a regular expression.
    public func search(_ query: SearchQuery) throws(SearchError) -> SearchResults {
        var results = SearchResults()
        let limit = query.limit ?? Int.max
        guard limit > 0 else { return results }
        try forEachHit(of: query) { hit, _ in
            hit
        } use: { hit in
            if results.hits.count == limit {
                results.isCut = true
                return false
            }
            results.hits.append(hit)
            return true
        }
        results.hindrance = hindrance
        return results
    }

    /// Makes something of each note that holds what is looked for, and hands it on in the order of the results.
    ///
    /// - Parameters:
    ///   - isCancelled: Asked on the calling thread, for each note that was read.
    ///   - make: Gets a hit and the bytes of its file, valid during the call. Called on any thread.
    ///   - use: Takes what was made, on the calling thread; false ends the search.
    /// - Throws: `SearchError`: that of `search(_:)`; `.cancelled` after `isCancelled` answered true.
    package func forEachHit<Made: Sendable>(
        of query: SearchQuery, isCancelled: () -> Bool = { false },
        making make: @Sendable (SearchHit, UnsafeBufferPointer<UInt8>) -> Made, use: (Made) -> Bool
    ) throws(SearchError) {
        let view: IndexView
        do throws(FileError) {
            view = try self.view()
        } catch {
            throw SearchError(.vault, error.description, error)
        }
        let titles = try view.titles.matches(of: query.pattern)
        var pass = SearchPass(query, of: view, NotePass(vault: vault, calls: calls))
        if !titles.isEmpty {
            var inTitle = SearchCandidates(titles, but: NoteSet(), in: query.folder, of: view)
            guard try pass.read(&inTitle, inTitle: true, make, isCancelled, use) else { return }
        }
        var others = SearchCandidates(nil, but: titles, in: query.folder, of: view)
        switch answer(to: query, in: view) {
        case .notes(let notes): others.narrow(to: notes)
        case .many(let reads):
            guard try pass.read(&others, atMost: reads, inTitle: false, make, isCancelled, use) else {
                return
            }
            others.narrow(to: everyNote(for: query, in: view))
        case .any: break
        }
        _ = try pass.read(&others, inTitle: false, make, isCancelled, use)
    }

    // MARK: The full text

    private func answer(to query: SearchQuery, in view: IndexView) -> FullTextAnswer {
        guard let words = query.pattern.gramQuery else { return .any }
        if let limit = query.limit {
            guard let sample = numbers(of: words, in: view, atMost: FullTextAnswer.sample) else {
                return .any
            }
            let (map, slots) = (view.numbers, view.slots(of: sample))
            guard sample.count == FullTextAnswer.sample, let last = sample.last else {
                return .notes(view.withUnindexed(slots))
            }
            // Numbers that lead nowhere lie among the others.
            let share = Double(slots.count) / Double(last) * Double(map.last) / Double(view.count)
            if let reads = FullTextAnswer.reads(for: limit, share: share, of: view.count) {
                return .many(reads: reads)
            }
        }
        return everyNote(for: query, in: view).map { .notes($0) } ?? .any
    }

    /// All notes that may hold what is looked for; nil where that cannot be told.
    private func everyNote(for query: SearchQuery, in view: IndexView) -> NoteSet? {
        guard let words = query.pattern.gramQuery else { return nil }
        return slots(of: words, in: view).map { view.withUnindexed($0) }
    }

    /// The notes that the full text names; nil where it cannot be asked.
    func slots(of words: [UInt8], in view: IndexView) -> NoteSet? {
        numbers(of: words, in: view, atMost: nil).map { view.slots(of: $0) }
    }

    /// The numbers that the full text names, the lowest first; nil where it cannot be asked.
    private func numbers(of words: [UInt8], in view: IndexView, atMost most: Int?) -> [Int64]? {
        guard let making = view.making else { return nil }
        do throws(StoreError) {
            return try read { mirror throws(StoreError) in
                guard mirror.making == making else { return nil }
                var numbers: [Int64] = []
                // A negative number stands for no limit.
                try mirror.database.each(
                    "SELECT rowid FROM grams WHERE grams MATCH ? LIMIT ?",
                    [.blob(words), .integer(Int64(most ?? -1))]
                ) { numbers.append($0.integer(0)) }
                return numbers
            }
        } catch {
            setHindrance(error)
            return nil
        }
    }
}

extension IndexView {
    /// The notes of some numbers.
    fileprivate func slots(of numbers: [Int64]) -> NoteSet {
        let map = self.numbers
        var slots = NoteSet()
        for number in numbers { if let slot = map[number] { slots.insert(slot) } }
        return slots
    }

    /// Some notes, and those that the index cannot tell of.
    fileprivate func withUnindexed(_ slots: NoteSet) -> NoteSet {
        var slots = slots
        slots.formUnion(unindexed)
        return slots
    }
}
