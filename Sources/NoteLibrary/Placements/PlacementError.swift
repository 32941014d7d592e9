// SPDX-License-Identifier: MIT
// Why a placement is not made, moved or lifted.

/// Why an operation on a placement is refused. Nothing has changed.
public struct PlacementError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is. More may be added; a `switch` needs a `default`.
    public struct Code: Hashable, Sendable {
        private enum Kind { case missing, inside, first, last, noBlock, badName, badOffset }
        private let kind: Kind
        private init(_ kind: Kind) { self.kind = kind }
        /// No such placement is in the note.
        public static var missing: Code { Code(.missing) }
        /// The placement lies in a list item, a quote, a callout or a footnote.
        public static var inside: Code { Code(.inside) }
        /// No block stands above it.
        public static var first: Code { Code(.first) }
        /// No block stands below it.
        public static var last: Code { Code(.last) }
        /// A block of its own cannot stand or be taken out there without another block becoming something else.
        public static var noBlock: Code { Code(.noBlock) }
        /// The name cannot be spelled in `![[...]]`.
        public static var badName: Code { Code(.badName) }
        /// The offset is behind the end of the file, or inside a character.
        public static var badOffset: Code { Code(.badOffset) }
    }

    /// What kind of refusal it is.
    public let code: Code
    /// One sentence for a person. It shows no text of the note.
    public let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
