// SPDX-License-Identifier: MIT
// The names of the encodings that an unreadable note may be in.

/// An encoding that a note which is not UTF-8 may be in.
public struct TextEncoding: Hashable, Sendable, CustomStringConvertible {
    /// The name, as reports spell it: `utf-16le`, `latin-1`, ...
    public let name: String

    private init(_ name: String) { self.name = name }

    /// UTF-16, low byte first.
    public static let utf16LittleEndian = TextEncoding("utf-16le")
    /// UTF-16, high byte first.
    public static let utf16BigEndian = TextEncoding("utf-16be")
    /// UTF-32, low byte first.
    public static let utf32LittleEndian = TextEncoding("utf-32le")
    /// UTF-32, high byte first.
    public static let utf32BigEndian = TextEncoding("utf-32be")
    /// ISO 8859-1.
    public static let latin1 = TextEncoding("latin-1")
    /// Windows-1252: Latin-1 with letters and signs in place of the controls from 0x80 to 0x9F.
    public static let windows1252 = TextEncoding("windows-1252")
    /// None that can be told: damaged UTF-8, another encoding, or not text.
    public static let unknown = TextEncoding("unknown")

    /// The name.
    public var description: String { name }
}
