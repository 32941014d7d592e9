// SPDX-License-Identifier: MIT
// `note/rename`.

internal import NoteKit
internal import NoteLibrary

/// Gives a note another title, with the links to it.
enum NoteRenameMethod: ServiceMethod {
    static let name = "note/rename"
    static let summary =
        "Gives a note another title, and writes the links to it anew, as notekit rename does: one change, which "
        + "notekit rename --undo takes back. Open notes take part: what was typed in those that it concerns is saved "
        + "first, and their sessions are told of the new path and the new links as of any outside change. A note in "
        + "conflict is left as it is, and named."

    struct Parameters: ProtocolParameters {
        private static let nameMember = Parameter<String>(
            "name", "The new title, without folder and .md. One that is taken is refused.")
        static let fields = NoteParameters.fields + [nameMember.field]

        let note: NoteParameters
        let name: String

        init(_ given: GivenParameters) throws(ProtocolError) {
            note = try NoteParameters(given)
            name = try given.value(of: Self.nameMember)
        }
    }

    /// A note whose links are as they were.
    struct LeftOut: ProtocolObject {
        static let members: [Member<LeftOut>] = [
            Member("path", "The note.") { $0.path },
            Member("message", "Why.") { $0.message },
        ]

        let path: String
        let message: String

        init(_ error: LibraryError) {
            path = error.path.description
            message = error.description
        }
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("path", "The path of the note now.") { $0.outcome.new.description },
            Member("changed", "The notes whose links were written anew, as they are called now.") {
                $0.outcome.edited.map(\.description)
            },
            Member("leftOut", "The notes whose links are as they were; usually none.") {
                $0.outcome.refusals.map { LeftOut($0) }
            },
            Member("problems", "What went wrong without harm, in sentences; usually nothing.") {
                $0.outcome.problems.map(\.description)
            },
        ]

        let outcome: RenameOutcome
    }

    static func lane(_ parameters: Parameters) -> RequestLane { parameters.note.lane }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let (vault, place) = try await parameters.note.place(for: client)
        let renaming = ServedRenaming(in: vault, log: client.daemon.log)
        return Answer(outcome: try await renaming.rename(place.path, titled: parameters.name))
    }
}
