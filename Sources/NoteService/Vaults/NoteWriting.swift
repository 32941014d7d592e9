// SPDX-License-Identifier: MIT
// How a program writes a note that others may have open: compare and swap, through their session or on the disk.

internal import NoteKit
internal import NoteStore

/// One write of a note as a whole.
///
/// Where the note is open through this daemon it goes through its session, so that all who have it open see the
/// change; else straight to the file. Either way it is refused when the note is not what it was based on.
struct NoteWriting: Sendable {
    private let place: VaultPlace
    private let vault: ServedVault
    private let client: ServedClient

    init(_ place: VaultPlace, in vault: ServedVault, for client: ServedClient) {
        self.place = place
        self.vault = vault
        self.client = client
    }

    /// What a version may be put in place of.
    enum RestoreBase: Equatable, Sendable {
        case anything
        /// A note that is not there.
        case nothing
        case digest(SHA256Digest)

        /// Whether a note with this digest, nil for none, may be replaced.
        func allows(_ digest: SHA256Digest?) -> Bool {
            switch self {
            case .anything: true
            case .nothing: digest == nil
            case .digest(let base): digest == base
            }
        }
    }

    // MARK: What is asked for

    /// Makes a new note.
    ///
    /// - Throws: `ProtocolError` with code `.exists`, and the digest of the note that is there.
    func create(_ text: String) async throws(ProtocolError) -> WriteAnswer {
        let bytes = Array(text.utf8)
        if let held = await vault.notes.holdIfOpen(place.path) {
            do throws(ProtocolError) {
                let answer = try await create(bytes, through: held)
                await vault.notes.release(held)
                return answer
            } catch {
                await vault.notes.release(held)
                throw error
            }
        }
        return try await onDisk { disk throws(ProtocolError) in
            try answer(
                to: try saving { () throws(FileError) in try disk.create(place.file, with: bytes) }, bytes)
        }
    }

    /// Puts another text in place of the one with a digest.
    ///
    /// - Parameter change: Makes the new text of the present one.
    func replace(
        _ base: SHA256Digest, _ change: @escaping @Sendable (NoteText) throws(ProtocolError) -> String
    ) async throws(ProtocolError) -> WriteAnswer {
        if let held = await vault.notes.holdIfOpen(place.path) {
            do throws(ProtocolError) {
                let answer = try await replace(base, change, through: held)
                await vault.notes.release(held)
                return answer
            } catch {
                await vault.notes.release(held)
                throw error
            }
        }
        return try await onDisk { disk throws(ProtocolError) in
            var note = try opened(on: disk)
            guard SHA256Digest(of: note.base) == base else {
                throw refusal(.conflict, SHA256Digest(of: note.base))
            }
            note.text.setText(try change(note.text))
            let bytes = note.text.bytes
            if note.hasUnsavedEdits { keep(note.base, edited: note.edited, replacement: bytes) }
            let outcome = try saving { () throws(FileError) in try note.save() }
            return try answer(to: outcome, bytes)
        }
    }

    /// Puts the bytes of a version in place of what is there.
    func restore(
        _ bytes: [UInt8], over base: RestoreBase
    ) async throws(ProtocolError) -> WriteAnswer {
        if let held = await vault.notes.holdIfOpen(place.path) {
            do throws(ProtocolError) {
                let answer = try await restore(bytes, over: base, through: held)
                await vault.notes.release(held)
                return answer
            } catch {
                await vault.notes.release(held)
                throw error
            }
        }
        return try await onDisk { disk throws(ProtocolError) in
            let present = try present(on: disk)
            guard base.allows(present?.digest) else { throw refusal(.conflict, present?.digest) }
            guard let now = present else {
                let outcome = try saving { () throws(FileError) in try disk.create(place.file, with: bytes) }
                return try answer(to: outcome, bytes)
            }
            if now.bytes != bytes { keep(now.bytes, edited: now.facts.modified, replacement: bytes) }
            let outcome = try saving { () throws(FileError) in
                try disk.replace(place.file, with: bytes, base: now.bytes)
            }
            return try answer(to: outcome, bytes)
        }
    }

    // MARK: Through a session

    private func create(_ bytes: [UInt8], through held: HeldNote) async throws(ProtocolError) -> WriteAnswer {
        try await look(held)
        let snapshot = await held.session.snapshot
        guard snapshot.fileBytes == nil, !snapshot.isUnsaved else {
            throw refusal(.exists, snapshot.fileBytes.map { SHA256Digest(of: $0) })
        }
        return try await write(String(decoding: bytes, as: UTF8.self), from: snapshot, through: held)
    }

    private func replace(
        _ base: SHA256Digest, _ change: (NoteText) throws(ProtocolError) -> String, through held: HeldNote
    ) async throws(ProtocolError) -> WriteAnswer {
        try await look(held)
        let snapshot = try await saved(held)
        let digest = snapshot.fileBytes.map { SHA256Digest(of: $0) }
        guard digest == base, !snapshot.isUnsaved else { throw refusal(.conflict, digest) }
        return try await write(try change(snapshot.text), from: snapshot, through: held)
    }

    /// What a note holds once what somebody is typing is saved: that comes first, and then the file is not what a
    /// write was based on.
    private func saved(_ held: HeldNote) async throws(ProtocolError) -> SessionSnapshot {
        if await held.session.snapshot.isUnsaved {
            do throws(SessionError) {
                try await held.session.save()
            } catch {
                throw ProtocolError(error)
            }
        }
        return await held.session.snapshot
    }

