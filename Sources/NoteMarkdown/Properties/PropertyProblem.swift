// SPDX-License-Identifier: MIT
// What is wrong with a front matter, and where.

/// Something in a front matter that keeps it from being read as it was meant.
public struct PropertyProblem: Hashable, Sendable {
    /// The line of the file, counted from 1.
    public let line: Int
    /// One sentence for a person. It shows no text of the note.
    public let message: String
}
