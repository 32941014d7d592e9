// SPDX-License-Identifier: MIT
// What an agent is told when a tool does not do what it was called for, and what it may do about that.

internal import NoteJSON
internal import NoteProtocol

/// Why a tool did nothing, for the agent that called it.
struct AgentRefusal: Error, Sendable {
    /// A word that stays.
    let word: String
    /// What was refused, and what is still safe. Never note text.
    let message: String
    /// What to do next.
    let advice: String?
    /// The digest that the note has now.
    var digest: String?

    init(_ word: String, _ message: String, advice: String? = nil) {
        self.word = word
        self.message = message
        self.advice = advice ?? Self.advice(on: word)
    }

    /// Arguments that mean nothing.
    init(_ error: ProtocolError) { self.init(error.code.word, error.description) }

    /// What the service said, or that it said nothing.
    init(_ error: NoteClientError) {
        if let refusal = error.refusal {
            self.init(refusal.word, refusal.description)
            digest = refusal.digest
        } else {
            self.init(error.isUndone ? "unavailable" : "unknown-outcome", error.description)
        }
    }

    private static func advice(on word: String) -> String? {
        switch word {
        case "conflict":
            "Somebody else changed the note. Read it again, make your change on what it holds now, and pass the "
                + "digest of that reading as base. If it has not changed, somebody has unsaved edits that contradict "
                + "the file: leave the note to them."
        case "exists": "To change the note that is there, read it, and pass its digest as base."
        case "unseen": "Read it with read, further parts with start, and pass the digest as base."
        case "missing": "list and search tell which notes there are. A folder has to be there already."
        case "outside-vault":
            "A path is relative to the vault, goes over slashes, ends in .md, and no name in it begins with a "
                + "full stop."
        case "unreadable": "The note is not UTF-8. Leave it to a person."
        case "bad-edit":
            "Ranges count bytes of the text as read tells it. With old in place of start and end no counting is "
                + "needed."
        case "unknown-version": "history tells the versions of a note."
        case "busy", "unavailable": "Nothing was done. Try again in a moment."
        case "unknown-outcome": "It may have been done. Read the note before you try again."
        default: nil
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("error") { json in
                json.object { json in
                    json.field("code", word)
                    json.field("message", message)
                    if let advice { json.field("advice", advice) }
                    if let digest { json.field("digest", digest) }
                }
            }
        }
    }
}
