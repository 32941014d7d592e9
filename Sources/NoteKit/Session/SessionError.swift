// SPDX-License-Identifier: MIT
// Why a session refuses something.

/// Why a session did not do what it was asked for. Its text and its edits are as they were.
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sort of refusal. More may be added; a `switch` needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word for it that the command line prints.
        public let description: String
        private init(_ word: String) { description = word }

        /// The session was not opened, or is closed.
        public static let notOpen = Code("not-open")
        /// The note is not UTF-8 text and is never rewritten.
        public static let unreadable = Code("unreadable")
        /// The edit was made on a revision whose text was changed at that place since, or on one that is
        /// too old or was never there.
        public static let staleRevision = Code("stale-revision")
        /// The range is not in the text, or the new text is not UTF-8.
        public static let badEdit = Code("bad-edit")
        /// There is nothing to undo or to do again.
        public static let nothingToUndo = Code("nothing-to-undo")
        /// There is no conflict to resolve.
        public static let noConflict = Code("no-conflict")
        /// The note was changed elsewhere; nothing is written until that is resolved.
        public static let conflict = Code("conflict")
        /// The disk refused. The edits are kept in the session, and in its journal where the sentence says so.
        public static let notWritten = Code("not-written")
        /// The session was closed while its edits could be written neither to the note nor to a journal: they are lost.
        public static let lost = Code("lost")
        /// The file cannot be read.
        public static let notRead = Code("not-read")
    }

    /// The sort of refusal.
    public let code: Code
    /// A sentence: what was refused, why, and what is still safe. Never note text.
    public let description: String
    /// What the disk said, where it was the disk.
    public let cause: FileError?

    /// A conflict is not ended by a choice that was made on other sides.
    package static func unseen(_ path: NotePath) -> SessionError {
        SessionError(
            .conflict,
            "A side of the conflict of '\(path)' was changed since. Nothing was written; look at both once more."
        )
    }

    package init(_ code: Code, _ description: String, cause: FileError? = nil) {
        self.code = code
        self.description = description
        self.cause = cause
    }
}
