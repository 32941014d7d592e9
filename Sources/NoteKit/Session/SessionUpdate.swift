// SPDX-License-Identifier: MIT
// What a session tells those who listen.

/// What happened to an open note.
public enum SessionUpdate: Hashable, Sendable {
    /// The status is another one now.
    case status(SessionStatus, revision: Int)
    /// The shown text was changed by somebody else: on the disk, or through another handle of the session.
    /// Applied in order, these changes lead from one revision to the next.
    case change(NoteChange)
    /// There is a conflict, or one of its sides changed, or it is over; see `NoteSession.conflict`.
    case conflict(isOver: Bool)
    /// Unsaved edits of a killed process are in the text again.
    case recovered(revision: Int)
    /// Other programs' versions came out of the way of a save, and are kept at these paths.
    case keptBeside([NotePath])
    /// The file was renamed elsewhere; the session follows it.
    case moved(NotePath)
    /// Edits are not being journalled, for this reason: a killed process would lose what is unsaved.
    case notJournalled(String)
    /// Edits are journalled again, those that were not among them.
    case journalled
    /// More happened than was listened to. Take a new `snapshot`; changes up to its revision are in it.
    case lagged
}