    private func restore(
        _ bytes: [UInt8], over base: RestoreBase, through held: HeldNote
    ) async throws(ProtocolError) -> WriteAnswer {
        try await look(held)
        let snapshot = base == .anything ? await held.session.snapshot : try await saved(held)
        let digest = snapshot.fileBytes.map { SHA256Digest(of: $0) }
        guard base.allows(digest), base == .anything || !snapshot.isUnsaved else {
            throw refusal(.conflict, digest)
        }
        let text: NoteText
        do throws(UnreadableText) {
            text = try NoteText(bytes: bytes)
        } catch {
            throw ProtocolError(error, of: place.path)
        }
        return try await write(text.text, from: snapshot, through: held)
    }

    private func look(_ held: HeldNote) async throws(ProtocolError) {
        do throws(SessionError) {
            try await held.session.look()
        } catch {
            throw ProtocolError(error)
        }
    }

    private func write(
        _ text: String, from snapshot: SessionSnapshot, through held: HeldNote
    ) async throws(ProtocolError) -> WriteAnswer {
        let revision: Int
        do throws(SessionError) {
            revision = try await held.session.setText(text, revision: snapshot.revision)
            try await held.session.save()
        } catch {
            throw await refusal(error, after: snapshot, of: held)
        }
        let now = await held.session.snapshot
        var written = now.fileBytes ?? []
        if now.revision != revision {
            // Somebody typed on, and that may be in the file already: who wrote this has not read it.
            var own = snapshot.text
            own.setText(text)
            written = own.bytes
        }
        let digest = SHA256Digest(of: written)
        return WriteAnswer(
            status: revision == snapshot.revision ? .unchanged : .saved, digest: digest.description,
            receipt: nil)
    }

    /// Why a session refused; it is left as it was before, as far as nobody else typed meanwhile.
    private func refusal(
        _ error: SessionError, after snapshot: SessionSnapshot, of held: HeldNote
    ) async -> ProtocolError {
        guard error.code == .conflict, await held.session.snapshot.revision == snapshot.revision + 1 else {
            return error.code == .staleRevision ? refusal(.conflict, nil) : ProtocolError(error)
        }
        do throws(SessionError) {
            // Another program wrote in between. What was to be written is kept as a version.
            try await held.session.resolve(.theirs)
        } catch {
            return ProtocolError(error)
        }
        return refusal(.conflict, await held.session.snapshot.fileBytes.map { SHA256Digest(of: $0) })
    }

    // MARK: On the disk

    private func onDisk(
        _ work: @escaping @Sendable (NoteDisk) throws(ProtocolError) -> WriteAnswer
    ) async throws(ProtocolError) -> WriteAnswer {
        let vault = vault
        let place = place
        let answer = await DiskLanes.shared.run { () -> Result<WriteAnswer, ProtocolError> in
            var disk = NoteDisk(stateFolder: vault.stateFolder)
            // Reading waits for another program, and saving does so again: two seconds in all.
            disk.patience = 1_000_000_000
            do throws(FileError) {
                try disk.recover(beside: place.file)
            } catch {
                // What follows fails for the same reason, and says so.
            }
            let ready = disk
            return Result { () throws(ProtocolError) in try work(ready) }
        }
        return try answer.get()
    }

    private func opened(on disk: NoteDisk) throws(ProtocolError) -> OpenNote {
        do throws(NoteOpeningError) {
            return try OpenNote(at: place.file, on: disk)
        } catch {
            switch error {
            case .file(let error): throw ProtocolError(error)
            case .unreadable(_, let reason): throw ProtocolError(reason, of: place.path)
            }
        }
    }

    private func present(on disk: NoteDisk) throws(ProtocolError) -> NoteSnapshot? {
        do throws(FileError) {
            return try disk.read(place.file)
        } catch {
            guard error.code == .missing else { throw ProtocolError(error) }
            return nil
        }
    }

    private func saving(
        _ save: () throws(FileError) -> SaveOutcome
    ) throws(ProtocolError) -> SaveOutcome {
        do throws(FileError) {
            return try save()
        } catch {
            throw ProtocolError(error, isWriting: true)
        }
    }

    /// Keeps what a save is about to replace. Where it cannot, the new text is in more danger.
    private func keep(_ bytes: [UInt8], edited: FileTime?, replacement: [UInt8]) {
        do throws(FileError) {
            try vault.keeper.keep(
                NoteVersion(
                    of: place.file, bytes, because: .replaced, at: LinuxCalls().wallClock(), edited: edited,
                    replacement: replacement))
        } catch {
            client.daemon.log.warning("What '\(place.path)' held before could not be kept: \(error)")
        }
    }

    private func answer(to outcome: SaveOutcome, _ bytes: [UInt8]) throws(ProtocolError) -> WriteAnswer {
        let digest = SHA256Digest(of: bytes).description
        switch outcome {
        case .saved(let receipt):
            return WriteAnswer(status: .saved, digest: digest, receipt: WriteAnswer.Receipt(receipt: receipt))
        case .unchanged: return WriteAnswer(status: .unchanged, digest: digest, receipt: nil)
        case .conflict(let conflict):
            throw refusal(conflict.reason == .exists ? .exists : .conflict, digestNow)
        }
    }

    /// The digest of what is there; nil when it cannot be read.
    private var digestNow: SHA256Digest? {
        var disk = NoteDisk(stateFolder: vault.stateFolder)
        disk.patience = 0
        do throws(FileError) {
            return try disk.read(place.file).digest
        } catch {
            return nil
        }
    }

    private func refusal(_ code: ProtocolError.Code, _ digest: SHA256Digest?) -> ProtocolError {
        let reason = code == .exists ? "is there already" : "is not what this was based on"
        var error = ProtocolError(code, "'\(place.path)' \(reason). Nothing was written.")
        error.digest = digest?.description
        return error
    }
}
