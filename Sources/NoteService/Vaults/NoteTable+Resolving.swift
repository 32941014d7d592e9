// SPDX-License-Identifier: MIT
// How conflicts end: that of an open note by its session, one that only the store remembers here.

internal import NoteKit
internal import NoteStore

extension NoteTable {
    /// Ends the conflict of a note.
    ///
    /// A conflict that an earlier daemon met, and that is not the session's any more, is ended too; see
    /// `StoredConflict.end`.
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
        do throws(SessionError) {
            try await stored.end(
                choice, by: handle, at: vault.appending(note.path), stateFolder: options.stateFolder)
        } catch {
            throw ProtocolError(error)
        }
        await conflicts.forget(stored.note)
        tell(stored.note, true)
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
}
