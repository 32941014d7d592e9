// SPDX-License-Identifier: MIT
// Why the daemon refused a request, as it says it.

internal import NoteJSON

/// A refusal of the daemon.
public struct ServiceRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number, as JSON-RPC has it.
    public let number: Int
    /// The word that stays: `conflict`, `missing`, `exists` and so on; see the protocol.
    public let word: String
    /// A sentence.
    public let description: String
    /// The digest that the note has now, where a write was refused.
    public let digest: String?
    /// Where a note stops being text.
    public let offset: Int?
    /// What it may be instead.
    public let encoding: String?
    /// What the daemon's log calls it, where it failed itself.
    public let failure: String?

    /// Whether asking again is of no use: there is no such thing. Whatever else a daemon says may pass.
    var isFinal: Bool {
        ["missing", "outside-vault", "invalid-name", "unknown-vault", "invalid-params"]
            .contains { $0.utf8.elementsEqual(word.utf8) }
    }

    init(_ value: JSONValue) throws(ServiceMismatch) {
        let error = try ServiceObject(value, at: "error")
        number = try error.value("code")
        description = try error.value("message")
        let data: Details = try error.value("data")
        (word, digest, offset, encoding) = (data.word, data.digest, data.offset, data.encoding)
        failure = data.failure
    }

    private struct Details: ServiceReadable {
        let word: String
        let digest: String?
        let offset: Int?
        let encoding: String?
        let failure: String?

        init(reading object: ServiceObject) throws(ServiceMismatch) {
            word = try object.value("code")
            digest = try object.value("digest")
            offset = try object.value("offset")
            encoding = try object.value("encoding")
            failure = try object.value("failure")
        }
    }
}
