// SPDX-License-Identifier: MIT
// Everything that can happen to a session.

/// What happens to an open note: what a client asks for, what the disk answers, what the clock says.
enum SessionEvent: Sendable {
    // What a client asks for.
    case edit(Range<Int>, [UInt8], on: Int?, by: SessionClient)
    case edits([TextReplacement], on: Int?, by: SessionClient)
    case editsOnTop([TextReplacement], on: Int, by: SessionClient)
    case setText([UInt8], on: Int?, by: SessionClient)
    case undo(by: SessionClient)
    case redo(by: SessionClient)
    case save
    /// The token names the sides that the choice was made on; nil for those of this moment.
    case resolve(ConflictChoice, of: ConflictToken? = nil)
    case close
    case put(Put)

    /// The first reading is done, which is how `read` is answered while the note is loading. Edits that a
    /// killed process left are offered with it.
    case opened(FoundNote, recovered: RecoveredEdits?)
    /// The note may have changed on the disk.
    case hint
    /// The file is found at another path now.
    case moved(to: NotePath)
    /// A client has gone.
    case left(SessionClient)
    /// Edits are in the journal before they are answered, or are not any more.
    case journalled(Bool)
    /// Time has passed, as far as `wakesAt` or further.
    case tick

    // What the disk answers to `SessionEffect`: exactly one of these for each piece of work.
    case found(FoundNote)
    case notRead(FileError)
    case written(SaveOutcome)
    case notWritten(FileError)
    case putAside
    case notPutAside(FileError)
}

/// Who made a change, so that nobody is told of their own.
struct SessionClient: Hashable, Sendable {
    let number: UInt64
}

/// Unsaved edits out of the journal of a process that was killed.
struct RecoveredEdits: Hashable, Sendable {
    /// The bytes of the file that they were made on.
    let base: [UInt8]
    /// The bytes that they come to.
    let mine: [UInt8]
    /// The edits that lead there from the base, where they are known.
    var edits: [NoteEdit] = []
}
