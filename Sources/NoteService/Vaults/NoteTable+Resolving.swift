// SPDX-License-Identifier: MIT
// How conflicts end: that of an open note by its session, one that only the store remembers here.

internal import NoteKit
internal import NoteStore

extension NoteTable {
    /// Ends the conflict of a note.
    ///
    /// A conflict that an earlier daemon met, and that is not the session's any more, is ended too: for mine and
    /// merged that text is written, for both mine is put beside the note under a free name, and for theirs the
    /// note stays as it is. What is not chosen is a version of the note.
    func resolve(
        _ note: HeldNote, _ handle: NoteSession, _ choice: ConflictChoice
    ) async throws(ProtocolError) {
        do throws(SessionError) {
            try await handle.resolve(choice)
            // So that whoever asks for conflicts next does not find it.
            await catchUp(note)
        } catch {
            let stored = error.code == .noConflict ? await conflicts.conflict(of: note.path) : nil
            guard let stored else { throw ProtocolError(error) }
            try await resolve(stored, of: note, handle, choice)
        }
    }

    private func resolve(
        _ stored: StoredConflict, of note: HeldNote, _ handle: NoteSession, _ choice: ConflictChoice
    ) async throws(ProtocolError) {
        switch choice {
        case .mine:
            guard let mine = text(of: stored.mine) else {
                throw ProtocolError(.noConflict, "What was typed in '\(note.path)' is no text any more.")
            }
            try await write(mine, handle)
        case .merged(let text): try await write(text, handle)
        case .both: try await putBeside(stored.mine, note)
        case .theirs: break
        }
        await conflicts.forget(stored.note)
        tell(stored.note, true)
    }

    private func write(_ text: String, _ handle: NoteSession) async throws(ProtocolError) {
        do throws(SessionError) {
            try await handle.setText(text)
            try await handle.save()
        } catch {
            throw ProtocolError(error)
        }
    }

    /// Sees whether a conflict that an earlier daemon left is over: it was killed between the last write and
    /// forgetting, so the file holds one of the sides.
    func settleInherited(_ note: HeldNote) async {
        guard let stored = await conflicts.takeInherited(of: note.path) else { return }
        let snapshot = await note.session.snapshot
        guard snapshot.status != .changedElsewhere, !snapshot.isUnsaved else { return }
        let bytes = snapshot.fileBytes
        if bytes == stored.mine || bytes == stored.theirs { await conflicts.forget(stored.note) }
    }

    private func text(of bytes: [UInt8]?) -> String? {
        guard let bytes else { return nil }
        do throws(UnreadableText) {
            return try NoteText(bytes: bytes).text
        } catch {
            return nil
        }
    }

    private func putBeside(_ bytes: [UInt8]?, _ note: HeldNote) async throws(ProtocolError) {
        guard let bytes else { return }
        let (path, stateFolder) = (vault.appending(note.path), options.stateFolder)
        let error = await options.lanes.run { () -> FileError? in
            do throws(FileError) {
                try NoteDisk(stateFolder: stateFolder).create(bytes, beside: path)
                return nil
            } catch {
                return error
            }
        }
        if let error { throw ProtocolError(error, isWriting: true) }
    }
}
