// SPDX-License-Identifier: MIT
// A piece of a note in one line that no terminal takes for a command.

/// Shortens text for the screen.
enum Excerpt {
    /// The most characters that are shown.
    static let longest = 100

    /// The text in one line: a line ending and the blanks around it become one space, other controls
    /// become U+FFFD, and what is too long ends in an ellipsis.
    static func line(_ text: String) -> String { line(text.utf8) }

    /// The same of UTF-8, of which no more is read than is shown.
    static func line(_ bytes: some Sequence<UInt8>) -> String {
        var line = ""
        var count = 0
        var isBetween = false
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        while let scalar = next(of: &rest, by: &decoder) {
            if scalar == "\n" || scalar == "\r" {
                isBetween = true
                while line.unicodeScalars.last == " " { line.unicodeScalars.removeLast() }
                continue
            }
            if isBetween, scalar == " " || scalar == "\t" { continue }
            if count == longest { return line + "…" }
            if isBetween, !line.isEmpty { line.unicodeScalars.append(" ") }
            isBetween = false
            line.unicodeScalars.append(shown(scalar))
            count += 1
        }
        return line
    }

    private static func next(of bytes: inout some IteratorProtocol<UInt8>, by decoder: inout UTF8)
        -> Unicode.Scalar?
    {
        switch decoder.decode(&bytes) {
        case .scalarValue(let scalar): scalar
        case .error: "\u{FFFD}"
        case .emptyInput: nil
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == "\t" { return " " }
        // Controls, line and paragraph separators: Unicode promises that there will be no others, and looking them
        // up takes longer than all the rest.
        return switch scalar.value {
        case ..<0x20, 0x7F...0x9F, 0x2028...0x2029: "\u{FFFD}"
        default: scalar
        }
    }
}
