// SPDX-License-Identifier: MIT
// How the notes that may hold what is looked for are read, and no more of them than are wanted.

internal import NoteFiles
internal import Synchronization

/// Reads the candidates of one search.
struct SearchPass {
    private let query: SearchQuery
    private let view: IndexView
    private var pass: NotePass
    /// How many candidates are taken out at once.
    private var share = Int.max

    init(_ query: SearchQuery, of view: IndexView, _ pass: NotePass) {
        self.query = query
        self.view = view
        self.pass = pass
        // A first page is small, and what is read ahead of it for nothing is small too.
        guard let limit = query.limit else { return }
        (self.pass.share, self.pass.reach) = (4, 8)
        share = max(128, 2 * min(limit, Self.manyAtOnce))
    }

    private static let manyAtOnce = 1 << 20

    /// Makes something of each candidate that is a hit, and hands it on in order.
    ///
    /// - Parameters:
    ///   - most: How many candidates are read; the rest is left.
    ///   - isInTitle: Whether they are hits for their titles already.
    ///   - isCancelled: Asked for each of them, on the calling thread.
    /// - Returns: Whether the search goes on.
    mutating func read<Made: Sendable>(
        _ candidates: inout SearchCandidates, atMost most: Int = Int.max, inTitle isInTitle: Bool,
        _ make: @Sendable (SearchHit, UnsafeBufferPointer<UInt8>) -> Made, _ isCancelled: () -> Bool,
        _ use: (Made) -> Bool
    ) throws(SearchError) -> Bool {
        var left = most
        while left > 0 {
            let slots = candidates.take(min(left, share))
            if slots.isEmpty { return true }
            guard try read(slots, isInTitle, make, isCancelled, use) else { return false }
            left -= slots.count
            // Whoever wants more than was thought may want much more.
            if share < Self.manyAtOnce { share *= 2 }
        }
        return true
    }

    private func read<Made: Sendable>(
        _ slots: [Int], _ isInTitle: Bool,
        _ make: @Sendable (SearchHit, UnsafeBufferPointer<UInt8>) -> Made, _ isCancelled: () -> Bool,
        _ use: (Made) -> Bool
    ) throws(SearchError) -> Bool {
        let paths = slots.map { view[$0].path }
        let failure = Mutex<SearchError?>(nil)
        var goesOn = true
        do throws(FileError) {
            try pass.read(paths, expecting: slots.map { view[$0].facts.size }) {
                FinderOfThread(query.pattern)
            } making: { finder, index, reading -> Made? in
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
                if isCancelled() {
                    failure.withLock { $0 = $0 ?? SearchError(.cancelled, "The search was cancelled.") }
                }
                if failure.withLock({ $0 != nil }) { return false }
                if let made { goesOn = use(made) }
                return goesOn
            }
        } catch {
            throw SearchError(.vault, error.description, error)
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return goesOn
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
