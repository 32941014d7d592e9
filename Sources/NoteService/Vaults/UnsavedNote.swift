// SPDX-License-Identifier: MIT
// What is left to say of a note that could not be saved at the end.

package import NoteKit

/// A note whose edits are in its journal alone when the daemon ends. They come back when it is opened.
package struct UnsavedNote: Sendable {
    /// The note, from the root.
    package let note: NotePath
    /// Why, in a sentence.
    package let reason: String
    /// Whether it waits for somebody to choose, and nothing went wrong.
    package let isConflict: Bool

    init(_ note: NotePath, _ error: SessionError) {
        self.note = note
        reason = error.description
        isConflict = error.code == .conflict
    }
}
