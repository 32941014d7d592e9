// SPDX-License-Identifier: MIT
// How conflicts are shown and end: that of an open note by its session, one that only the store remembers here.

internal import NoteKit
internal import NoteStore
internal import Synchronization

extension NoteTable {
    /// The conflict of a note as it is now, if it is in one. One that is only remembered has the note looked at.
    func conflict(of place: VaultPlace) async throws(ProtocolError) -> ConflictNow? {
        if let note = holdIfOpen(place.path) {
            let conflict = await note.session.conflict
            await release(note)
            if let conflict { return ConflictNow(conflict) }
        }
        guard try await conflicts.all().contains(where: { $0.note == place.path }) else { return nil }
        let note = try await hold(place)
        let (conflict, moment) = (await note.session.conflict, await note.session.snapshot)
        await release(note)
        if let conflict { return ConflictNow(conflict) }
        // It may be over since: the note that was opened was looked at.
        return await conflicts.conflict(of: place.path).map { ConflictNow($0, over: moment.heldBytes) }
    }

    /// Ends the conflict of a note, on the sides that a token names.
    ///
    /// A conflict that an earlier daemon met, and that is not the session's any more, is ended too; its other side is
    /// what the note holds now. What is not chosen is a version of the note.
    ///
    /// - Returns: For both the file beside the note that holds their side.
    func resolve(
        _ note: HeldNote, _ handle: NoteSession, _ choice: ConflictChoice, of token: ConflictToken
    ) async throws(ProtocolError) -> NotePath? {
        do throws(SessionError) {
            let beside = try await note.gate.exclusively { () async throws(SessionError) in
                try await handle.resolve(choice, of: token)
            }
            // So that whoever asks for conflicts next does not find it.
            await catchUp(note)
            return beside
        } catch {
            let stored = error.code == .noConflict ? await conflicts.conflict(of: note.path) : nil
            guard let stored else { throw ProtocolError(error) }
            return try await resolve(stored, of: note, choice, token)
        }
    }

    private func resolve(
        _ stored: StoredConflict, of note: HeldNote, _ choice: ConflictChoice, _ token: ConflictToken
    ) async throws(ProtocolError) -> NotePath? {
        let options = options
        let beside = Mutex<NotePath?>(nil)
        let end: @Sendable (SessionSnapshot) throws(ProtocolError) -> NoteText? = {
            moment throws(ProtocolError) in
            do throws(SessionError) {
                let ending = try stored.ending(by: choice, of: token, at: moment, options: options)
                beside.withLock { $0 = ending.beside }
                return ending.text
            } catch {
                throw ProtocolError(error)
            }
        }
        if choice == .theirs {
            try await leave(note, end)
        } else {
            let put = try await note.put(at: vault.appending(note.path)) { before throws(ProtocolError) in
                try end(before) ?? before.text
            }
            guard put != nil else {
                throw ProtocolError(.missing, "'\(note.path)' was moved. Nothing was written.")
            }
        }
        await conflicts.forget(stored.note)
        tell(stored.note, true)
        return beside.withLock { $0 }
    }

    /// Leaves a note as it is, once what was typed is kept.
    private func leave(
        _ note: HeldNote, _ end: @escaping @Sendable (SessionSnapshot) throws(ProtocolError) -> NoteText?
    ) async throws(ProtocolError) {
        let moment: SessionSnapshot
        do throws(SessionError) {
            moment = try await note.session.settled()
        } catch {
            throw ProtocolError(error)
        }
        let kept = await options.lanes.run { () -> Result<NoteText?, ProtocolError> in
            Result { () throws(ProtocolError) in try end(moment) }
        }
        _ = try kept.get()
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
