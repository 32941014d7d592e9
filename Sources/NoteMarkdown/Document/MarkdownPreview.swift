// SPDX-License-Identifier: MIT
// The words that a list shows of a note: one line, from an opening fragment only.

/// The preview of a note.
public enum MarkdownPreview {
    /// A preview has fewer characters than this, counted as Unicode scalars.
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
        if let line = bytes.withContiguousStorageIfAvailable({ line(of: $0, isWhole: true) }) {
            return line ?? ""
        }
        // What lies elsewhere is copied, no more of it than is needed.
        var length = 2 * fragment
        while true {
            let opening = Array(bytes.prefix(length))
            let isWhole = opening.count < length
            if let line = opening.withUnsafeBufferPointer({ line(of: $0, isWhole: isWhole) }) { return line }
            length *= 4
        }
    }

    /// The preview of a note that begins with these bytes; nil where that takes more of them.
    private static func line(of bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> String? {
        guard let start = bodyStart(of: bytes, isWhole: isWhole) else { return nil }
        // With the newline that ends the front matter: what stands behind it opens no other.
        let first = start > 0 && bytes[start - 1] == 0x0A ? start - 1 : start
        var length = fragment
        while true {
            let end = min(start + length, bytes.count)
            let isEnd = isWhole && end == bytes.count
            guard isEnd || start + length <= bytes.count else { return nil }
            let body = UnsafeBufferPointer(rebasing: bytes[first..<end])
            let shown = isEnd ? body : UnsafeBufferPointer(rebasing: body[..<cut(body)])
            var line = PreviewLine(limit: limit)
            MarkdownDocument(MarkdownTree(parsing: shown), of: shown).storage.text.withUnsafeBufferPointer {
                line.write($0)
            }
            if isEnd || line.isFull || length >= longestFragment { return line.text }
            length *= 4
        }
    }

    /// Where the text begins behind mark and front matter; nil where that takes more bytes.
    private static func bodyStart(of bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Int? {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes.dropFirst(mark).starts(with: "---".utf8) else { return 0 }
        var length = fragment
        while true {
            let end = min(length, bytes.count)
            let opening = UnsafeBufferPointer(rebasing: bytes[..<end])
            // A fence whose line may go on behind the opening ends nothing yet.
            if let found = Frontmatter(in: opening),
                found.range.upperBound < end || isWhole && end == bytes.count
            {
                return found.range.upperBound
            }
            if length >= longestFrontmatter || isWhole && end == bytes.count { return 0 }
            guard end == length else { return nil }
            length *= 4
        }
    }

    /// Where a fragment is cut: behind its last line, unless that is most of it, and never in a character.
    private static func cut(_ body: UnsafeBufferPointer<UInt8>) -> Int {
        if let newline = body.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }), newline > body.count / 2 {
            return newline + 1
        }
        var end = body.count
        while end > 0, body.count - end < 4, body[end - 1] & 0xC0 == 0x80 { end -= 1 }
        if end > 0, body[end - 1] >= 0xC0 { end -= 1 }
        return end
    }
}
