// SPDX-License-Identifier: MIT
// What came of a rename.

public import NoteFiles

/// What came of a rename and of the links.
public struct RenameOutcome: Hashable, Sendable {
    /// The path of the note before.
    public let old: NotePath
    /// The path of the note now.
    public let new: NotePath
    /// The notes and canvases whose links were written anew, ordered by path, as they are called now.
    public internal(set) var edited: [NotePath]
    /// The symbolic links that got another target, ordered by path, as they are called now.
    public internal(set) var relinked: [NotePath]
    /// What was not done, and why: a note that another program was writing, or that is in conflict. Their links
    /// are as they were.
    public internal(set) var refusals: [LibraryError]
    /// What went wrong without harm, and symbolic links that lead there no more, since they begin at the root.
    public internal(set) var problems: [LibraryError]
    /// The text that the note has got itself, where one of its links was written anew.
    var text: [UInt8]?
    /// The rename that this one was to take back; nil where it takes none back.
    public internal(set) var undone: FinishedOperation?

    /// Whether every link leads where it led.
    public var isComplete: Bool { refusals.isEmpty }
}
