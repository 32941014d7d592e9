// SPDX-License-Identifier: MIT
// Which edits of a session were made, for a client that lost its connection before it was told.

internal import NoteKit
internal import Synchronization

/// The edits of one session, from its opening to the moment at which its client asks for them, on another connection.
///
/// That moment ends it: an edit that is on its way is made before, and none is made after. So what the client is told
/// of each edit is true, and stays true.
final class EditTrail: Sendable {
    /// How many edits are remembered. No client may have so many requests unanswered.
    private static let most = 1_024

    private let gate = EditGate(of: NotePath("/"), among: EditGates())
    private let state = Mutex(State())

    private struct State {
        var made: [Int] = []
        var isOver = false
    }

    /// Whether its client has resumed the session elsewhere.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Makes an edit, unless it is over.
    ///
    /// - Parameter number: What the client calls the edit.
    func make<Answer>(
        _ number: Int?, _ edit: () async throws(ProtocolError) -> Answer
    ) async throws(ProtocolError) -> Answer {
        try await gate.pass { () async throws(ProtocolError) in
            guard !isOver else {
                throw ProtocolError(
                    .unknownSession, "Its client has resumed the session on another connection.")
            }
            let answer = try await edit()
            guard let number else { return answer }
            state.withLock { state in
                if state.made.count == Self.most { state.made.removeFirst() }
                state.made.append(number)
            }
            return answer
        }
    }

    /// Ends it, and answers the numbers of the edits that were made.
    func end() async -> [Int] {
        state.withLock { $0.isOver = true }
        // Behind those that are on their way.
        await gate.exclusively {}
        return state.withLock { $0.made }
    }
}
