// SPDX-License-Identifier: MIT
// What one look at a vault found, and what of it the index took in.

public import NoteFiles

/// What came of a look.
public struct IndexRefresh: Sendable {
    /// Notes in the vault, those that are not UTF-8 included.
    public internal(set) var notes = 0
    /// Notes that were read, since they were new or changed, or since that could not be told.
    public internal(set) var read = 0
    /// Notes that were known under another path.
    public internal(set) var moved = 0
    /// Notes that are gone.
    public internal(set) var removed = 0
    /// Notes that are not UTF-8, ordered by path. Nothing in them is found.
    public internal(set) var unreadable: [NotePath] = []
    /// What could not be looked at, or is no note, ordered by path.
    public internal(set) var skipped: [FolderScan.Skipped] = []
    /// Why the index could not be brought up to date; nil where it is. Answers are right all the same.
    public internal(set) var hindrance: StoreError?

    /// Makes the report of a look that found nothing.
    public init() {}
}
