// SPDX-License-Identifier: MIT
// What `notekit edit`, `notekit task` and `notekit property` answer.

internal import NoteJSON
internal import NoteKit

/// What came of one edit.
struct EditAnswer {
    /// The outcome in one word, part of the interface for scripts.
    enum Status: String {
        case saved
        case unchanged
        case conflict
        case unreadable
        case failed
    }

    var status: Status
    var exitCode: ExitCode
    /// Why it was not done; nil where it was.
    private(set) var refusal: Refusal?
    /// The digest of the note as it is now; nil when it cannot be read.
    var digest: SHA256Digest?
    /// Why it is a conflict; nil for every other outcome.
    var reason: SaveConflict.Reason?
    /// What the save established.
    var receipt: SaveReceipt?
    /// The file that holds the caller's text after a refusal or a failure.
    var kept: NotePath?
    /// What other programs had written, in files beside the note.
    var beside: [NotePath] = []
    /// What was not kept although the note was written; told besides on the standard error.
    var warning: String?
    /// Sentences for a person.
    var message: String

    init(
        status: Status, exitCode: ExitCode, digest: SHA256Digest? = nil, receipt: SaveReceipt? = nil,
        message: String
    ) {
        (self.status, self.exitCode, self.digest, self.receipt) = (status, exitCode, digest, receipt)
        self.message = message
    }

    /// An edit that was not made.
    init(_ status: Status, _ refusal: Refusal, digest: SHA256Digest? = nil) {
        self.init(status: status, exitCode: refusal.exitCode, digest: digest, message: refusal.message)
        self.refusal = refusal
    }

    /// Tells it, and answers how the program should end.
    func deliver(asJSON isJSON: Bool) -> ExitCode {
        let isFine = exitCode == .fine
        if let warning { StandardError.write("notekit: \(warning)\n") }
        if !isFine { StandardError.write("notekit: \(message)\n") }
        let bytes = isJSON ? json : isFine ? Array("\(message)\n".utf8) : []
        return StandardOutput.write(bytes, then: exitCode, done: isFine ? message : nil)
    }

    /// The answer as one JSON value.
    var json: [UInt8] { JSONWriter.document { $0.object { writeFields(to: &$0) } } }

    /// Writes what the object holds.
    func writeFields(to json: inout JSONWriter) {
        json.field("status", status.rawValue)
        json.field("digest", digest?.description)
        json.field("reason", reason?.rawValue)
        json.field("receipt") { json in
            guard let receipt else { return json.null() }
            json.object { json in
                json.field("proof", receipt.proof.rawValue)
                json.field("durable", receipt.durable)
                json.field("lost") { json in json.array(receipt.lost) { $0.string($1) } }
            }
        }
        json.field("kept", kept?.description)
        json.field("beside") { json in json.array(beside) { $0.string($1.description) } }
        json.field("warning", warning)
        json.field("message", message)
        refusal?.write(to: &json)
    }
}
