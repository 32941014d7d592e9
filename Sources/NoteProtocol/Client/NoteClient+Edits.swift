// SPDX-License-Identifier: MIT
// What becomes of edits whose answers were lost with the connection.

internal import Synchronization

extension NoteClient {
    /// The numbers of the edits of a session whose answers were lost.
    func lostEdits(of session: RemoteSession) -> [Int] {
        state.withLock { state in
            state.calls.values.filter { $0.isLost && $0.edit?.session === session }.compactMap {
                $0.edit?.number
            }
        }
    }

    /// Tells those who wait for the answers of lost edits what became of these.
    ///
    /// - Parameter made: Which were made; nil where nobody knows.
    func settle(_ session: RemoteSession, made: [Int]?) {
        let lost = state.withLock { state in
            let lost = state.calls.filter { $0.value.isLost && $0.value.edit?.session === session }
            for id in lost.keys { state.calls[id] = nil }
            return lost.values
        }
        for call in lost {
            guard let made, let edit = call.edit, let number = edit.number else {
                call.continuation.resume(returning: .failure(call.failure(.lost, Self.lostSentence)))
                continue
            }
            let wasMade = made.contains(number)
            if wasMade { edit.madeUnanswered() }
            let what = wasMade ? "was carried out, and its answer is lost." : "was not carried out."
            call.continuation.resume(
                returning: .failure(
                    NoteClientError(
                        .lost, "\(Self.lostSentence) '\(call.name)' \(what)", isUndone: !wasMade)))
        }
    }

    private static var lostSentence: String { "The connection was lost." }
}
