// SPDX-License-Identifier: MIT
// Why a search cannot be carried out: because of what is asked, or because the vault cannot be looked at.

public import NoteFiles

/// A search that has no answer. The index is never the reason: without one the notes are read.
public struct SearchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sort of failure. More may be added; a `switch` needs a `default`.
    public struct Code: Hashable, Sendable {
        private enum Kind { case nothingToFind, invalidPattern, tooCostly, vault, cancelled, other }
        private let kind: Kind
        private init(_ kind: Kind) { self.kind = kind }

        /// The query is empty, or holds nothing but marks that are to be ignored.
        public static let nothingToFind = Code(.nothingToFind)
        /// The query is no regular expression, or not UTF-8.
        public static let invalidPattern = Code(.invalidPattern)
        /// The regular expression takes too many steps on a note.
        public static let tooCostly = Code(.tooCostly)
        /// The vault, or the folder in it, cannot be listed; see `fileError`.
        public static let vault = Code(.vault)
        /// Whoever asked wanted no more.
        public static let cancelled = Code(.cancelled)
        /// Anything else.
        public static let other = Code(.other)
    }

    /// The sort of failure.
    public let code: Code
    /// A sentence.
    public let description: String
    /// What the disk said, where it is the reason.
    public let fileError: FileError?

    init(_ code: Code, _ sentence: String, _ fileError: FileError? = nil) {
        self.code = code
        description = sentence
        self.fileError = fileError
    }
}
