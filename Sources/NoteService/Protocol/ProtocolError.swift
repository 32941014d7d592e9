// SPDX-License-Identifier: MIT
// Why a request is refused, with a number that stays.

internal import NoteJSON

/// A refusal: a number and a word that programs can tell apart, and a sentence for people.
package struct ProtocolError: Error, Sendable, CustomStringConvertible {
    /// The sort of refusal. Numbers and words never change their meaning.
    package struct Code: Hashable, Sendable {
        /// The number, as JSON-RPC has it.
        package let number: Int
        /// The word, in `data.code`.
        package let word: String
        /// What it means, for the documentation.
        package let meaning: String
    }

    /// The sort of refusal.
    package let code: Code
    /// A sentence: what was refused, why, and what is still safe. Never note text.
    package let description: String
    /// The digest that the note has now, where a write was refused.
    var digest: String?
    /// Where a note stops being text, and what it may be.
    var offset: Int?
    var encoding: String?
    /// What the log calls it, where it is the daemon's own failure.
    var failure: String?

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("code", code.number)
            json.field("message", description)
            json.field("data") { json in
                json.object { json in
                    json.field("code", code.word)
                    if let digest { json.field("digest", digest) }
                    if let offset { json.field("offset", offset) }
                    if let encoding { json.field("encoding", encoding) }
                    if let failure { json.field("failure", failure) }
                }
            }
        }
    }
}

extension ProtocolError.Code {
    private init(_ number: Int, _ word: String, _ meaning: String) {
        self.init(number: number, word: word, meaning: meaning)
    }

    package static let parse = Self(-32700, "parse-error", "The message is no JSON, or its frame is broken.")
    package static let invalidRequest = Self(-32600, "invalid-request", "The message is no request.")
    package static let unknownMethod = Self(-32601, "method-not-found", "There is no such method.")
    package static let invalidParameters = Self(
        -32602, "invalid-params", "A parameter is missing, unknown, or of the wrong kind.")
    package static let internalError = Self(
        -32603, "internal-error", "The daemon failed; its log says how, under the number in failure.")
    package static let notInitialized = Self(-32002, "not-initialized", "The first request is initialize.")
    package static let missing = Self(-32010, "missing", "There is no such note or folder.")
    package static let outsideVault = Self(
        -32011, "outside-vault", "The path does not name a note in the vault.")
    package static let unreadable = Self(
        -32012, "unreadable", "The note is not UTF-8 and is never rewritten; see offset and encoding.")
    package static let conflict = Self(
        -32013, "conflict", "The note is not what the request was based on; see digest.")
    package static let staleRevision = Self(
        -32014, "stale-revision", "That part of the text was changed since the revision of the edit.")
    package static let badEdit = Self(
        -32015, "bad-edit", "A range is not in the text, cuts a character, or overlaps another.")
    package static let notWritten = Self(
        -32016, "not-written", "The disk refused. Edits are kept in the session and its journal.")
    package static let noConflict = Self(-32017, "no-conflict", "There is no conflict to resolve or to show.")
    package static let unknownSession = Self(
        -32018, "unknown-session", "This client has no such session open.")
    package static let unknownVault = Self(-32019, "unknown-vault", "No such vault is open.")
    package static let limit = Self(-32020, "limit", "A limit of the configuration is reached.")
    package static let ending = Self(-32021, "ending", "The daemon is about to end.")
    package static let unknownVersion = Self(-32022, "unknown-version", "The note has no such version.")
    package static let exists = Self(-32023, "exists", "There is a note of this name; see digest.")
    package static let notRead = Self(-32024, "not-read", "The disk refused to read.")
    package static let store = Self(-32025, "store", "What is remembered beside the vault cannot be used.")
    package static let invalidName = Self(-32026, "invalid-name", "No note can be called that.")
    package static let busy = Self(
        -32027, "busy", "Another program is changing the vault at this moment. Nothing was changed.")

    package static let cancelled = Self(
        -32800, "cancelled", "The client took the request back. Nothing was changed.")

    /// All of them, for the documentation.
    package static let all: [Self] = [
        parse, invalidRequest, unknownMethod, invalidParameters, internalError, notInitialized, missing,
        outsideVault, unreadable, conflict, staleRevision, badEdit, notWritten, noConflict, unknownSession,
        unknownVault, limit, ending, unknownVersion, exists, notRead, store, invalidName,
        busy, cancelled,
    ]
}
