// SPDX-License-Identifier: MIT
// One edit of a note as a value: exact bytes taken out and put in, and so its own undoing.

/// One edit of a note, exact to the byte, so that it can be undone and done again.
///
/// `range` and `insertedCount` speak of the shown text: what an editor or a parser needs to follow.
/// `fileOffset`, `removed` and `inserted` speak of the file. They may say a little more than was
/// asked: a carriage return that keeps two line endings apart, or a byte order mark that keeps a
/// first U+FEFF a character. See `NoteText/replace(_:with:)`.
public struct NoteEdit: Hashable, Sendable {
    /// The range of the shown text that was replaced, counted before the edit.
    public let range: Range<Int>
    /// How many shown bytes stand in its place.
    public let insertedCount: Int
    /// Where the first changed byte is in the file, a byte order mark counted.
    public let fileOffset: Int
    /// The bytes taken out of the file.
    public let removed: [UInt8]
    /// The bytes put into the file.
    public let inserted: [UInt8]

    package init(
        range: Range<Int>, insertedCount: Int, fileOffset: Int, removed: [UInt8], inserted: [UInt8]
    ) {
        self.range = range
        self.insertedCount = insertedCount
        self.fileOffset = fileOffset
        self.removed = removed
        self.inserted = inserted
    }

    /// The edit that takes this one back.
    public var inverse: NoteEdit {
        NoteEdit(
            range: range.lowerBound..<range.lowerBound + insertedCount, insertedCount: range.count,
            fileOffset: fileOffset, removed: inserted, inserted: removed)
    }

    /// Whether the edit changes nothing.
    public var isEmpty: Bool { removed == inserted }
}

extension Sequence<NoteEdit> {
    /// The edits that take these back, in the order in which to apply them.
    public var inverse: [NoteEdit] { reversed().map(\.inverse) }
}
