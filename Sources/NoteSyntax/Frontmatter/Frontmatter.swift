// SPDX-License-Identifier: MIT
// Where a note's front matter is: the lines between two fences at its very start.

/// The YAML block at the start of a note.
public struct Frontmatter: Hashable, Sendable {
    /// The whole block, its fences and the line ending of the closing one included.
    public let range: Range<Int>
    /// What lies between the fences, its last line ending included.
    public let text: Range<Int>

    /// The front matter of a note's bytes, a byte order mark allowed; `nil` where there is none.
    public init?(in bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return nil }
        let end = bytes.count
        let start = base.hasPrefix("\u{FEFF}", at: 0, to: end) ? 3 : 0
        guard base.hasPrefix("---", at: start, to: end) else { return nil }
        guard let textStart = Self.lineEnd(base, at: start + 3, to: end), textStart > start + 3 else {
            return nil
        }
        var line = textStart
        while line < end {
            if base.hasPrefix("---", at: line, to: end) {
                var close = line + 3
                while close < end, base[close].isSpaceOrTab { close += 1 }
                if let after = Self.lineEnd(base, at: close, to: end) {
                    range = start..<after
                    text = textStart..<line
                    return
                }
            }
            // A carriage return alone does not end a line here.
            while line < end, base[line] != Byte.newline {
                line = base.lineEnd(from: base[line] == Byte.carriageReturn ? line + 1 : line, to: end)
            }
            line += 1
        }
        return nil
    }

    /// The range of the front matter of a note's bytes.
    public static func range(in bytes: some Collection<UInt8>) -> Range<Int>? {
        let found = bytes.withContiguousStorageIfAvailable { Frontmatter(in: $0)?.range }
        return found ?? Array(bytes).withUnsafeBufferPointer { Frontmatter(in: $0)?.range }
    }

    /// What follows a line ending (LF or CRLF, or the end of the text) at `position`.
    private static func lineEnd(_ text: UnsafePointer<UInt8>, at position: Int, to end: Int) -> Int? {
        if position == end { return position }
        if text[position] == Byte.newline { return position + 1 }
        guard text[position] == Byte.carriageReturn, position + 1 < end, text[position + 1] == Byte.newline
        else {
            return nil
        }
        return position + 2
    }
}

extension UnsafePointer<UInt8> {
    /// Whether the text starts with three dashes, after a byte order mark or not.
    func opensFrontmatter(to end: Int) -> Bool {
        hasPrefix("---", at: hasPrefix("\u{FEFF}", at: 0, to: end) ? 3 : 0, to: end)
    }
}
