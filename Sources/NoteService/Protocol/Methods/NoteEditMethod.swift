// SPDX-License-Identifier: MIT
// `note/edit`, `note/save` and `note/resolve`.

internal import NoteKit
internal import NoteStore

/// Changes the text of a session.
enum NoteEditMethod: ServiceMethod {
    static let name = "note/edit"
    static let summary =
        "Changes the text of a session: all of the edits, or none. They are in the journal when this is answered, and "
        + "saved a moment later. An edit of an older revision is moved along with what was changed in front of it "
        + "since, and refused where that part of the text was changed."

    struct Parameters: ProtocolParameters {
        private static let sessionMember = Parameter<Int>("session", Words.session)
        private static let revisionMember = Parameter<Int>(
            "revision", "The revision that the ranges speak of.")
        private static let editsMember = Parameter<[TextEdit]>(
            "edits", "What to replace. All ranges are in the text of that revision, and none overlap.")
        static let fields = [sessionMember.field, revisionMember.field, editsMember.field]

        let session: Int
        let revision: Int
        let edits: [TextEdit]

        init(_ given: GivenParameters) throws(ProtocolError) {
            session = try given.value(of: Self.sessionMember)
            revision = try given.value(of: Self.revisionMember)
            edits = try given.value(of: Self.editsMember)
        }
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("revision", "The revision that the text has now.") { $0.revision },
            Member("status", Words.status) { $0.status },
        ]

        let revision: Int
        let status: String
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .session(parameters.session) }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let session = try client.session(parameters.session)
        let text = try session.text(of: parameters.revision)
        var edits: [TextReplacement] = []
        edits.reserveCapacity(parameters.edits.count)
        for edit in parameters.edits { edits.append(try edit.replacement(in: text, client.offsets)) }
        let snapshot: SessionSnapshot
        do throws(SessionError) {
            snapshot = try await session.note.gate.pass { () async throws(SessionError) in
                try await session.handle.replace(edits, revision: parameters.revision)
            }
        } catch {
            throw ProtocolError(error)
        }
        // What others changed before it is told before it.
        await session.tellNews(to: client, before: snapshot.revision)
        session.become(snapshot)
        if session.hasNews { client.haveTold(.session(session.id)) }
        return Answer(revision: snapshot.revision, status: snapshot.status.name)
    }
}

/// How a session stands after something was done with it.
struct SessionFacts: ProtocolObject {
    static let members: [Member<SessionFacts>] = [
        Member("revision", "The revision of the text.") { $0.revision },
        Member("status", Words.status) { $0.status },
        Member("digest", "The SHA-256 of the file's bytes; null where there is no file.") { $0.digest },
        Member("isUnsaved", "Whether the text holds something that the file does not.") { $0.isUnsaved },
    ]

    let revision: Int
    let status: String
    let digest: String?
    let isUnsaved: Bool

    /// Tells the client what it does not know yet, so that the answer speaks of a text that it has.
    init(_ session: ClientSession, for client: ServedClient) async {
        let snapshot = await session.handle.snapshot
        revision = snapshot.revision
        status = snapshot.status.name
        isUnsaved = snapshot.isUnsaved
        digest = await NoteOpenMethod.digest(of: snapshot)
        await session.tellNews(to: client, before: snapshot.revision + 1)
    }
}

/// Saves a session now.
enum NoteSaveMethod: ServiceMethod {
    static let name = "note/save"
    static let summary =
        "Saves a session without waiting for the pause. Writes nothing where nothing is unsaved."

    static func lane(_ parameters: SessionParameters) -> RequestLane { .session(parameters.session) }

    static func carryOut(
        _ parameters: SessionParameters, for client: ServedClient
    ) async throws(ProtocolError) -> SessionFacts {
        let session = try client.session(parameters.session)
        do throws(SessionError) {
            try await session.handle.save()
        } catch {
            throw ProtocolError(error)
        }
        return await SessionFacts(session, for: client)
    }
}

/// Ends a conflict.
enum NoteResolveMethod: ServiceMethod {
    static let name = "note/resolve"
    static let summary =
        "Ends the conflict of a session. What the choice drops is in the history before the note is touched."

    enum Choice: String, ProtocolWord {
        case mine
        case theirs
        case both
        case merged
    }

    struct Parameters: ProtocolParameters {
        private static let sessionMember = Parameter<Int>("session", Words.session)
        private static let choiceMember = Parameter<Choice>(
            "choice",
            "What becomes of the note: mine is written; theirs is shown; both writes theirs beside it and mine into "
                + "it; merged writes text.")
        private static let textMember = Parameter<String?>("text", "The merged text; for merged alone.")
        static let fields = [sessionMember.field, choiceMember.field, textMember.field]

        let session: Int
        let choice: ConflictChoice

        init(_ given: GivenParameters) throws(ProtocolError) {
            session = try given.value(of: Self.sessionMember)
            let text = try given.value(of: Self.textMember)
            switch (try given.value(of: Self.choiceMember), text) {
            case (.merged, let text?): choice = .merged(text)
            case (.merged, nil): throw ProtocolError(.invalidParameters, "params: 'text' is missing.")
            case (_, _?): throw ProtocolError(.invalidParameters, "params: 'text' goes with merged alone.")
            case (.mine, nil): choice = .mine
            case (.theirs, nil): choice = .theirs
            case (.both, nil): choice = .both
            }
        }
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .session(parameters.session) }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> SessionFacts {
        let session = try client.session(parameters.session)
        try await session.note.gate.pass { () async throws(ProtocolError) in
            try await session.vault.notes.resolve(session.note, session.handle, parameters.choice)
        }
        return await SessionFacts(session, for: client)
    }
}
