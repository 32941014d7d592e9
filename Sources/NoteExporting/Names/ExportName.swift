// SPDX-License-Identifier: MIT
// What a file is called that leaves, so that every file system and program takes the name.

public import NoteKit

/// The base of an exported file's name, made from a title.
///
/// Safe on Linux, on Windows and on a Mac: signs that mean something in a path, and controls, become
/// spaces; spaces are collapsed; nothing is hidden, reserved or ends in a dot. At most 60 characters, none of
/// them cut, and with number and extension at most 255 bytes. A title of which nothing is left gives
/// `placeholder`.
public struct ExportName: Hashable, Sendable, CustomStringConvertible {
    /// What a note without a title is called.
    public static let placeholder = "Untitled"
    /// The most characters, as a reader counts them (grapheme clusters).
    public static let longest = 60

    /// The base, without number and extension.
    public let description: String

    /// Makes a name from any title.
    public init(_ title: String) {
        description =
            SafeName.name(of: title, longest: Self.longest, mostBytes: Self.mostBytes) ?? Self.placeholder
    }

    /// The name of a file: `NAME.EXTENSION`, and `NAME 2.EXTENSION` where the first is taken.
    ///
    /// - Parameters:
    ///   - number: Which one it is, from 1 on.
    ///   - kind: The extension, without its dot.
    public func fileName(_ number: Int = 1, extension kind: String) -> NotePath {
        NotePath(number > 1 ? "\(description) \(number).\(kind)" : "\(description).\(kind)")
    }

    /// Leaves room for a number of seven digits and an extension of three letters: see `man 7 path_resolution`.
    private static let mostBytes = 255 - " 1000000".utf8.count - ".pdf".utf8.count
}
