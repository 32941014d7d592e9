// SPDX-License-Identifier: MIT
// A file that a note lists.

public import NoteFiles

/// One file of a note, as its list names it.
public struct Attachment: Hashable, Sendable {
    /// The name, or what is written where a name should be.
    public let name: String
    /// Where it lies below the vault; nil where it is missing, or what is written is no name.
    public let path: NotePath?
    /// How many bytes it has; nil where it is missing.
    public let size: Int?

    /// Whether it can be opened.
    public var isAvailable: Bool { path != nil }
}
