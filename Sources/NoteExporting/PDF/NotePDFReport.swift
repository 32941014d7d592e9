// SPDX-License-Identifier: MIT
// What is to be said of a PDF file that was made.

/// A PDF file that was made: how long it is, and what of the note it could not show.
public struct NotePDFReport: Sendable, Hashable {
    /// Something of the note that the file does not show as written.
    public struct Warning: Sendable, Hashable, CustomStringConvertible {
        /// The sort of warning. More may be added; a `switch` needs a `default`.
        public struct Kind: Sendable, Hashable, CustomStringConvertible {
            /// The word for it.
            public let description: String
            package init(_ word: String) { description = word }

            /// No font has a glyph for these; a hollow box stands in their place.
            public static let missingGlyphs = Kind("missing-glyphs")
            /// A link to a heading, a block or a footnote that the note does not have.
            public static let deadLink = Kind("dead-link")
            /// An image that is not there, that cannot be read, or that would take too much to draw.
            public static let imageNotDrawn = Kind("image-not-drawn")
            /// A drawing that cannot be read, or that would take too much to draw.
            public static let drawingNotDrawn = Kind("drawing-not-drawn")
        }

        /// What sort it is.
        public var kind: Kind
        /// The target of a dead link as written, the name of the image file; empty for others.
        public var name: String
        /// Why an image or the drawing is not drawn, as a clause; empty for others.
        public var reason: String
        /// Code points without a glyph, ascending, each once; empty for others.
        public var codePoints: [UInt32]

        package init(_ kind: Kind, name: String = "", reason: String = "", codePoints: [UInt32] = []) {
            self.kind = kind
            self.name = name
            self.reason = reason
            self.codePoints = codePoints
        }

        /// A sentence that says it, without text of the note but the names of what it speaks of, which are
        /// cut where they are very long.
        public var description: String {
            switch kind {
            case .missingGlyphs:
                "No font has a glyph for \(codePoints.map(Self.written).joined(separator: ", "))."
            case .deadLink: "The note has nothing that the link to '\(ShownName.of(name))' could lead to."
            case .imageNotDrawn: "The image '\(ShownName.of(name))' \(reason); it is left out."
            default: "The drawing \(reason); it is left out."
            }
        }

        private static func written(_ codePoint: UInt32) -> String {
            let digits = String(codePoint, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    /// How many pages the file has; at least one.
    public var pages: Int
    /// In the order of the note; of equal ones the first. Missing glyphs come last, as one warning.
    public var warnings: [Warning]

    package init(pages: Int, warnings: [Warning]) {
        self.pages = pages
        self.warnings = warnings
    }
}
