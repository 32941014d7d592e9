// SPDX-License-Identifier: MIT
// How a query is answered from notes that somebody else has named.

package import NoteFiles

extension SearchQuery {
    /// Whether an index can tell which notes may hold it. Where it cannot, every note is read.
    package var isForIndex: Bool { pattern.gramQuery != nil }

    /// Makes something of each of some notes that holds what is looked for, and hands it on in their order: what
    /// `SearchIndex.forEachHit` does of the notes that its index names, for those that another one has named.
    ///
    /// Writes nothing in the vault. Waits for no other process.
    ///
    /// - Parameters:
    ///   - notes: The notes below the vault, with whether their titles hold it.
    ///   - vault: The folder.
    ///   - make: Gets a hit and the bytes of its file, valid during the call. Called on any thread.
    ///   - use: Takes what was made, on the calling thread; false ends the search.
    /// - Throws: `SearchError`: `.vault` when the vault cannot be opened, `.tooCostly` for a regular expression.
    package func forEachHit<Made: Sendable>(
        among notes: [(path: NotePath, isInTitle: Bool)], of vault: NotePath,
        making make: @Sendable (SearchHit, UnsafeBufferPointer<UInt8>) -> Made, use: (Made) -> Bool
    ) throws(SearchError) {
        let reader = HitReader(pattern: pattern, pass: NotePass(vault: vault, calls: LinuxCalls()))
        _ = try reader.read(notes.map(\.path), inTitle: { notes[$0].isInTitle }, make, { false }, use)
    }
}
