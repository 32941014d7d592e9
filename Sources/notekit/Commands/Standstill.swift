// SPDX-License-Identifier: MIT
// How a command writes notes that others have open: what they typed is saved first, and their edits wait.

internal import NoteKit

/// The open notes at a path, held still while a command writes their files.
///
/// Without it a command is as safe, and nothing is overwritten; but what it writes under unsaved edits becomes a
/// conflict that somebody has to resolve.
struct Standstill: Sendable {
    /// What holds for every command that writes a note, for the help of each.
    static let discussion =
        "Where notekitd runs and somebody has the note open, what was typed in it is saved first, and edits wait "
        + "until this command has written it, so that neither is in the way of the other. A note that cannot be "
        + "saved there is refused: with exit code 3 where it is in conflict, with 5 where the disk is in the way. A "
        + "daemon that does not answer is told on the standard error, and done without. So is a command that takes so "
        + "long that edits do not wait for it, after ten seconds: the note may be in conflict then."

    /// Why a note is not to be written.
    struct Reason: Sendable {
        let sentence: String
        /// Whether it waits for somebody to choose, or another program is writing it; else the disk is in the way.
        let isConflict: Bool
    }

    /// Nobody has to be held still.
    static let none = Standstill(of: NotePath("."), count: 0, unsaved: [:]) { true }

    /// How many open notes are held still.
    let count: Int
    /// The notes that are not to be written, since they have edits that could not be saved: by their paths from the
    /// root, with the reason.
    let unsaved: [NotePath: Reason]
    /// Lets edits through again, and answers whether the notes were held still until then. To be called once.
    let release: @Sendable () -> Bool
    /// What is held still, from the root.
    private let path: NotePath

    /// - Parameters:
    ///   - path: What is held still, from the root.
    ///   - release: Lets edits through again, and answers whether the notes were held still until then.
    init(
        of path: NotePath, count: Int, unsaved: [NotePath: Reason], release: @escaping @Sendable () -> Bool
    ) {
        self.path = path
        self.count = count
        self.unsaved = unsaved
        self.release = release
    }

    /// Does work while an open note is held still. To be called with interrupts blocked.
    static func during<Result, Failure: Error>(
        _ note: NotePath, _ work: (Standstill) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let standstill = Program.standstill(of: note)
        defer { standstill.end(note) }
        return try work(standstill)
    }

    /// Lets edits through again, and says so where that had happened before.
    ///
    /// - Parameter note: The note that was written, as it was typed.
    func end(_ note: NotePath) {
        guard !release(), count > 0 else { return }
        StandardError.write(
            "notekit: This took longer than notekitd holds edits back: what was typed in '\(note)' meanwhile may be "
                + "in conflict with it. Nothing of either is lost.\n")
    }

    /// Why the note is not to be written, as a sentence; nil where it may be.
    ///
    /// - Parameter note: The note that the standstill is of, as it was typed.
    func refusal(of note: NotePath) -> Refusal? {
        guard let reason = unsaved[path] else { return nil }
        return Refusal(
            reason.isConflict ? .conflict : .notWritten, reason.isConflict ? "conflict" : "not-written",
            about: note,
            "'\(note)' was not written: it is open with edits that are not saved. \(reason.sentence)")
    }
}
