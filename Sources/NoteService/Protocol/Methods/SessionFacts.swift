// SPDX-License-Identifier: MIT
// What a client is told of a session after something was done with it.

internal import NoteKit

/// How a session stands after something was done with it.
struct SessionFacts: ProtocolObject {
    static let members: [Member<SessionFacts>] = [
        Member("revision", "The revision of the text.") { $0.revision },
        Member("status", Words.status) { $0.status },
        Member("digest", "The SHA-256 of the file's bytes; null where there is no file.") { $0.digest },
        Member("isUnsaved", "Whether the text holds something that the file does not.") { $0.isUnsaved },
        Member(
            optional: "beside", "For note/resolve with both: the file beside the note that holds their text."
        ) { $0.beside },
    ]

    let revision: Int
    let status: String
    let digest: String?
    let isUnsaved: Bool
    let beside: String?

    /// Tells the client what it does not know yet, so that the answer speaks of a text that it has.
    ///
    /// - Parameter beside: The file that was put beside the note.
    init(_ session: ClientSession, for client: ServedClient, beside: NotePath? = nil) async {
        self.beside = beside?.relative(to: session.vault.path)?.description
        let snapshot = await session.handle.snapshot
        revision = snapshot.revision
        status = snapshot.status.name
        isUnsaved = snapshot.isUnsaved
        digest = await NoteOpenMethod.digest(of: snapshot, for: client)
        await session.tellNews(to: client, before: snapshot.revision + 1)
    }
}
