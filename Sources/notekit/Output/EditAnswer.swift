// SPDX-License-Identifier: MIT
// What `notekit edit` and `notekit task` answer.

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
    /// The digest of the note as it is now; nil when it cannot be read.
    var digest: SHA256Digest?
    /// What the save established.
    var receipt: SaveReceipt?
    /// The file that holds the caller's text after a refusal or a failure.
    var kept: NotePath?
    /// Sentences for a person.
    var message: String

    /// Tells it, and answers how the program should end.
    func deliver(asJSON isJSON: Bool) -> ExitCode {
        if exitCode != .fine { StandardError.write("notekit: \(message)\n") }
        if isJSON { return StandardOutput.write(json, then: exitCode) }
        return exitCode == .fine ? StandardOutput.write(message + "\n") : exitCode
    }

    /// The answer as one JSON value.
    var json: [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("status", status.rawValue)
                json.field("digest", digest?.description)
                json.field("receipt") { json in
                    guard let receipt else { return json.null() }
                    json.object { json in
                        json.field("proof", receipt.proof.rawValue)
                        json.field("durable", receipt.durable)
                        json.field("lost") { json in json.array(receipt.lost) { $0.string($1) } }
                    }
                }
                json.field("kept", kept?.description)
                json.field("message", message)
            }
        }
    }
}
