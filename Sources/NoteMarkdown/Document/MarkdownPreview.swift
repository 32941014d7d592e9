// SPDX-License-Identifier: MIT
// The words that a list shows of a note: one line, from an opening fragment only.

/// The preview of a note.
public enum MarkdownPreview {
    /// A preview has fewer characters than this.
    public static let limit = 500
    /// How many bytes of the text are read at first.
    private static let fragment = 4096
    /// How many bytes are read at most where the first ones show little: as much again each time.
    private static let longestFragment = 65_536
    /// How many bytes at the start of a note are searched for the end of its front matter.
    private static let longestFrontmatter = 1_048_576

    /// What a note begins with, as one line of plain text: signs gone, white space collapsed.
    ///
    /// Reads an opening fragment, however long the note is: its front matter, and then as much as shows enough,
    /// at most 64 KB. What is defined or closed behind the fragment is not known to it, so a reference to
    /// a definition at the end of a longer note shows its brackets.
    ///
    /// - Parameter bytes: The bytes of the file.
    /// - Returns: Fewer than `limit` characters.
    public static func plainPreview(of bytes: some Collection<UInt8>) -> String {
        let start = bodyStart(of: bytes)
        var length = fragment
        while true {
            let body = Array(bytes.dropFirst(start).prefix(length))
            let isWhole = body.count < length
            var line = PreviewLine(limit: limit)
            MarkdownDocument(parsing: isWhole ? body[...] : cut(body)).storage.text.withUnsafeBufferPointer {
                line.write($0)
            }
            if isWhole || line.isFull || length >= longestFragment { return line.text }
            length *= 4
        }
    }

    private static func bodyStart(of bytes: some Collection<UInt8>) -> Int {
        let opening = Array(bytes.prefix(6))
        let marks = opening.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard
            opening.dropFirst(marks).elementsEqual("---".utf8)
                || opening.dropFirst(marks).starts(with: "---".utf8)
        else { return 0 }
        var length = fragment
        while true {
            let prefix = Array(bytes.prefix(length))
            // The last line may be cut, so it cannot end the block unless it is whole.
            if let found = Frontmatter.range(in: prefix),
                found.upperBound < prefix.count || prefix.count < length
            {
                return found.upperBound
            }
            if prefix.count < length || length >= longestFrontmatter { return 0 }
            length *= 4
        }
    }

    /// A fragment without its last line, unless that is most of it, and never with part of a character.
    private static func cut(_ body: [UInt8]) -> ArraySlice<UInt8> {
        if let newline = body.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }), newline > body.count / 2 {
            return body[...newline]
        }
        var end = body.count
        while end > 0, body.count - end < 4, body[end - 1] & 0xC0 == 0x80 { end -= 1 }
        if end > 0, body[end - 1] >= 0xC0 { end -= 1 }
        return body[..<end]
    }
}
