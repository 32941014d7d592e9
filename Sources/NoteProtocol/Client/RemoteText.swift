// SPDX-License-Identifier: MIT
// What a session holds at one moment, as its client is told.

/// A revision of the text of a session, good for edits until the session is opened anew.
public struct RemoteRevision: Hashable, Sendable {
    /// How often the session was opened before. Revisions of different openings say nothing of each other.
    public let opening: Int
    /// Counts the changes of the text.
    public let number: Int
}

/// The text of a session when it was opened, or opened anew.
public struct RemoteText: Hashable, Sendable {
    /// The text: no byte order mark, each line ending as one line feed.
    public let text: String
    /// Its revision.
    public let revision: RemoteRevision
    /// The status, as the protocol spells it: `ready`, `editing`, `changedElsewhere` and so on.
    public let status: String
    /// A sentence that goes with `failed` and `unreadable`.
    public let message: String?
    /// The SHA-256 of the file's bytes; nil where there is no file.
    public let digest: String?
    /// Whether the text holds something that the file does not.
    public let isUnsaved: Bool
    /// Whether unsaved edits of a killed process came back with it.
    public let isRecovered: Bool

    init(_ answer: Service.NoteOpen.Answer, opening: Int) {
        text = answer.text
        revision = RemoteRevision(opening: opening, number: answer.revision)
        status = answer.status
        message = answer.message
        digest = answer.digest
        isUnsaved = answer.isUnsaved
        isRecovered = answer.recovered
    }
}
