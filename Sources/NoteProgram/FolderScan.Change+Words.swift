// SPDX-License-Identifier: MIT
// A change of a vault in words.

package import NoteKit

extension FolderScan.Change {
    /// The word for the sort of change.
    package var word: String {
        switch self {
        case .created: "created"
        case .changed: "changed"
        case .removed: "removed"
        case .moved: "moved"
        }
    }

    /// Where the note is, or was.
    package var path: NotePath {
        switch self {
        case .created(let path), .changed(let path), .removed(let path), .moved(_, let path): path
        }
    }

    /// Where a moved note was.
    package var origin: NotePath? {
        if case .moved(let from, _) = self { return from }
        return nil
    }
}
