// SPDX-License-Identifier: MIT
// `note/blocks`.

internal import NoteKit
internal import NoteMarkdown

/// The blocks of a note as a reader sees them.
enum NoteBlocksMethod: ServiceMethod {
    static let name = "note/blocks"
    static let summary =
        "Lists the blocks of a note as a reader sees them, those inside quotes, callouts, list items and footnotes "
        + "after theirs. Of a session, those of its text with the unsaved edits; of a note, those of its file."
    static let isRepeatable = true
    static let hasLargeAnswer = true

    struct Parameters: ProtocolParameters {
        private static let sessionMember = Parameter<Int?>(
            "session", "A session, in place of vault and path.")
        private static let vaultMember = Parameter<String?>("vault", Words.vault)
        private static let pathMember = Parameter<String?>("path", Words.path)
        static let fields = [sessionMember.field, vaultMember.field, pathMember.field]

        enum Subject: Sendable {
            case session(Int)
            case note(NoteParameters)
        }

        let subject: Subject

        init(_ given: GivenParameters) throws(ProtocolError) {
            let (vault, path) = (try given.value(of: Self.vaultMember), try given.value(of: Self.pathMember))
            let isNote = vault != nil || path != nil
            switch (try given.value(of: Self.sessionMember), isNote) {
            case (let session?, false): subject = .session(session)
            case (nil, _): subject = .note(try NoteParameters(given))
            default: throw ProtocolError(.invalidParameters, "params: a session, or vault and path.")
            }
        }
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("revision", "The revision of the session's text; null for a file.") { $0.revision },
            Member("blocks", "The blocks in reading order.") { $0.blocks },
        ]

        let revision: Int?
        let blocks: [ToldBlock]
    }

    static func lane(_ parameters: Parameters) -> RequestLane {
        switch parameters.subject {
        case .session(let id): .session(id)
        case .note(let note): note.lane
        }
    }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let offsets = client.offsets
        switch parameters.subject {
        case .session(let id):
            let session = try client.session(id)
            let snapshot = await session.handle.snapshot
            await session.tellNews(to: client, before: snapshot.revision + 1)
            let blocks = await client.largeMessages.run { ToldBlock.all(of: snapshot.text, offsets) }
            return Answer(revision: snapshot.revision, blocks: blocks)
        case .note(let note):
            let (vault, place) = try await note.place(for: client)
            let bytes = try await vault.bytes(of: place)
            let answer = await client.largeMessages.run { () -> Result<Answer, UnreadableText> in
                Result { () throws(UnreadableText) in
                    let text = try NoteText(bytes: bytes)
                    return Answer(revision: nil, blocks: ToldBlock.all(of: text, offsets))
                }
            }
            do throws(UnreadableText) {
                return try answer.get()
            } catch {
                throw ProtocolError(error, of: place.path)
            }
        }
    }
}
