// SPDX-License-Identifier: MIT
// How conflicts end: that of an open note by its session, one that only the store remembers here.

internal import NoteKit
internal import NoteStore
internal import Synchronization

extension NoteTable {
    /// Ends the conflict of a note.
    ///
    /// A conflict that an earlier daemon met, and that is not the session's any more, is ended in the same way. What is
    /// not chosen is a version of the note.
    ///
    /// - Returns: For both the file beside the note that holds their side.
    func resolve(
        _ note: HeldNote, _ handle: NoteSession, _ choice: ConflictChoice
    ) async throws(ProtocolError) -> NotePath? {
        do throws(SessionError) {
            let beside = try await note.gate.exclusively { () async throws(SessionError) in
                try await handle.resolve(choice)
            }
            // So that whoever asks for conflicts next does not find it.
            await catchUp(note)
            return beside
        } catch {
            let stored = error.code == .noConflict ? await conflicts.conflict(of: note.path) : nil
            guard let stored else { throw ProtocolError(error) }
            return try await resolve(stored, of: note, choice)
        }
    }

    private func resolve(
        _ stored: StoredConflict, of note: HeldNote, _ choice: ConflictChoice
    ) async throws(ProtocolError) -> NotePath? {
        let beside = choice == .theirs ? nil : try await put(stored, choice, note)
        await conflicts.forget(stored.note)
        tell(stored.note, true)
        return beside
    }

    private func put(
        _ stored: StoredConflict, _ choice: ConflictChoice, _ note: HeldNote
    ) async throws(ProtocolError) -> NotePath? {
        let disk = NoteDisk(stateFolder: options.stateFolder)
        let beside = Mutex<NotePath?>(nil)
        let answer = try await note.put(at: vault.appending(note.path)) { before throws(ProtocolError) in
            do throws(SessionError) {
                let ending = try stored.ending(choice, over: before, on: disk)
                beside.withLock { $0 = ending.beside }
                return ending.text
            } catch {
                throw ProtocolError(error)
            }
        }
        guard answer != nil else {
            throw ProtocolError(.missing, "'\(note.path)' was moved. Nothing was written.")
        }
        return beside.withLock { $0 }
    }

    /// Sees whether a conflict that an earlier daemon left is over: it was killed between the last write and
    /// forgetting, so the file holds what was typed here. That it holds theirs says nothing: so it does in every
    /// conflict that nobody has decided.
    func settleInherited(_ note: HeldNote) async {
        guard let stored = await conflicts.takeInherited(of: note.path) else { return }
        let snapshot = await note.session.snapshot
        guard snapshot.status != .changedElsewhere, !snapshot.isUnsaved else { return }
        if snapshot.fileBytes == stored.mine { await conflicts.forget(stored.note) }
    }
}
