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
            try await note.gate.exclusively { () async throws(SessionError) in
                try await handle.resolve(choice)
            }
            // So that whoever asks for conflicts next does not find it.
            await catchUp(note)
        } catch {
            let stored = error.code == .noConflict ? await conflicts.conflict(of: note.path) : nil
            guard let stored else { throw ProtocolError(error) }
            try await resolve(stored, of: note, choice)
        }
    }

    private func resolve(
        _ stored: StoredConflict, of note: HeldNote, _ choice: ConflictChoice
    ) async throws(ProtocolError) {
        switch choice {
        case .mine:
            guard let mine = NoteText(readable: stored.mine) else {
                throw ProtocolError(.noConflict, "What was typed in '\(note.path)' is no text any more.")
            }
            try await put(note) { _ in mine }
        case .merged(let merged):
            try await put(note) { before in
                var text = before.text
                text.setText(merged)
                return text
            }
        case .both: try await putBeside(stored.mine, note)
        case .theirs: break
        }
        await conflicts.forget(stored.note)
        tell(stored.note, true)
    }

    private func put(
        _ note: HeldNote, _ make: @escaping @Sendable (SessionSnapshot) -> NoteText
    ) async throws(ProtocolError) {
        guard try await note.put(at: vault.appending(note.path), make) != nil else {
            throw ProtocolError(.missing, "'\(note.path)' was moved. Nothing was written.")
        }
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
