// SPDX-License-Identifier: MIT
// `note/open` and `note/close`.

internal import NoteKit
internal import NoteProtocol
internal import Synchronization

/// A note of a vault, as most methods name it.
struct NoteParameters: ProtocolParameters {
    static let vaultMember = Parameter<String>("vault", Words.vault)
    static let pathMember = Parameter<String>("path", Words.path)
    static let fields = [vaultMember.field, pathMember.field]

    let vault: String
    let path: String

    init(_ given: GivenParameters) throws(ProtocolError) {
        vault = try given.value(of: Self.vaultMember)
        path = try given.value(of: Self.pathMember)
    }

    /// One for each note, however its path is spelled.
    var lane: RequestLane { .note(vault: vault, path: NotePath(shown: path)?.description ?? path) }

    /// Finds the note. Requests that name what is outside of the vault end here.
    ///
    /// - Parameter isPast: Whether its past is asked for, so that its folder may be gone, too.
    func place(
        for client: ServedClient, isPast: Bool = false
    ) async throws(ProtocolError) -> (ServedVault, VaultPlace) {
        let vault = try client.vault(vault)
        let path = path
        let place = await vault.lanes.run { () -> Result<VaultPlace, ProtocolError> in
            Result { () throws(ProtocolError) in try VaultPlace(path, in: vault.path, isPast: isPast) }
        }
        return (vault, try place.get())
    }
}

/// A session that a client has open.
struct SessionParameters: ProtocolParameters {
    private static let sessionMember = Parameter<Int>("session", Words.session)
    static let fields = [sessionMember.field]

    let session: Int

    init(_ given: GivenParameters) throws(ProtocolError) {
        session = try given.value(of: Self.sessionMember)
    }
}

/// Opens a note for editing.
enum NoteOpenMethod: ServiceMethod {
    static let name = "note/open"
    static let summary =
        "Opens a note for editing, together with everybody else who has it open. A note that is not there opens empty, "
        + "and is made by the first save. One that is not UTF-8 opens as unreadable and takes no edits."
    static let hasLargeAnswer = true

    struct Parameters: ProtocolParameters {
        private static let keyMember = Parameter<String?>(
            "key", "What no other session is called, 64 bytes at most, so that this one can be resumed.")
        private static let resumeMember = Parameter<String?>(
            "resume",
            "The key of a session whose connection was lost. It ends before this one begins: an edit of it that is on its "
                + "way is made before, and none after.")
        private static let unansweredMember = Parameter<[Int]?>(
            "unanswered", "With resume: the numbers of its edits that were not answered.")
        static let fields =
            NoteParameters.fields + [keyMember.field, resumeMember.field, unansweredMember.field]

        let note: NoteParameters
        let key: String?
        let resume: String?
        let unanswered: Set<Int>

        init(_ given: GivenParameters) throws(ProtocolError) {
            note = try NoteParameters(given)
            key = try given.value(of: Self.keyMember)
            resume = try given.value(of: Self.resumeMember)
            unanswered = Set(try given.value(of: Self.unansweredMember) ?? [])
            guard key.map({ 1...64 ~= $0.utf8.count }) ?? true else {
                throw ProtocolError(.invalidParameters, "params.key has 1 to 64 bytes.")
            }
        }
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("session", "The session, for this client alone.") { $0.session },
            Member("revision", "The revision of the text.") { $0.snapshot.revision },
            Member("text", "The text: no byte order mark, each line ending as one line feed.") {
                $0.snapshot.text.text
            },
            Member("status", Words.status) { $0.snapshot.status.name },
            Member("message", "A sentence that goes with failed and unreadable, else null.") {
                $0.snapshot.status.message
            },
            Member("digest", "The SHA-256 of the file's bytes; null where there is no file.") { $0.digest },
            Member("isUnsaved", "Whether the text holds something that the file does not.") {
                $0.snapshot.isUnsaved
            },
            Member("recovered", "Whether unsaved edits of a killed process came back with it.") {
                $0.recovered
            },
            Member(optional: "warning", Words.warning) { $0.snapshot.journalProblem },
            Member(
                optional: "made",
                "With resume: which of the unanswered edits were made; the others were not. Left out where nothing is known "
                    + "of that session, as after a kill."
            ) { $0.made },
        ]

        let session: Int
        let snapshot: SessionSnapshot
        let digest: String?
        let recovered: Bool
        let made: [Int]?
    }

    static func lane(_ parameters: Parameters) -> RequestLane { parameters.note.lane }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let (vault, place) = try await parameters.note.place(for: client)
        let trails = client.daemon.trails
        // Before the text is told, so that it holds them.
        let made = await parameters.resume.flatMap { trails[$0] }?.end()
        try client.beginOpening()
        let note: HeldNote
        do throws(ProtocolError) {
            note = try await vault.notes.hold(place)
        } catch {
            client.giveUpOpening()
            throw error
        }
        let handle = NoteSession(at: place.file, options: vault.notes.options)
        let updates = handle.updates
        do throws(SessionError) {
            try await handle.open()
        } catch {
            client.giveUpOpening()
            await vault.notes.release(note)
            throw ProtocolError(error)
        }
        let snapshot = await handle.snapshot
        let trail = EditTrail()
        if let key = parameters.key { trails.add(trail, key) }
        let session = ClientSession(
            client.daemon.nextSession(), of: note, in: vault, handle: handle, updates: updates,
            snapshot: snapshot, offsets: client.offsets, trail: trail)
        let digest = await Self.digest(of: snapshot, for: client)
        await client.add(session)
        return Answer(
            session: session.id, snapshot: snapshot, digest: digest,
            recovered: note.state.withLock { $0.hasRecovered } && snapshot.isUnsaved,
            made: made?.filter { parameters.unanswered.contains($0) })
    }

    static func answered(_ answer: Answer, to client: ServedClient) { client.listen(to: answer.session) }

    /// The digest of what the file held; nil where there was none. In a large note it takes a while.
    static func digest(of snapshot: SessionSnapshot, for client: ServedClient) async -> String? {
        guard let bytes = snapshot.fileBytes else { return nil }
        guard bytes.count > 1 << 16 else { return snapshot.digest?.description }
        return await client.largeMessages.run { snapshot.digest?.description }
    }
}

/// Ends a session.
enum NoteCloseMethod: ServiceMethod {
    static let name = "note/close"
    static let summary =
        "Saves what is pending, and ends the session in any case. What cannot be saved stays with the daemon, and is "
        + "there again with the next note/open."

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("isSaved", "Whether everything is in the file.") { $0.message == nil },
            Member("message", "Why not, else null.") { $0.message },
        ]

        let message: String?
    }

    static func lane(_ parameters: SessionParameters) -> RequestLane { .session(parameters.session) }

    static func carryOut(
        _ parameters: SessionParameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let session = try client.remove(parameters.session)
        client.daemon.trails.remove(session.trail)
        do throws(SessionError) {
            try await session.close()
            return Answer(message: nil)
        } catch {
            return Answer(message: error.description)
        }
    }
}
