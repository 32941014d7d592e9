// SPDX-License-Identifier: MIT
// What is looked for, and where.

public import NoteFiles
internal import NoteSyntax

/// A question to a vault: one piece of text, spaces and signs included, or a regular expression.
///
/// Case is ignored (full case folding of Unicode: `STRASSE` finds `straße`), and `é` as one character and as two
/// are alike, as are the line endings. A match never begins or ends within a character: `cafe` does not find the
/// one character `é` in `café` unless marks are ignored.
///
/// The title of a note and all text of its file are searched, front matter included, the byte order mark not.
public struct SearchQuery: Sendable {
    /// How a query is understood.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The options as bits.
        public let rawValue: Int
        /// Makes options from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// It is a regular expression as PCRE2 has them. `^` and `$` stand at lines too. A match of no characters, as
        /// `^$` has it at an empty line, stands for its line: it counts once in a line that holds no other match.
        /// Behind the last line ending there is no line, and none in an empty note.
        public static let regularExpression = Options(rawValue: 1)
        /// Accents and other marks count for nothing, in the query and in the notes.
        public static let ignoringMarks = Options(rawValue: 2)
    }

    /// The UTF-8 bytes of what is looked for.
    public let text: [UInt8]
    /// How it is understood.
    public let options: Options
    /// Only notes in this folder and those below it; nil for the whole vault.
    public var folder: NotePath?
    /// How many notes are found at most; nil for all.
    public var limit: Int?

    let pattern: SearchPattern

    /// Understands a query.
    ///
    /// - Parameters:
    ///   - text: What is looked for.
    ///   - options: How it is understood.
    ///   - folder: Only notes in this folder of the vault and below; nil for all.
    ///   - limit: How many notes are found at most; nil for all.
    /// - Throws: `SearchError`: `.nothingToFind`, `.invalidPattern`; `.other` where ICU is not installed, which
    ///   tells what characters are alike.
    public init(
        _ text: String, options: Options = [], in folder: NotePath? = nil, limit: Int? = nil
    ) throws(SearchError) {
        try self.init(bytes: Array(text.utf8), options: options, in: folder, limit: limit)
    }

    /// The same from bytes, as a command line has them.
    public init(
        bytes text: [UInt8], options: Options = [], in folder: NotePath? = nil, limit: Int? = nil
    ) throws(SearchError) {
        guard !text.isEmpty else { throw SearchError(.nothingToFind, "There is nothing to look for.") }
        if let fault = text.withUnsafeBufferPointer({ UnreadableText(checking: $0) }) {
            throw SearchError(.invalidPattern, "What to look for is not UTF-8 from byte \(fault.offset).")
        }
        if let hindrance = TextFolding.hindrance {
            throw SearchError(.other, "\(hindrance). No note was touched.")
        }
        self.text = text
        self.options = options
        self.folder = folder
        self.limit = limit
        let ignoresMarks = options.contains(.ignoringMarks)
        pattern =
            options.contains(.regularExpression)
            ? .expression(try RegularExpression(text, ignoringMarks: ignoresMarks))
            : .literal(try LiteralPattern(text, ignoringMarks: ignoresMarks))
    }
}
