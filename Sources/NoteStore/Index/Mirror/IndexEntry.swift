// SPDX-License-Identifier: MIT
// One note in the list that an index works with.

internal import NoteFiles

/// A note that is in the vault, and how far the index knows it.
struct IndexEntry: Hashable, Sendable {
    var path: NotePath
    /// Its number in the index; 0 where the index does not know it as it is now, so that it has to be read.
    var number: Int64
    var facts: IndexFacts

    var isIndexed: Bool { number != 0 }
}
