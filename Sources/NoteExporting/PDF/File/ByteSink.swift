// SPDX-License-Identifier: MIT
// How bytes of cairo reach whoever takes the file, and what is set right on the way.

/// Takes what cairo writes; hands it on until something fails.
final class ByteSink {
    private let take: (UnsafeRawBufferPointer) throws -> Void
    private(set) var failure: (any Error)?
    private var catalog: CatalogPatch

    init(language: String, take: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.take = take
        catalog = CatalogPatch(language: language)
    }

    /// Whether the bytes were taken.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard failure == nil else { return false }
        do {
            try catalog.pass(bytes, to: take)
        } catch {
            failure = error
        }
        return failure == nil
    }

    /// From here on the catalogue may come: no page's text can be taken for it.
    func pagesAreDone() { catalog.isAwaited = true }

    /// Hands on what was held back; false where the catalogue never came.
    func finish() -> Bool {
        guard failure == nil else { return false }
        do {
            return try catalog.finish(to: take)
        } catch {
            failure = error
            return false
        }
    }
}
