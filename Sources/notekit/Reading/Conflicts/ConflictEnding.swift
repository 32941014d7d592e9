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

    // MARK: By the daemon

    /// - Returns: The digest that the note has then; nil where it is not there.
    private func served(_ daemon: Daemon, _ place: Daemon.Place) throws(DaemonFailure) -> SHA256Digest? {
        let (client, choice) = (daemon.client, choice)
        let facts = try Daemon.ask {
            await DaemonFailure.catching { () async throws(NoteClientError) in
                try await Self.resolve(choice, client, place)
            }
        }.get()
        return facts.digest.flatMap { SHA256Digest($0) }
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

    private func alone() throws -> SHA256Digest? {
        let remembered = try RememberedConflict.find(of: file)
        var options = SessionOptions()
        options.keeper = Program.keeper
        options.isWatching = false
        let session = NoteSession(at: file, options: options)
        let (choice, file, stateFolder) = (choice, file, options.stateFolder)
        let digest = try Daemon.wait { () async -> Result<SHA256Digest?, SessionError> in
            do throws(SessionError) {
                try await session.open()
                try await Self.resolve(choice, session, remembered?.conflict, file, stateFolder)
                let bytes = await session.snapshot.fileBytes
                try await session.close()
                return .success(bytes.map { SHA256Digest(of: $0) })
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
        return digest
    }

    private static func resolve(
        _ choice: ConflictChoice, _ session: NoteSession, _ stored: StoredConflict?, _ file: NotePath,
        _ stateFolder: NotePath
    ) async throws(SessionError) {
        do throws(SessionError) {
            try await session.resolve(choice)
        } catch {
            // One that is the session's no more: its journal is gone, or was saved.
            guard error.code == .noConflict, let stored else { throw error }
            try await stored.end(choice, by: session, at: file, stateFolder: stateFolder)
        }
    }

    // MARK: What came of it

    private func answer(_ digest: SHA256Digest?) -> EditAnswer {
        let (what, status): (String, EditAnswer.Status) =
            switch choice {
            case .mine: ("what was typed here", .saved)
            case .theirs: ("what the other program wrote", .unchanged)
            case .both: ("what was typed here; the other text is beside it", .saved)
            case .merged: ("the merged text", .saved)
            }
        let now = digest.map { " Its digest is now \($0)." } ?? ""
        return EditAnswer(
            status: status, exitCode: .fine, digest: digest,
            message: "The conflict of '\(typed)' is over: it holds \(what).\(now)")
    }
}
