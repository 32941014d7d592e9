// SPDX-License-Identifier: MIT
// How a conflict is ended from the command line: by the daemon that holds the note, or by a session of our own.

internal import NoteKit
internal import NoteProtocol
internal import NoteStore

/// Ends the conflict of one note, on the sides that whoever chose has seen.
struct ConflictEnding: Sendable {
    private let choice: ConflictChoice
    private let file: NotePath
    private let typed: NotePath
    private let named: ConflictToken?
    private let shown: ShownSides

    /// - Parameters:
    ///   - token: The sides that the choice was made on; nil for those that 'notekit diff' showed last.
    ///   - file: The real path of the note.
    ///   - typed: As it was typed, for messages.
    init(_ choice: ConflictChoice, of token: ConflictToken?, _ file: NotePath, typedAs typed: NotePath) {
        self.choice = choice
        self.file = file
        self.typed = typed
        named = token
        shown = ShownSides(of: file)
    }

    /// Those of a session that ends a conflict, or looks at one.
    static var options: SessionOptions {
        var options = SessionOptions()
        options.keeper = Program.keeper
        options.isWatching = false
        return options
    }

    /// Does it. A daemon that cannot be asked may have the note open with more than anybody else knows of: then
    /// nothing is done.
    func carryOut() throws -> EditAnswer {
        let daemon = try Daemon.running()
        let place = try daemon?.place(of: file)
        let token = try sides(ConflictSides.find(of: file, daemon, place))
        let outcome = if let daemon, let place { try served(daemon, place, token) } else { try alone(token) }
        shown.forget()
        return answer(outcome)
    }

    /// What came of it.
    private struct Outcome: Sendable {
        /// The digest that the note has then; nil where it is not there.
        let digest: SHA256Digest?
        /// The name of the file beside it that holds their text.
        let beside: NotePath?
    }

    /// The sides that are there, where they are those that the choice was made on. Who says which side is to stay, and
    /// has looked at none, takes those that are there; a text that was put together was so from something.
    private func sides(_ sides: ConflictSides?) throws -> ConflictToken {
        guard let now = sides?.token else {
            throw SessionError(.noConflict, "'\(typed)' is in no conflict.")
        }
        if let seen = try named ?? shown.token() {
            guard seen == now else { throw SessionError.unseen(typed) }
        } else if case .merged = choice {
            throw Refusal(
                .usage, "unseen", about: typed,
                "Which sides the text was made from is not known: show them with 'notekit diff' before it is made, or "
                    + "name them by --token. Nothing was written.")
        }
        return now
    }

    // MARK: By the daemon

    private func served(
        _ daemon: Daemon, _ place: Daemon.Place, _ token: ConflictToken
    ) throws(DaemonFailure) -> Outcome {
        let (client, choice) = (daemon.client, choice)
        let facts = try Daemon.ask {
            await DaemonFailure.catching { () async throws(NoteClientError) in
                try await Self.resolve(choice, token.description, client, place)
            }
        }.get()
        return Outcome(
            digest: facts.digest.flatMap { SHA256Digest($0) },
            beside: facts.beside.flatMap { NotePath(shown: $0)?.name })
    }

    private static func resolve(
        _ choice: ConflictChoice, _ token: String, _ client: NoteClient, _ place: Daemon.Place
    ) async throws(NoteClientError) -> Service.SessionFacts {
        // It waits for the disk, several times.
        let limit = Duration.seconds(30)
        let (session, _) = try await client.open(place.path, in: place.vault, within: limit)
        let facts =
            switch choice {
            case .mine: try await session.resolve(.mine, of: token, within: limit)
            case .theirs: try await session.resolve(.theirs, of: token, within: limit)
            case .both: try await session.resolve(.both, of: token, within: limit)
            case .merged(let text): try await session.resolve(.merged, of: token, text: text, within: limit)
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

    private func alone(_ token: ConflictToken) throws -> Outcome {
        let remembered = try RememberedConflict.find(of: file)
        let session = NoteSession(at: file, options: Self.options)
        let choice = choice
        let outcome = try Daemon.wait { () async -> Result<Outcome, SessionError> in
            do throws(SessionError) {
                try await session.open()
                let beside = try await Self.resolve(choice, token, session, remembered?.conflict)
                let bytes = await session.snapshot.fileBytes
                try await session.close()
                return .success(
                    Outcome(digest: bytes.map { SHA256Digest(of: $0) }, beside: beside?.name))
            } catch {
                return .failure(error)
            }
        }.get()
        // Only now: after a crash before this it is remembered still.
        do throws(StoreError) {
            if let remembered { try remembered.store.resolveConflict(of: remembered.conflict.note) }
        } catch {
            StandardError.write("notekit: The conflict is over, and is remembered all the same. \(error)\n")
        }
        return outcome
    }

    private static func resolve(
        _ choice: ConflictChoice, _ token: ConflictToken, _ session: NoteSession, _ stored: StoredConflict?
    ) async throws(SessionError) -> NotePath? {
        do throws(SessionError) {
            return try await session.resolve(choice, of: token)
        } catch {
            // One that is the session's no more: its journal is gone, or was saved.
            guard error.code == .noConflict, let stored else { throw error }
            let moment = try await session.settled()
            let made = await DiskLanes.shared.run { () -> Result<StoredConflict.Ending, SessionError> in
                Result { () throws(SessionError) in
                    try stored.ending(by: choice, of: token, at: moment, options: options)
                }
            }
            let ending = try made.get()
            if let text = ending.text { _ = try await session.put(text, over: moment) }
            return ending.beside
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
