// SPDX-License-Identifier: MIT
// A conflict as a person or a program is shown it.

/// A note that was changed elsewhere under unsaved edits.
public struct NoteConflict: Sendable {
    /// The bytes that both sides started from; nil where the note was new.
    public let base: [UInt8]?
    /// The bytes that would be written.
    public let mine: [UInt8]
    /// The bytes that are there now; nil where the note was deleted.
    public let theirs: [UInt8]?
    /// The text to which both come together, and where they contradict each other; nil where their side
    /// is gone or no text.
    public let merge: ThreeWayMerge?

    /// Names both sides, for whoever ends the conflict (`NoteSession.resolve(_:of:)`).
    public var token: ConflictToken { ConflictToken(mine: mine, theirs: theirs) }

    /// The conflict that a session is in, if it is. Merges, which takes its time.
    init?(of session: SessionMachine) {
        guard case .conflict(let theirs) = session.phase else { return nil }
        base = session.base.bytes
        mine = session.text.bytes
        self.theirs = theirs.bytes
        merge = session.merge(with: theirs)
    }
}
