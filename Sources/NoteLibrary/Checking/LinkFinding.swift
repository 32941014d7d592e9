// SPDX-License-Identifier: MIT
// What a check of a vault's links has to say about one place.

public import NoteFiles

/// Something in a vault that leads nowhere, or that leads elsewhere than one would think.
public struct LinkFinding: Hashable, Sendable {
    /// The sort of finding. More may be added; a `switch` needs a `default`.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The word for it that the command line prints.
        public let description: String
        private init(_ word: String) { description = word }

        /// A link to a file, a heading or a block that is not there.
        public static let deadLink = Kind("deadLink")
        /// A heading that no link can lead to: the same text stands before it, as high and below the same one.
        public static let doubledHeading = Kind("doubledHeading")
        /// Front matter that is not read as it was meant.
        public static let brokenProperty = Kind("brokenProperty")
        /// A second version of a file that another tool left.
        public static let conflictCopy = Kind("conflictCopy")
        /// A file that no note names.
        public static let orphanedAttachment = Kind("orphanedAttachment")
        /// A name that differs from another one in case or in the form of accents only.
        public static let ambiguous = Kind("ambiguous")
    }

    /// The file, below the vault.
    public let path: NotePath
    /// The sort of finding.
    public let kind: Kind
    /// What the finding is about: the target of a link as it is written, the text of a heading, the path of the
    /// other file; nil where there is no such thing.
    public var target: String?
    /// The line of the file, counted from 1; nil where the whole file is meant.
    public var line: Int?
    /// The bytes of the file; nil where the whole file, or a whole line, is meant.
    public var range: Range<Int>?
    /// A sentence without a full stop.
    public let message: String

    init(
        _ kind: Kind, _ path: NotePath, target: String? = nil, line: Int? = nil, range: Range<Int>? = nil,
        _ message: String
    ) {
        self.path = path
        self.kind = kind
        self.target = target
        self.line = line
        self.range = range
        self.message = message
    }

    /// The order of a report: by path, place and kind.
    static func isBefore(_ one: LinkFinding, _ other: LinkFinding) -> Bool {
        if one.path != other.path { return one.path < other.path }
        let (here, there) = (one.line ?? 0, other.line ?? 0)
        if here != there { return here < there }
        let (start, end) = (one.range?.lowerBound ?? 0, other.range?.lowerBound ?? 0)
        if start != end { return start < end }
        return (one.kind.description, one.target ?? "") < (other.kind.description, other.target ?? "")
    }
}
