// SPDX-License-Identifier: MIT
// How notes are read for what is looked for: whether and where they hold it is seen in their files.

internal import NoteFiles
internal import Synchronization

/// Reads notes that may be hits.
struct HitReader {
    let pattern: SearchPattern
    var pass: NotePass

    /// Makes something of each note that is a hit, and hands it on in order.
    ///
    /// - Parameters:
    ///   - paths: The notes below the vault.
    ///   - sizes: How many bytes each had when somebody looked; none where nobody did.
    ///   - isInTitle: Whether the note with an index in `paths` is a hit for its title already.
    ///   - isCancelled: Asked for each of them, on the calling thread.
    /// - Returns: Whether the search goes on.
    func read<Made: Sendable>(
        _ paths: [NotePath], expecting sizes: [Int] = [], inTitle isInTitle: @Sendable (Int) -> Bool,
        _ make: @Sendable (SearchHit, UnsafeBufferPointer<UInt8>) -> Made, _ isCancelled: () -> Bool,
        _ use: (Made) -> Bool
    ) throws(SearchError) -> Bool {
        let failure = Mutex<SearchError?>(nil)
        var goesOn = true
        do throws(FileError) {
            try pass.read(paths, expecting: sizes) {
                FinderOfThread(pattern)
            } making: { finder, index, reading -> Made? in
                guard case .text(let bytes, _) = reading else { return nil }
                do throws(SearchError) {
                    let matches = try finder.matches(in: bytes)
                    guard isInTitle(index) || !matches.isEmpty else { return nil }
                    return make(
                        SearchHit(path: paths[index], matches: matches, isInTitle: isInTitle(index)), bytes)
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
