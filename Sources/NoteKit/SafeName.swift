// SPDX-License-Identifier: MIT
// What a file may be called, made from a title: safe for every file system and program.

/// Names that are safe on Linux, on Windows and on a Mac.
///
/// Signs that mean something in a path, and controls, become spaces; spaces are collapsed; nothing is hidden,
/// reserved or ends in a dot.
package enum SafeName {
    /// The name that a title gives; `nil` where nothing of it can be seen.
    ///
    /// - Parameters:
    ///   - longest: The most characters, as a reader counts them (grapheme clusters). None is cut.
    ///   - mostBytes: The most bytes.
    ///   - signs: Signs that become spaces too.
    package static func name(
        of title: String, longest: Int, mostBytes: Int, without signs: Set<Unicode.Scalar> = []
    ) -> String? {
        let name = limited(stripped(cleaned(title, pathSigns.union(signs))), longest, mostBytes)
        guard isVisible(name) else { return nil }
        return isReserved(name) ? limited("_\(name)", longest, mostBytes) : name
    }

    /// Signs of paths and controls as spaces, spaces collapsed, marks that turn the direction dropped.
    private static func cleaned(_ title: String, _ signs: Set<Unicode.Scalar>) -> String {
        var cleaned = String.UnicodeScalarView()
        for scalar in title.unicodeScalars where !turnsDirection(scalar) {
            let isSpace = scalar.properties.isWhitespace || isControl(scalar) || signs.contains(scalar)
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
    private static func limited(_ name: String, _ longest: Int, _ mostBytes: Int) -> String {
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
