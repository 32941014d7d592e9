// SPDX-License-Identifier: MIT
// How a command ends that the daemon refused, or did not answer.

internal import NoteProtocol

/// What the daemon said in place of an answer, or why it said nothing.
struct DaemonFailure: Refusable {
    let error: NoteClientError
    /// Whether nothing can have been done: it never came to a request, or that only reads.
    let isHarmless: Bool

    /// The word of the protocol for a refusal; nil where the daemon said nothing.
    var word: String? { error.refusal?.word }

    var refusal: Refusal {
        guard error.isUndone || isHarmless else {
            return Refusal(.notWritten, "unknown", error.description)
        }
        guard let word else { return Refusal(.usage, "unreachable", description) }
        return Refusal(exitCode(word), word, error.description)
    }

    /// A sentence for whoever asked for nothing that could be half done.
    var description: String {
        error.code == .timedOut ? "notekitd runs and does not answer." : "notekitd: \(error.description)"
    }

    private func exitCode(_ word: String) -> ExitCode {
        switch word {
        case "conflict", "exists": .conflict
        case "unreadable": .unreadable
        case "not-written", "busy", "store", "ending": .notWritten
        case "no-conflict": .found
        default: .usage
        }
    }

    /// What a task of the client comes to.
    ///
    /// - Parameter isHarmless: Whether what it asks for changes nothing.
    static func catching<Answer>(
        isHarmless: Bool = false, _ work: () async throws(NoteClientError) -> Answer
    ) async -> Result<Answer, DaemonFailure> {
        do throws(NoteClientError) {
            return .success(try await work())
        } catch {
            return .failure(DaemonFailure(error: error, isHarmless: isHarmless))
        }
    }
}
