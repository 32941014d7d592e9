// SPDX-License-Identifier: MIT
// Everything that a session has done for it.

/// What the state machine of a session wants done. Only `read`, `write` and `putAside` are work: one of
/// them runs at a time, and each is answered by an event.
enum SessionEffect: Sendable {
    /// Look at the file. Answered by `found`, while the note is loading by `opened`, or by `notRead`.
    case read
    /// Put this text at the path if it still holds `base`. Answered by `written` or `notWritten`.
    case write(NoteText, base: FoundNote)
    /// Keep versions, then put theirs beside the note. Answered by `putAside` or `notPutAside`.
    case putAside(PutAside)
    /// Bring the journal up to date.
    case journal(JournalStep)
    /// Tell whoever asked for a text to be put what came of it.
    case putEnded(PutOutcome)
    /// Tell whoever chose what came of it: why nothing did, or nil.
    case choiceEnded(SessionError?)
    /// Tell everybody.
    case tell(SessionNews)
    /// Nothing will be done any more.
    case end
}

/// What must be safe elsewhere before a conflict may be resolved.
struct PutAside: Hashable, Sendable {
    /// My text, for the version keeper.
    var mine: [UInt8]?
    /// Their text, for the version keeper.
    var theirs: [UInt8]?
    /// Their text, for a file beside the note.
    var beside: [UInt8]?
}

/// A step of the journal of unsaved edits.
enum JournalStep: Hashable, Sendable {
    /// These edits were made; `base` is what the file held. The first of them begin the journal and fit
    /// that base; where it is no text they fit an empty text.
    case append([NoteEdit], base: FoundNote)
    /// The file now holds the text after so many edits of the journal.
    case saved(afterEdits: Int)
    /// The edits now stand on another base; where it is no text, on an empty text.
    case restart(base: FoundNote, [NoteEdit])
    /// Nothing is unsaved.
    case discard
}

/// What clients are told.
enum SessionNews: Hashable, Sendable {
    case status
    /// The shown text changed; nobody's own change carries a client.
    case change(NoteChange, by: SessionClient?)
    /// The conflict began, or one of its sides is another now.
    case conflict
    /// Edits of a killed process are back.
    case recovered
    /// What other programs wrote came out of the way, and is kept there.
    case keptBeside([NotePath])
    /// The note is at this path now.
    case moved(NotePath)
}
