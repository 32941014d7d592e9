// SPDX-License-Identifier: MIT
// `note/edit`: the text of a session, changed step by step.

internal import NoteKit

/// Changes the text of a session.
enum NoteEditMethod: ServiceMethod {
    static let name = "note/edit"
    static let summary =
        "Changes the text of a session: all of the edits, or none. They are in the journal when this is answered, and "
        + "saved a moment later. An edit of an older revision is moved along with what was changed in front of it "
        + "since, and refused where that part of the text was changed. An edit that stands on one before it is placed "
        + "past what others changed alone, and refused where that one was."

    struct Parameters: ProtocolParameters {
        private static let sessionMember = Parameter<Int>("session", Words.session)
        private static let revisionMember = Parameter<Int>(
            "revision", "The revision that the ranges speak of: the last one that the client was told of.")
        private static let numberMember = Parameter<Int?>(
            "number",
            "What the client calls this edit, so that the next one can stand on it, and so that it can ask whether it was "
                + "made; see resume of note/open.")
        private static let afterMember = Parameter<Int?>(
            "after",
            "The number of the client's edit before this one, on which it stands: the ranges are in the text of "
                + "revision with all edits of the client since.")
        private static let editsMember = Parameter<[TextEdit]>(
            "edits",
            "What to replace, 10,000 at most. All ranges are in the text of that revision, and none overlap.")
        static let fields = [
            sessionMember.field, revisionMember.field, numberMember.field, afterMember.field,
            editsMember.field,
        ]

        let session: Int
        let revision: Int
        let number: Int?
        let after: Int?
        let edits: [TextEdit]

        init(_ given: GivenParameters) throws(ProtocolError) {
            session = try given.value(of: Self.sessionMember)
            revision = try given.value(of: Self.revisionMember)
            number = try given.value(of: Self.numberMember)
            after = try given.value(of: Self.afterMember)
            edits = try given.value(of: Self.editsMember)
            try TextEdit.check(edits)
        }
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("revision", "The revision that the text has now.") { $0.revision },
            Member("status", Words.status) { $0.status },
            Member(optional: "warning", Words.warning) { $0.warning },
        ]

        let revision: Int
        let status: String
        let warning: String?
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .session(parameters.session) }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let session = try client.session(parameters.session)
        return try await session.trail.make(parameters.number) { () async throws(ProtocolError) in
            try await make(parameters, in: session, for: client)
        }
    }

    private static func make(
        _ parameters: Parameters, in session: ClientSession, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let (revision, isOnTop) = (parameters.revision, parameters.after != nil)
        // Until this one is made, nothing can stand on it.
        let last = session.takeLastEdit()
        if let after = parameters.after, after != last {
            throw ProtocolError(
                .staleRevision,
                "The edit stands on edit \(after), which was not made, or is not the last one.")
        }
        let text = try session.text(of: revision, isOnTop: isOnTop)
        var edits: [TextReplacement] = []
        edits.reserveCapacity(parameters.edits.count)
        for edit in parameters.edits { edits.append(try edit.replacement(in: text, client.offsets)) }
        let snapshot: SessionSnapshot
        do throws(SessionError) {
            let made = edits
            snapshot = try await session.note.gate.pass { () async throws(SessionError) in
                try await session.handle.replace(made, revision: revision, isOnTop: isOnTop)
            }
        } catch {
            throw ProtocolError(error)
        }
        session.made(parameters.number, edits, in: text, of: revision, making: snapshot.revision)
        // What others changed before it is told before it.
        await session.tellNews(to: client, before: snapshot.revision)
        session.become(snapshot)
        if session.hasNews { client.haveTold(.session(session.id)) }
        return Answer(
            revision: snapshot.revision, status: snapshot.status.name, warning: snapshot.journalProblem)
    }

    /// An edit that nobody answers is not lost in silence: the client is told the text as it is without it.
    static func missed(_ parameters: Parameters, by client: ServedClient) async {
        do throws(ProtocolError) {
            let session = try client.session(parameters.session)
            await session.tellWhole(to: client)
        } catch {
            // It has no such session, and sees no text of it.
        }
    }
}
