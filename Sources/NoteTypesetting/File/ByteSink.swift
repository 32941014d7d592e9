// SPDX-License-Identifier: MIT
// How bytes of cairo reach whoever takes the file, and what is set right on the way.

/// Takes what cairo writes; hands it on until something fails.
final class ByteSink {
    private let take: (UnsafeRawBufferPointer) throws -> Void
    private(set) var failure: (any Error)?
    private var resources = ResourcePatch()
    private var catalog: CatalogPatch

    init(language: String, take: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.take = take
        catalog = CatalogPatch(language: language)
    }

    /// Hands bytes on; after a failure they are dropped, since a surface whose page failed cannot be finished.
    func write(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        do {
            try resources.pass(bytes) { try catalog.pass($0, to: take) }
        } catch {
            failure = error
        }
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
