// SPDX-License-Identifier: MIT
// Why a request got an error for an answer.

internal import NoteKit

/// Why a request was not carried out: a word for programs and a sentence for people.
struct SessionRefusal: Error, Equatable, Sendable {
    /// Those of `SessionError`, and `bad-json`, `bad-request` and `line-too-long`.
    let code: String
    /// Never text of the note.
    let message: String

    init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: SessionError) { self.init(error.code.description, error.description) }

    /// A request that is JSON and yet none.
    static func badRequest(_ message: String) -> SessionRefusal { SessionRefusal("bad-request", message) }
}
