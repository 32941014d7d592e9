// SPDX-License-Identifier: MIT
// How a conflict ends that is remembered, and that the session of its note is not in any more.

package import NoteKit

extension StoredConflict {
    /// Does for the note what was chosen: for mine and merged that text is written, for both mine is put beside the
    /// note under a free name, and for theirs the note stays as it is.
    ///
    /// To be forgotten by the caller then (`VaultStore.resolveConflict(of:)`), which keeps both sides as versions.
    /// After a crash in between it is remembered still.
    ///
    /// - Parameters:
    ///   - choice: What becomes of the note.
    ///   - session: An open handle on the note, which is in no conflict.
    ///   - file: The path of the note from the root.
    ///   - stateFolder: That of the session.
    /// - Throws: `SessionError`: `.noConflict` when what was typed is no text any more; `.conflict`, `.notWritten`.
    package func end(
        _ choice: ConflictChoice, by session: NoteSession, at file: NotePath, stateFolder: NotePath
    ) async throws(SessionError) {
        switch choice {
        case .mine:
            guard let mine = Self.text(of: mine) else {
                throw SessionError(.noConflict, "What was typed in '\(file)' is no text any more.")
            }
            try await Self.write(mine, session)
        case .merged(let text): try await Self.write(text, session)
        case .both: try await Self.put(mine, beside: file, stateFolder)
        case .theirs: break
        }
    }

    private static func write(_ text: String, _ session: NoteSession) async throws(SessionError) {
        try await session.setText(text)
        try await session.save()
    }

    private static func text(of bytes: [UInt8]?) -> String? {
        guard let bytes else { return nil }
        do throws(UnreadableText) {
            return try NoteText(bytes: bytes).text
        } catch {
            return nil
        }
    }

    private static func put(
        _ bytes: [UInt8]?, beside file: NotePath, _ stateFolder: NotePath
    ) async throws(SessionError) {
        guard let bytes else { return }
        let problem = await DiskLanes.shared.run { () -> FileError? in
            do throws(FileError) {
                try NoteDisk(stateFolder: stateFolder).create(bytes, beside: file)
                return nil
            } catch {
                return error
            }
        }
        if let problem { throw SessionError(.notWritten, problem.description, cause: problem) }
    }
}
