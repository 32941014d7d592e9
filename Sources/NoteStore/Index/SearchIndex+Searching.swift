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
    ///   - make: Gets a hit and the bytes of its file, valid during the call. Called on any thread.
    ///   - use: Takes what was made, on the calling thread; false ends the search.
    package func forEachHit<Made: Sendable>(
        of query: SearchQuery, making make: @Sendable (SearchHit, UnsafeBufferPointer<UInt8>) -> Made,
        use: (Made) -> Bool
    ) throws(SearchError) {
        let view: IndexView
        do throws(FileError) {
            view = try self.view()
        } catch {
            throw SearchError(.vault, error.description, error)
        }
        try search(query, in: view, candidates(for: query, in: view), make, use)
    }

    private func search<Made: Sendable>(
        _ query: SearchQuery, in view: IndexView, _ candidates: SearchCandidates,
        _ make: @Sendable (SearchHit, UnsafeBufferPointer<UInt8>) -> Made, _ use: (Made) -> Bool
    ) throws(SearchError) {
        let order = candidates.order
        let paths = order.map { view.entries[$0].path }
        let sizes = order.map { view.entries[$0].facts.size }
        var pass = NotePass(vault: vault, calls: calls)
        // A first page is small, and what is read ahead of it for nothing is small too.
        if query.limit != nil { (pass.share, pass.reach) = (4, 8) }
        // Finders are made here first, so that a failure is told once.
        _ = try query.pattern.finder()
        let failure = Mutex<SearchError?>(nil)
        do throws(FileError) {
            try pass.read(paths, expecting: sizes) {
                FinderOfThread(query.pattern)
            } making: { finder, index, reading -> Made? in
                let isInTitle = index < candidates.titleCount
                guard case .text(let bytes, _) = reading else { return nil }
                do throws(SearchError) {
                    let matches = try finder.matches(in: bytes)
                    guard isInTitle || !matches.isEmpty else { return nil }
                    return make(
                        SearchHit(path: paths[index], matches: matches, isInTitle: isInTitle), bytes)
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                    return nil
                }
            } use: { _, made in
                if failure.withLock({ $0 != nil }) { return false }
                return made.map(use) ?? true
            }
        } catch {
            throw SearchError(.vault, error.description, error)
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    // MARK: Candidates

    private func candidates(for query: SearchQuery, in view: IndexView) throws(SearchError)
        -> SearchCandidates
    {
        var isCandidate = [Bool](repeating: true, count: view.entries.count)
        if let grams = query.pattern.gramQuery, let numbers = numbers(of: grams, in: view) {
            for index in view.entries.indices where view.entries[index].isIndexed {
                isCandidate[index] = false
            }
            let map = view.numbers
            for number in numbers { if let index = map[number] { isCandidate[index] = true } }
        }
        return SearchCandidates(
            isCandidate, titles: try view.titles.matches(of: query.pattern), in: query.folder, of: view)
    }

    /// The numbers of the notes that the full text names; nil where it cannot be asked.
    func numbers(of words: [UInt8], in view: IndexView) -> [Int64]? {
        guard let making = view.making else { return nil }
        do throws(StoreError) {
            return try read { mirror throws(StoreError) in
                guard mirror.making == making else { return nil }
                var numbers: [Int64] = []
                try mirror.database.each("SELECT rowid FROM grams WHERE grams MATCH ?", [.blob(words)]) {
                    numbers.append($0.integer(0))
                }
                return numbers
            }
        } catch {
            setHindrance(error)
            return nil
        }
    }
}

/// A finder of one thread, made when it is first needed.
private struct FinderOfThread {
    private let pattern: SearchPattern
    private var finder: TextFinder?

    init(_ pattern: SearchPattern) { self.pattern = pattern }

    mutating func matches(in bytes: UnsafeBufferPointer<UInt8>) throws(SearchError) -> [Range<Int>] {
        if let finder { return try finder.matches(in: bytes) }
        let made = try pattern.finder()
        finder = made
        return try made.matches(in: bytes)
    }
}
