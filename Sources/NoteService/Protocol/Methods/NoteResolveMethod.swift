// SPDX-License-Identifier: MIT
// `note/resolve`: the way out of a conflict.

internal import NoteKit

/// Ends a conflict.
enum NoteResolveMethod: ServiceMethod {
    static let name = "note/resolve"
    static let summary =
        "Ends the conflict of a session, on the very sides that were looked at: where one of them is another by now it "
        + "is refused with conflict, and stands. What the choice drops is in the history before the note is touched."

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
        private static let tokenMember = Parameter<String>(
            "token", "The sides that the choice was made on, as conflict/show named them.")
        private static let textMember = Parameter<String?>("text", "The merged text; for merged alone.")
        static let fields = [sessionMember.field, choiceMember.field, tokenMember.field, textMember.field]

        let session: Int
        let choice: ConflictChoice
        let token: ConflictToken

        init(_ given: GivenParameters) throws(ProtocolError) {
            session = try given.value(of: Self.sessionMember)
            guard let token = ConflictToken(try given.value(of: Self.tokenMember)) else {
                throw ProtocolError(.invalidParameters, "params: 'token' is none.")
            }
            self.token = token
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
        let beside = try await session.vault.notes.resolve(
            session.note, session.handle, parameters.choice, of: parameters.token)
        return await SessionFacts(session, for: client, beside: beside)
    }
}
