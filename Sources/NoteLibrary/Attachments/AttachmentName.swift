// SPDX-License-Identifier: MIT
// What an attachment may be called.

internal import NoteFiles

/// The name of a file in the attachment folder.
enum AttachmentName {
    /// The longest name that a file system takes, less a number; see `man 7 path_resolution`.
    private static let longest = 240
    /// Signs that mean something in a path or a link, here or on another system that shares the vault.
    private static let signs = Set("[]|#^\\:*?\"<>/".unicodeScalars)

    /// Whether bytes are a single name that leads nowhere else: nothing hidden, no `..`, no slash.
    static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.first != UInt8(ascii: ".") && bytes.count <= 255
            && bytes.allSatisfy { $0 != UInt8(ascii: "/") && $0 != 0 }
    }

    /// The name that a file gets which is called so elsewhere: as it is, but for what cannot be a name here.
    ///
    /// What is no text becomes U+FFFD, what would mean something in a link or a path a hyphen, a control a space;
    /// dots and blanks in front go, for they hide a file, and so do those at the end.
    static func safe(_ name: NotePath) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in String(decoding: name.bytes, as: UTF8.self).unicodeScalars {
            if signs.contains(scalar) {
                safe.append("-")
            } else if scalar.properties.generalCategory == .control || scalar.properties.isWhitespace {
                safe.append(" ")
            } else if !turnsDirection(scalar) {
                safe.append(scalar)
            }
        }
        let blank: (Unicode.Scalar) -> Bool = { $0 == "." || $0 == " " }
        let kept = safe.drop(while: blank)
        let end = kept.lastIndex { !blank($0) }.map { kept.index(after: $0) } ?? kept.startIndex
        let text = String(String.UnicodeScalarView(kept[..<end]))
        return text.isEmpty ? "attachment" : numbered(text, 0)
    }

    /// The name with a number in front of its extension, as Obsidian writes it: `photo 1.png`; zero is not
    /// written. Shortened where that is too long.
    static func numbered(_ name: String, _ number: Int) -> String {
        let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        // What is longer is no extension that anybody knows.
        let isEnding = name[dot...].utf8.count <= 32
        let ending = isEnding ? String(name[dot...]) : ""
        var stem = isEnding ? name[..<dot] : name[...]
        while stem.utf8.count + ending.utf8.count > longest { stem.removeLast() }
        return number > 0 ? "\(stem) \(number)\(ending)" : "\(stem)\(ending)"
    }

    /// Embeddings, overrides and isolates show a name in another order than it is spelled in.
    private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
