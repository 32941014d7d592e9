// SPDX-License-Identifier: MIT
// An open note at one moment.

/// What a session held at one moment. It shares its text with the session and costs nothing to hold.
public struct SessionSnapshot: Sendable {
    /// The text, the unsaved edits included.
    public let text: NoteText
    /// The revision of the text. Edits name it, so that they end up where they were meant.
    public let revision: Int
    /// What was the matter with the note.
    public let status: SessionStatus
    /// Whether the text holds something that the file did not.
    public let isUnsaved: Bool
    /// Where the note was.
    public let path: NotePath
    let base: FoundNote
    /// Why edits are in no journal at present, so that a killed process would lose what is unsaved; nil where they
    /// are in one.
    public var journalProblem: String?

    /// The bytes that the file held when it was last read or written; nil where there was none. They are put
    /// together each time.
    public var fileBytes: [UInt8]? { base.bytes }

    /// The bytes that the file holds once everything is saved; nil where there is none, and nothing to save.
    package var heldBytes: [UInt8]? { isUnsaved ? text.bytes : base.bytes }
}
