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
        + "daemon that does not answer is told on the standard error, and done without."

    /// Why a note is not to be written.
    struct Reason: Sendable {
        let sentence: String
        /// Whether it waits for somebody to choose, or another program is writing it; else the disk is in the way.
        let isConflict: Bool
    }

    /// Nobody has to be held still.
    static let none = Standstill(unsaved: [:]) {}

    /// The notes that are not to be written, since they have edits that could not be saved: by their paths from the
    /// root, with the reason.
    let unsaved: [NotePath: Reason]
    private let release: @Sendable () -> Void

    /// - Parameter release: Called once, when the command has done its work.
    init(unsaved: [NotePath: Reason], release: @escaping @Sendable () -> Void) {
        self.unsaved = unsaved
        self.release = release
    }

    /// Does work while the open notes at a path, or below it, are held still. To be called with interrupts blocked.
    static func during<Result, Failure: Error>(
        _ path: NotePath, _ work: (Standstill) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let standstill = Program.standstill(of: path)
        defer { standstill.release() }
        return try work(standstill)
    }

    /// Why a note is not to be written, as a sentence; nil for one that may be.
    ///
    /// - Parameter note: The note that the standstill is of, as it was typed.
    func refusal(of note: NotePath) -> Refusal? {
        guard let reason = unsaved.values.first else { return nil }
        return Refusal(
            reason.isConflict ? .conflict : .notWritten, reason.isConflict ? "conflict" : "not-written",
            about: note,
            "'\(note)' was not written: it is open with edits that are not saved. \(reason.sentence)")
    }
}
