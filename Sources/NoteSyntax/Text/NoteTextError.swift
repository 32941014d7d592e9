// SPDX-License-Identifier: MIT
// Why a place or an edit that a client sent does not fit a note.

/// A place or an edit that somebody sent does not fit the note as it is; the note is unchanged.
public struct NoteTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, for a program.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case outOfBounds, insideCharacter, insideLineEnding, insideMark, notUTF8, doesNotFit
        }
        private let kind: Kind
        private init(_ kind: Kind) { self.kind = kind }

        /// The place is before the start or behind the end of the note or of its line.
        public static let outOfBounds = Code(.outOfBounds)
        /// The place lies between the bytes, or the UTF-16 halves, of one character.
        public static let insideCharacter = Code(.insideCharacter)
        /// The place lies between the two bytes of a CRLF line ending.
        public static let insideLineEnding = Code(.insideLineEnding)
        /// The place lies inside the byte order mark.
        public static let insideMark = Code(.insideMark)
        /// The bytes to insert are not UTF-8.
        public static let notUTF8 = Code(.notUTF8)
        /// The edit was made on another text.
        public static let doesNotFit = Code(.doesNotFit)
    }

    /// What is wrong, for a program.
    public let code: Code
    /// The offset or column that is wrong, as it was given.
    public let offset: Int
    /// One sentence for a person. It shows no text of the note.
    public let description: String

    init(_ code: Code, at offset: Int, _ description: String) {
        self.code = code
        self.offset = offset
        self.description = description
    }
}
