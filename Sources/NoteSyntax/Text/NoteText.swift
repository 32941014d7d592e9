// SPDX-License-Identifier: MIT
// The text of a note tied to its bytes: what is shown, what is in the file, and nothing between.

/// The text of a note, tied to the bytes of its file.
///
/// What an editor sees is UTF-8 without the byte order mark and with `\n` as the only line ending.
/// What is kept are the raw bytes: each line remembers its own ending (LF, CRLF, CR), the mark is
/// remembered, a missing last newline stays missing. Only LF, CRLF and CR end a line; U+2028, U+2029,
/// U+0085, vertical tab and form feed are characters, and so are NUL and every other control.
///
/// ```swift
/// var note = try NoteText(bytes: [0x61, 0x0D, 0x0A, 0x62])
/// let edit = note.replace(3..<3, with: "\n")     // a CRLF b CRLF
/// try note.apply(edit.inverse)                   // a CRLF b
/// ```
///
/// Offsets count UTF-8 bytes of the shown text, unless a name says otherwise. Finding a place in any
/// unit, and an edit, take time that grows with the logarithm of the note. Copies share everything
/// that neither has changed, so an old version is as cheap to hold as a pointer.
///
/// Two texts are equal when their files would hold the same bytes. Swift's comparison of strings,
/// for which NFC and NFD are the same, plays no part in it.
public struct NoteText: Sendable {
    /// Whether the file starts with a UTF-8 byte order mark. It is neither shown nor counted.
    public internal(set) var hasByteOrderMark: Bool
    /// The bytes after the mark.
    package internal(set) var root: RopeNode
    package let shape: RopeShape

    /// The UTF-8 byte order mark.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// An empty note, without a mark.
    public init() {
        hasByteOrderMark = false
        root = .empty
        shape = .standard
    }

    /// Reads the bytes of a file.
    ///
    /// The bytes are checked and counted once. A note of up to 4 KB without a mark keeps the array as
    /// it is; a bigger one is copied into leaves. UTF-8 is read strictly: no overlong form, no
    /// surrogate, nothing above U+10FFFF.
    ///
    /// - Parameter bytes: The whole file, byte order mark included.
    /// - Throws: `UnreadableText` with the offset of the first bad byte and a guess at the encoding.
    public init(bytes: [UInt8]) throws(UnreadableText) {
        try self.init(bytes: bytes, shape: .standard)
    }

    /// Reads the bytes of a file into a tree of a given shape.
    package init(bytes: [UInt8], shape: RopeShape) throws(UnreadableText) {
        let unreadable = bytes.withUnsafeBufferPointer { buffer in
            UTF8Validation.firstBadByte(in: buffer).map {
                UnreadableText(offset: $0, encoding: .guess(buffer, firstBad: $0))
            }
        }
        if let unreadable { throw unreadable }
        self.shape = shape
        hasByteOrderMark = bytes.starts(with: NoteText.mark)
        root =
            hasByteOrderMark
            ? bytes.withUnsafeBufferPointer {
                RopeNode(copying: UnsafeBufferPointer(rebasing: $0[NoteText.mark.count...]), shape)
            } : RopeNode(bytes, shape)
    }

    /// The number of bytes of the shown text.
    public var count: Int { root.summary.shown }

    /// Whether no text is shown. The file may still hold a mark.
    public var isEmpty: Bool { root.summary.bytes == 0 }

    /// The number of bytes of the file, mark and line endings as they are.
    public var fileByteCount: Int { markCount + root.summary.bytes }

    /// The number of UTF-16 code units of the shown text.
    public var utf16Count: Int { root.summary.utf16 }

    /// The number of Unicode scalars of the shown text.
    public var scalarCount: Int { root.summary.scalars }

    /// The number of lines: one more than there are line endings.
    public var lineCount: Int { root.summary.breaks + 1 }

    /// How many lines end in one way. `.none` counts the last line.
    public func lineCount(ending: LineEnding) -> Int {
        let summary = root.summary
        return switch ending {
        case .lf: summary.breaks - summary.returns - summary.pairs
        case .crlf: summary.pairs
        case .cr: summary.returns
        case .none: 1
        }
    }

    /// The length of the mark, if the file has one.
    var markCount: Int { hasByteOrderMark ? NoteText.mark.count : 0 }

    /// The first rule of its storage that the note breaks, as a sentence; nil for a sound note.
    package var brokenRule: String? {
        if !hasByteOrderMark, startsWithMarkCharacter { return "a first U+FEFF that would be read as a mark" }
        return root.brokenRule(shape)
    }

    /// Whether the first shown character is U+FEFF.
    var startsWithMarkCharacter: Bool {
        root.summary.bytes >= 3 && (0..<3).allSatisfy { root.byte(at: $0) == NoteText.mark[$0] }
    }
}
