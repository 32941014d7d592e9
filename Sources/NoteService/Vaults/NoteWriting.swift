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
        let written = try await throughSession(refusing: .exists) { before throws(ProtocolError) in
            guard before.fileBytes == nil else { throw refusal(.exists, before.digest) }
            return try self.text(of: bytes)
        }
        if let written { return written }
        return try await onDisk { disk throws(ProtocolError) in
            try answer(
                to: try saving { () throws(FileError) in try disk.create(place.file, with: bytes) }, bytes)
        }
    }

    /// Puts another text in place of the one with a digest.
    ///
    /// - Parameter change: Makes the new text of the present one.
    func replace(
        _ base: SHA256Digest, _ change: @escaping @Sendable (inout NoteText) throws(ProtocolError) -> Void
    ) async throws(ProtocolError) -> WriteAnswer {
        let written = try await throughSession(refusing: .conflict) { before throws(ProtocolError) in
            guard before.digest == base else { throw refusal(.conflict, before.digest) }
            var text = before.text
            try change(&text)
            return text
        }
        if let written { return written }
        return try await onDisk { disk throws(ProtocolError) in
            var note = try opened(on: disk)
            guard SHA256Digest(of: note.base) == base else {
                throw refusal(.conflict, SHA256Digest(of: note.base))
            }
            try change(&note.text)
            let bytes = note.text.bytes
            var warning: String?
            if note.hasUnsavedEdits {
                warning = keep(note.base, edited: note.edited, replacement: bytes)
            }
            let outcome = try saving { () throws(FileError) in try note.save() }
            return try answer(to: outcome, bytes, warning)
        }
    }

    /// Puts the bytes of a version in place of what is there. A note in conflict is left alone, and one whose text
    /// cannot be kept first: what is put back is safe, and what it would replace is not.
    func restore(_ bytes: [UInt8], over base: RestoreBase) async throws(ProtocolError) -> WriteAnswer {
        let written = try await throughSession(refusing: .conflict, keepingFirst: vault.replacedTexts) {
            before throws(ProtocolError) in
            guard base.allows(before.digest) else { throw refusal(.conflict, before.digest) }
            return try text(of: bytes)
        }
        if let written { return written }
        return try await onDisk { disk throws(ProtocolError) in
            let present = try present(on: disk)
            guard base.allows(present?.digest) else { throw refusal(.conflict, present?.digest) }
            guard let now = present else {
                let outcome = try saving { () throws(FileError) in try disk.create(place.file, with: bytes) }
                return try answer(to: outcome, bytes)
            }
            if now.bytes != bytes {
                try vault.replacedTexts.keepBeforeRestoring(
                    now.bytes, of: place.file, edited: now.facts.modified, by: bytes)
            }
            let outcome = try saving { () throws(FileError) in
                try disk.replace(place.file, with: bytes, base: now.bytes)
            }
            return try answer(to: outcome, bytes)
        }
    }

    private func text(of bytes: [UInt8]) throws(ProtocolError) -> NoteText {
        do throws(UnreadableText) {
            return try NoteText(bytes: bytes)
        } catch {
            throw ProtocolError(error, of: place.path)
        }
    }

    // MARK: Through a session

    /// Writes through the session of the note; nil where nobody has it open at this path.
    private func throughSession(
        refusing code: ProtocolError.Code, keepingFirst keeper: (any VersionKeeper)? = nil,
        _ make: @escaping @Sendable (SessionSnapshot) throws(ProtocolError) -> NoteText
    ) async throws(ProtocolError) -> WriteAnswer? {
        guard let held = await vault.notes.holdIfOpen(place.path) else { return nil }
        let written: Result<WriteAnswer?, ProtocolError>
        do throws(ProtocolError) {
            written = .success(try await held.put(at: place.file, keepingFirst: keeper, make))
        } catch {
            written = .failure(error)
        }
        await vault.notes.release(held)
        do throws(ProtocolError) {
            return try written.get()
        } catch {
            // The session does not know the digest of what came in between.
            switch error.code {
            case .staleRevision: throw refusal(code, await DiskLanes.shared.run { digestNow })
            case .conflict where error.digest == nil:
                var error = error
                error.digest = await DiskLanes.shared.run { digestNow }?.description
                throw error
            default: throw error
            }
        }
    }

    // MARK: On the disk

    private func onDisk(
        _ work: @escaping @Sendable (NoteDisk) throws(ProtocolError) -> WriteAnswer
    ) async throws(ProtocolError) -> WriteAnswer {
        let vault = vault
        let place = place
        let answer = await vault.lanes.run { () -> Result<WriteAnswer, ProtocolError> in
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

    /// Keeps what a save is about to replace. Where it cannot, the new text is in more danger, and the answer warns.
    private func keep(_ bytes: [UInt8], edited: FileTime?, replacement: [UInt8]) -> String? {
        do throws(FileError) {
            try vault.replacedTexts.keep(
                NoteVersion(
                    of: place.file, bytes, because: .replaced, at: LinuxCalls().wallClock(), edited: edited,
                    replacement: replacement))
            return nil
        } catch {
            return WriteAnswer.warning(of: place.file, error)
        }
    }

    private func answer(
        to outcome: SaveOutcome, _ bytes: [UInt8], _ warning: String? = nil
    ) throws(ProtocolError) -> WriteAnswer {
        let digest = SHA256Digest(of: bytes).description
        switch outcome {
        case .saved(let receipt):
            return WriteAnswer(
                status: .saved, digest: digest, receipt: WriteAnswer.Receipt(receipt: receipt),
                warning: warning)
        case .unchanged: return WriteAnswer(status: .unchanged, digest: digest, receipt: nil)
        case .conflict(let conflict):
            throw refusal(conflict.reason == .exists ? .exists : .conflict, digestNow)
        }
    }

    /// The digest of what is there; nil when it cannot be read. Blocks on the disk.
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

extension VersionKeeper {
    /// Keeps what a restored version is about to replace.
    ///
    /// - Throws: `ProtocolError` with code `.notWritten` where it cannot; the note is to be left as it is then.
    func keepBeforeRestoring(
        _ old: [UInt8], of file: NotePath, edited: FileTime?, by new: [UInt8]
    ) throws(ProtocolError) {
        do throws(FileError) {
            try keep(
                NoteVersion(
                    of: file, old, because: .replaced, at: LinuxCalls().wallClock(), edited: edited,
                    replacement: new))
        } catch {
            throw ProtocolError(
                .notWritten,
                "'\(file)' was left as it is: what it holds could not be made a version first. \(error)")
        }
    }
}

extension SessionSnapshot {
    /// The digest of what the file held; nil where there was none. In a large note it takes a while.
    var digest: SHA256Digest? { fileBytes.map { SHA256Digest(of: $0) } }
}
