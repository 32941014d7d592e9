// SPDX-License-Identifier: MIT
// What is left to say of a note that could not be saved at the end.

package import NoteKit

/// A note whose edits are in its journal alone when the daemon ends, and come back when it is opened; or in nothing.
package struct UnsavedNote: Sendable {
    /// The note, from the root.
    package let note: NotePath
    /// Why, in a sentence.
    package let reason: String
    /// Whether it waits for somebody to choose, and nothing went wrong.
    package let isConflict: Bool

    /// Whether its edits could be written to no journal either.
    package let isLost: Bool

    init(_ note: NotePath, _ error: SessionError) {
        self.note = note
        reason = error.description
        isConflict = error.code == .conflict
        isLost = error.code == .lost
    }

    /// Logs it.
    func tell(_ log: ServiceLog) {
        if isLost { return log.error(reason) }
        log.notice("'\(note)' has unsaved edits, kept in its journal: \(reason)")
    }
}
