// SPDX-License-Identifier: MIT
// How the file says its language: an entry of the catalogue that cairo does not write.

/// Adds entries to the catalogue of a PDF file while it passes.
///
/// cairo writes the catalogue as the last object in front of the table of objects. What is put into it moves
/// nothing but that table, whose place is the number behind `startxref`; that one is moved along. May go
/// when cairo can be told the language.
struct CatalogPatch {
    private static let mark = Array("/Type /Catalog\n".utf8)
    private static let lastMark = Array("startxref\n".utf8)

    private let entries: [UInt8]
    /// Whether all pages are written, and with them all text of the note's.
    var isAwaited = false
    private var isDone = false
    /// What is held back: an end that may be the beginning of a mark, or all behind the catalogue that may
    /// hold `startxref`.
    private var held: [UInt8] = []

    init(language: String) {
        // A BCP 47 tag holds no other signs.
        let tag = String(decoding: language.utf8.filter { isTagByte($0) }, as: UTF8.self)
        let lines = [
            "/Lang (\(tag))", "/MarkInfo << /Marked true >>",
            "/ViewerPreferences << /DisplayDocTitle true >>",
        ]
        entries = Array(lines.map { "   \($0)\n" }.joined().utf8)
    }

    mutating func pass(_ bytes: UnsafeRawBufferPointer, to take: (UnsafeRawBufferPointer) throws -> Void)
        throws
    {
        guard isAwaited else { return try take(bytes) }
        let new = max(0, held.count - Self.mark.count)
        held.append(contentsOf: bytes)
        if !isDone, let place = position(of: Self.mark, from: new) {
            held.insert(contentsOf: entries, at: place + Self.mark.count)
            isDone = true
        }
        // What stands behind the last mark is short: the trailer's end.
        let kept = 256
        if held.count > kept {
            try held.withUnsafeBytes { try take(UnsafeRawBufferPointer(rebasing: $0.dropLast(kept))) }
            held.removeFirst(held.count - kept)
        }
    }

    /// Hands on the end with the moved place of the table; false where there was no catalogue.
    mutating func finish(to take: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        guard isDone, let place = position(of: Self.lastMark, from: 0) else { return false }
        let start = place + Self.lastMark.count
        let digits = held[start...].prefix { (0x30...0x39).contains($0) }
        guard let offset = Int(String(decoding: digits, as: UTF8.self)) else { return false }
        held.replaceSubrange(digits.startIndex..<digits.endIndex, with: String(offset + entries.count).utf8)
        try held.withUnsafeBytes(take)
        return true
    }

    private func position(of mark: [UInt8], from start: Int) -> Int? {
        var next = start
        while let place = held[next...].firstIndex(of: mark[0]) {
            if held[place...].starts(with: mark) { return place }
            next = place + 1
        }
        return nil
    }
}

private func isTagByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
}
