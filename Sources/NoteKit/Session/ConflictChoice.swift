// SPDX-License-Identifier: MIT
// The ways out of a conflict.

/// What is to become of a note that was changed elsewhere under unsaved edits.
public enum ConflictChoice: Hashable, Sendable {
    /// My text is written; theirs goes to the version keeper.
    case mine
    /// Their text is shown; mine goes to the version keeper. Nothing is written.
    case theirs
    /// Their text is written beside the note under a free name, mine into the note.
    case both
    /// This text is written; both sides go to the version keeper. Line endings and mark are those of the
    /// proposed merge.
    case merged(String)
}
