// SPDX-License-Identifier: MIT
// How a difference is coloured for a person.

internal import Glibc

/// The colours of a difference on a terminal.
enum DifferenceColours {
    /// Whether the standard output is a terminal with colours, and nobody said that there should be none.
    ///
    /// See: https://no-color.org.
    static var isWanted: Bool {
        let refusal = getenv("NO_COLOR").map { String(cString: $0) } ?? ""
        let terminal = getenv("TERM").map { String(cString: $0) }
        return isatty(STDOUT_FILENO) == 1 && refusal.isEmpty && terminal != nil && terminal != "dumb"
    }

    /// The difference with a colour for each line that has one.
    static func painted(_ difference: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        for line in difference.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            guard let colour = colour(of: line) else {
                text += line + [0x0A]
                continue
            }
            text += Array("\u{1B}[\(colour)m".utf8) + line + Array("\u{1B}[m\n".utf8)
        }
        return text
    }

    private static func colour(of line: ArraySlice<UInt8>) -> String? {
        if line.starts(with: "--- ".utf8) || line.starts(with: "+++ ".utf8) { return "1" }
        return switch line.first {
        case UInt8(ascii: "-"): "31"
        case UInt8(ascii: "+"): "32"
        case UInt8(ascii: "@"): "36"
        default: nil
        }
    }
}
