// SPDX-License-Identifier: MIT
// `note/save`: what is unsaved, written without waiting for the pause.

internal import NoteKit

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
