// SPDX-License-Identifier: MIT
// Why a property of a note is not edited.

/// Why an edit of a property is refused. Nothing has changed.
public struct PropertyError: Error, Sendable, CustomStringConvertible {
    /// What kind of refusal it is.
    public struct Code: Hashable, Sendable {
        private enum Kind { case missing, taken, repeated, broken, noList, unsupported, badName, unprovable }
        private let kind: Kind
        private init(_ kind: Kind) { self.kind = kind }
        /// There is no property of that name.
        public static var missing: Code { Code(.missing) }
        /// Another property has the new name.
        public static var taken: Code { Code(.taken) }
        /// The name stands in several lines.
        public static var repeated: Code { Code(.repeated) }
        /// The front matter is no YAML that holds names and values.
        public static var broken: Code { Code(.broken) }
        /// The property is no list.
        public static var noList: Code { Code(.noList) }
        /// The property is written in a way that is left alone: a mapping, an anchor, a name behind `?`, or
        /// everything in braces.
        public static var unsupported: Code { Code(.unsupported) }
        /// The name is empty.
        public static var badName: Code { Code(.badName) }
        /// Reading the edited front matter again did not show this edit and nothing else.
        public static var unprovable: Code { Code(.unprovable) }
    }

    /// What kind of refusal it is.
    public let code: Code
    /// The lines of the file that it speaks of, counted from 1; empty where it speaks of none.
    public let lines: [Int]
    /// One sentence for a person. It shows no text of the note.
    public let description: String

    init(_ code: Code, lines: [Int] = [], _ description: String) {
        self.code = code
        self.lines = lines
        self.description = description
    }
}
