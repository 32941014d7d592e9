// SPDX-License-Identifier: MIT
// How a conflict is ended from the command line: by the daemon that holds the note, or by a session of our own.

internal import NoteKit
internal import NoteProtocol
internal import NoteStore

/// Ends the conflict of one note.
struct ConflictEnding: Sendable {
    private let choice: ConflictChoice
    private let file: NotePath
    private let typed: NotePath

    /// - Parameters:
    ///   - file: The real path of the note.
    ///   - typed: As it was typed, for messages.
    init(_ choice: ConflictChoice, _ file: NotePath, typedAs typed: NotePath) {
        self.choice = choice
        self.file = file
        self.typed = typed
    }

    /// Does it. A daemon that cannot be asked may have the note open with more than anybody else knows of: then
    /// nothing is done.
    func carryOut() throws -> EditAnswer {
        guard let daemon = try Daemon.running(), let place = try daemon.place(of: file) else {
            return answer(try alone())
        }
        return answer(try served(daemon, place))
    }

    /// What came of it.
    private struct Outcome: Sendable {
        /// The digest that the note has then; nil where it is not there.
        let digest: SHA256Digest?
        /// The name of the file beside it that holds their text.
        let beside: NotePath?
    }

    // MARK: By the daemon

    private func served(_ daemon: Daemon, _ place: Daemon.Place) throws(DaemonFailure) -> Outcome {
        let (client, choice) = (daemon.client, choice)
        let facts = try Daemon.ask {
            await DaemonFailure.catching { () async throws(NoteClientError) in
                try await Self.resolve(choice, client, place)
            }
        }.get()
        return Outcome(
            digest: facts.digest.flatMap { SHA256Digest($0) },
            beside: facts.beside.flatMap { NotePath(shown: $0)?.name })
    }

    private static func resolve(
        _ choice: ConflictChoice, _ client: NoteClient, _ place: Daemon.Place
    ) async throws(NoteClientError) -> Service.SessionFacts {
        // It waits for the disk, several times.
        let limit = Duration.seconds(30)
        let (session, _) = try await client.open(place.path, in: place.vault, within: limit)
        let facts =
            switch choice {
            case .mine: try await session.resolve(.mine, within: limit)
            case .theirs: try await session.resolve(.theirs, within: limit)
            case .both: try await session.resolve(.both, within: limit)
            case .merged(let text): try await session.resolve(.merged, text: text, within: limit)
            }
        // What it was opened for is done; whatever the daemon has to say of the closing, it closes it.
        do throws(NoteClientError) {
            try await session.close(within: limit)
        } catch {
            client.close()
        }
        return facts
    }

    // MARK: By a session of our own

    private func alone() throws -> Outcome {
        let remembered = try RememberedConflict.find(of: file)
        var options = SessionOptions()
        options.keeper = Program.keeper
        options.isWatching = false
        let session = NoteSession(at: file, options: options)
        let (choice, stateFolder) = (choice, options.stateFolder)
        let outcome = try Daemon.wait { () async -> Result<Outcome, SessionError> in
            do throws(SessionError) {
                try await session.open()
                let beside = try await Self.resolve(choice, session, remembered?.conflict, stateFolder)
                let bytes = await session.snapshot.fileBytes
                try await session.close()
                return .success(
                    Outcome(digest: bytes.map { SHA256Digest(of: $0) }, beside: beside?.name))
            } catch {
                return .failure(error)
            }
        }.get()
        // Only now: after a crash before this it is remembered still, and its sides are versions.
        do throws(StoreError) {
            if let remembered { try remembered.store.resolveConflict(of: remembered.conflict.note) }
        } catch {
            StandardError.write("notekit: The conflict is over, and is remembered all the same. \(error)\n")
        }
        return outcome
    }

    private static func resolve(
        _ choice: ConflictChoice, _ session: NoteSession, _ stored: StoredConflict?, _ stateFolder: NotePath
    ) async throws(SessionError) -> NotePath? {
        do throws(SessionError) {
            return try await session.resolve(choice)
        } catch {
            // One that is the session's no more: its journal is gone, or was saved.
            guard error.code == .noConflict, let stored else { throw error }
            return try await stored.end(choice, by: session, stateFolder: stateFolder)
        }
    }

    // MARK: What came of it

    private func answer(_ outcome: Outcome) -> EditAnswer {
        // As it was typed: in the current folder the name alone.
        let beside = outcome.beside.map { typed.bytes == typed.name.bytes ? $0 : typed.folder.appending($0) }
        let (what, status): (String, EditAnswer.Status) =
            switch choice {
            case .mine: ("what was typed here", .saved)
            case .theirs: ("what the other program wrote", .unchanged)
            case .both: ("what was typed here", .saved)
            case .merged: ("the merged text", .saved)
            }
        let other = beside.map { " The other text is in '\($0)'." } ?? ""
        let now = outcome.digest.map { " Its digest is now \($0)." } ?? ""
        var answer = EditAnswer(
            status: status, exitCode: .fine, digest: outcome.digest,
            message: "The conflict of '\(typed)' is over: it holds \(what).\(other)\(now)")
        answer.beside = beside.map { [$0] } ?? []
        return answer
    }
}
