// SPDX-License-Identifier: MIT
// What can end a line of a note.

/// The bytes that end one line in the file; each is a single `\n` in the shown text.
public enum LineEnding: Hashable, Sendable, CaseIterable {
    /// A line feed.
    case lf
    /// A carriage return and a line feed.
    case crlf
    /// A carriage return that no line feed follows.
    case cr
    /// Nothing: the last line of a note.
    case none

    /// The bytes in the file.
    public var bytes: [UInt8] {
        switch self {
        case .lf: [0x0A]
        case .crlf: [0x0D, 0x0A]
        case .cr: [0x0D]
        case .none: []
        }
    }
}
