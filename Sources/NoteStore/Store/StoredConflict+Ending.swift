// SPDX-License-Identifier: MIT
// How a conflict ends that is remembered, and that the session of its note is not in any more.

package import NoteKit

extension StoredConflict {
    /// Does for the note what was chosen, as where its session is in the conflict: for mine and merged that text is
    /// written, for both what the note holds is put beside it under a free name first, and for theirs it stays as it
    /// is.
    ///
    /// To be forgotten by the caller then (`VaultStore.resolveConflict(of:)`), which keeps both sides as versions.
    /// After a crash in between it is remembered still.
    ///
    /// - Parameters:
    ///   - choice: What becomes of the note.
    ///   - session: An open handle on the note, which is in no conflict.
    ///   - stateFolder: That of the session.
    /// - Returns: The file that was put beside the note.
    /// - Throws: `SessionError`: `.noConflict` when what was typed is no text any more; `.conflict`, `.notWritten`.
    package func end(
        _ choice: ConflictChoice, by session: NoteSession, stateFolder: NotePath
    ) async throws(SessionError) -> NotePath? {
        guard choice != .theirs else { return nil }
        let before = try await session.settled()
        let made = await DiskLanes.shared.run { () -> Result<Ending, SessionError> in
            Result { () throws(SessionError) in
                try self.ending(choice, over: before, on: NoteDisk(stateFolder: stateFolder))
            }
        }
        let written = try made.get()
        _ = try await session.put(written.text, over: before)
        return written.beside
    }

    /// What is to be written.
    package struct Ending: Sendable {
        /// The new text of the note.
        package let text: NoteText
        /// The file that was put beside it.
        package let beside: NotePath?
    }

    /// What a choice writes; for theirs, which writes nothing, the text that is there. What goes beside the note is
    /// written by this. Blocks on the disk.
    ///
    /// - Parameters:
    ///   - choice: What becomes of the note.
    ///   - before: Its session, with nothing unsaved.
    ///   - disk: That of the session.
    /// - Throws: `SessionError`: `.noConflict` when what was typed is no text any more; `.notWritten`.
    package func ending(
        _ choice: ConflictChoice, over before: SessionSnapshot, on disk: NoteDisk
    ) throws(SessionError) -> Ending {
        switch choice {
        case .theirs: return Ending(text: before.text, beside: nil)
        case .merged(let merged):
            var text = before.text
            text.setText(merged)
            return Ending(text: text, beside: nil)
        case .mine, .both:
            guard let text = mine.flatMap({ Self.text(of: $0) }) else {
                throw SessionError(.noConflict, "What was typed in '\(before.path)' is no text any more.")
            }
            guard case .both = choice, let theirs = before.fileBytes, theirs != mine else {
                return Ending(text: text, beside: nil)
            }
            do throws(FileError) {
                return Ending(text: text, beside: try disk.create(theirs, beside: before.path))
            } catch {
                throw SessionError(.notWritten, error.description, cause: error)
            }
        }
    }

    private static func text(of bytes: [UInt8]) -> NoteText? {
        do throws(UnreadableText) {
            return try NoteText(bytes: bytes)
        } catch {
            return nil
        }
    }
}
