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
        let name = Self.limited(Self.stripped(Self.cleaned(title)))
        guard Self.isVisible(name) else {
            description = Self.placeholder
            return
        }
        description = Self.isReserved(name) ? Self.limited("_\(name)") : name
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

    /// Signs of paths and controls as spaces, spaces collapsed, marks that turn the direction dropped.
    private static func cleaned(_ title: String) -> String {
        var cleaned = String.UnicodeScalarView()
        for scalar in title.unicodeScalars where !turnsDirection(scalar) {
            let isSpace = scalar.properties.isWhitespace || isControl(scalar) || pathSigns.contains(scalar)
            if !isSpace {
                cleaned.append(scalar)
            } else if cleaned.last != " " {
                cleaned.append(" ")
            }
        }
        return String(cleaned)
    }

    private static let pathSigns: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }

    /// Embeddings, overrides and isolates show a name in another order than it is spelled in; a byte order
    /// mark shows nothing at all.
    private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// Without dots and spaces in front: they hide a file.
    private static func stripped(_ name: String) -> String {
        String(name.unicodeScalars.drop { $0 == "." || $0 == " " })
    }

    /// As many whole characters as fit, without dots and spaces at the end, which Windows drops.
    private static func limited(_ name: String) -> String {
        var kept = name.prefix(longest)
        while kept.utf8.count > mostBytes { kept.removeLast() }
        while let last = kept.unicodeScalars.last, last == "." || last == " " {
            kept.unicodeScalars.removeLast()
        }
        return String(kept)
    }

    private static func isVisible(_ name: String) -> Bool {
        name.unicodeScalars.contains { scalar in
            !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
        }
    }

    /// Whether Windows takes the name for a device, whatever its extension.
    private static func isReserved(_ name: String) -> Bool {
        let stem = String(name.prefix { $0 != "." }).uppercased()
        let device = String(stem.unicodeScalars.reversed().drop { $0 == " " }.reversed().map(Character.init))
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(device) { return true }
        guard device.hasPrefix("COM") || device.hasPrefix("LPT"), device.count == 4 else { return false }
        return device.last.map { "0123456789¹²³".contains($0) } ?? false
    }
}
