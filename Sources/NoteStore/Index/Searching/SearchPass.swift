// SPDX-License-Identifier: MIT
// How the notes that may hold what is looked for are taken out, and no more of them than are wanted.

internal import NoteFiles

/// Reads the candidates of one search.
struct SearchPass {
    private let view: IndexView
    private var reader: HitReader
    /// How many candidates are taken out at once.
    private var share = Int.max

    init(_ query: SearchQuery, of view: IndexView, _ pass: NotePass) {
        self.view = view
        reader = HitReader(pattern: query.pattern, pass: pass)
        // A first page is small, and what is read ahead of it for nothing is small too.
        guard let limit = query.limit else { return }
        (reader.pass.share, reader.pass.reach) = (4, 8)
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
            let goesOn = try reader.read(
                slots.map { view[$0].path }, expecting: slots.map { view[$0].facts.size },
                inTitle: { _ in isInTitle }, make, isCancelled, use)
            guard goesOn else { return false }
            left -= slots.count
            // Whoever wants more than was thought may want much more.
            if share < Self.manyAtOnce { share *= 2 }
        }
        return true
    }
}
