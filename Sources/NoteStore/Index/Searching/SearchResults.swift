// SPDX-License-Identifier: MIT
// What a search found.

public import NoteFiles

/// A note that holds what was looked for, in its text or its title.
public struct SearchHit: Hashable, Sendable, Identifiable {
    /// The path in the vault.
    public let path: NotePath
    /// The name of the file without its ending.
    public var title: String { String(decoding: path.name.bytes.dropLast(3), as: UTF8.self) }
    /// The matches in bytes of the file, in order; they do not overlap. None where the title alone holds it.
    ///
    /// A regular expression can match at a place without any bytes: such a match has no bytes here either.
    public let matches: [Range<Int>]
    /// Whether the title holds it.
    public let isInTitle: Bool

    /// The path, which no other hit has.
    public var id: NotePath { path }
}

/// The notes that a search found.
public struct SearchResults: Sendable {
    /// Those whose title holds it first; then those that changed last first; ties by path.
    public internal(set) var hits: [SearchHit] = []
    /// Whether there may be more than the limit let through.
    public internal(set) var isCut = false
    /// Why the index was of no use, so that every note was read; nil where it was.
    public internal(set) var hindrance: StoreError?
}
