// SPDX-License-Identifier: MIT
// A text of a note that is not in its file any more, or never came there.

/// A text of a note that is kept beside it: one that was not chosen, was displaced, or could not be saved.
public struct NoteVersion: Hashable, Sendable {
    /// Why it is kept. More may be added.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// The word for it, of lower case letters alone, that file names and commands use.
        public let description: String

        private init(_ word: String) { description = word }

        /// Reads a word back, also one of a later edition; nil for what is no word of lower case letters.
        public init?(word: some StringProtocol) {
            let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
            guard !word.isEmpty, word.utf8.allSatisfy({ letters.contains($0) }) else { return nil }
            self.init(String(word))
        }

        /// In a conflict: what was typed here, when the other side was chosen.
        public static let mine = Reason("mine")
        /// In a conflict: what another program had written, when this side was chosen.
        public static let theirs = Reason("theirs")
        /// What the file held before a save put a merged text in its place.
        public static let displaced = Reason("displaced")
        /// What a crash left that belongs at no note any more.
        public static let recovered = Reason("recovered")
        /// What could not be saved.
        public static let refused = Reason("refused")
        /// What the note held when it got another title.
        public static let renamed = Reason("renamed")
        /// What a save of ours put another text in place of.
        public static let replaced = Reason("replaced")
    }

    /// The note. Its path names the version; a relative one is taken from the working directory.
    public var note: NotePath
    /// The whole file, byte order mark and line endings as they are.
    public var bytes: [UInt8]
    /// Why it is kept.
    public var reason: Reason
    /// When it was put aside.
    public var moment: FileTime

    /// When the text was last edited, where that is known.
    public var edited: FileTime?
    /// The text that is about to take its place in the note, where that is known.
    public var replacement: [UInt8]?

    /// Makes a version.
    public init(
        of note: NotePath, _ bytes: [UInt8], because reason: Reason, at moment: FileTime,
        edited: FileTime? = nil, replacement: [UInt8]? = nil
    ) {
        self.note = note
        self.bytes = bytes
        self.reason = reason
        self.moment = moment
        self.edited = edited
        self.replacement = replacement
    }
}
