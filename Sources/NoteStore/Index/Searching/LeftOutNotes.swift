// SPDX-License-Identifier: MIT
// What no search finds, however the index stands.

package import NoteFiles
internal import Synchronization

/// What was left out of an index as of one look.
package struct LeftOutNotes: Sendable {
    /// How many notes are not UTF-8.
    package let unreadable: Int
    /// The first of them by path; nil where there is none.
    package let firstUnreadable: NotePath?
    /// The places that could not be looked at.
    package let unseen: [FolderScan.Skipped]
}

extension SearchIndex {
    /// What the last look left out; nothing before there was one.
    package var leftOut: LeftOutNotes {
        let view = present.withLock { $0 }
        let unreadable = view?.unreadable.slots ?? []
        return LeftOutNotes(
            unreadable: unreadable.count,
            firstUnreadable: view.flatMap { view in view.sorted(unreadable).first.map { view[$0].path } },
            unseen: view?.skipped.filter(\.reason.isUnseen) ?? [])
    }
}
