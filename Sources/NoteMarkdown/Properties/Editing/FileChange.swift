// SPDX-License-Identifier: MIT
// How changes of a file's bytes become the edits of a note.

package import NoteSyntax

/// Bytes that are put in place of others.
package struct FileChange: Hashable, Sendable {
    /// The bytes of the file that are replaced.
    package var range: Range<Int>
    package var bytes: [UInt8]

    package init(range: Range<Int>, bytes: [UInt8]) {
        self.range = range
        self.bytes = bytes
    }

    /// The file after changes that are in order and do not overlap.
    package static func applying(_ changes: [FileChange], to file: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(file.count + changes.reduce(0) { $0 + $1.bytes.count })
        var position = 0
        for change in changes {
            result += file[position..<change.range.lowerBound]
            result += change.bytes
            position = change.range.upperBound
        }
        return result + file[position...]
    }

    /// The change without the bytes at its ends that stay the same; no character and no line ending is cut.
    func trimmed(in file: [UInt8]) -> FileChange {
        let old = file[range]
        var start = zip(old, bytes).prefix { $0 == $1 }.count
        let isCut = { (index: Int) in
            let position = old.startIndex + index
            return [position < old.endIndex ? old[position] : nil, index < bytes.count ? bytes[index] : nil]
                .contains { $0.map { $0 & 0xC0 == 0x80 } ?? false } || bytes[index - 1] == 0x0D
        }
        while start > 0, isCut(start) { start -= 1 }
        let longest = min(old.count, bytes.count) - start
        var end = zip(old.reversed(), bytes.reversed()).prefix(longest).prefix { $0 == $1 }.count
        // The first byte that stays at the end may not belong to what stands before it.
        while end > 0, bytes[bytes.count - end] & 0xC0 == 0x80 || bytes[bytes.count - end] == 0x0A {
            end -= 1
        }
        return FileChange(
            range: range.lowerBound + start..<range.upperBound - end,
            bytes: Array(bytes[start..<bytes.count - end]))
    }

    /// The same as an edit of the note.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file, which are the same before this place when the edit is applied.
    ///   - mark: How many of them are the byte order mark.
    package func edit(of file: [UInt8], mark: Int) -> NoteEdit {
        let start = Self.shownCount(file[mark..<range.lowerBound])
        let removed = file[range]
        return NoteEdit(
            range: start..<start + Self.shownCount(removed), insertedCount: Self.shownCount(bytes[...]),
            fileOffset: range.lowerBound, removed: Array(removed), inserted: bytes)
    }

    /// How many bytes are shown of some: CRLF is one.
    private static func shownCount(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.count - zip(bytes, bytes.dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
    }
}
