// SPDX-License-Identifier: MIT
// What a command shows of a note: rows, each with its place, its fields and its words.

internal import NoteJSON
internal import NoteKit

/// A view of a note as rows.
protocol NoteView: Sendable {
    associatedtype Rows: RandomAccessCollection
    typealias Row = Rows.Element

    /// The word, the sentence and the paragraphs of its command.
    static var name: String { get }
    static var summary: String { get }
    static var discussion: [String] { get }
    static var examples: [String] { get }
    /// Whether it can be asked of a whole vault; its rows then name the note and the line.
    static var isVaultWide: Bool { get }

    /// The rows of a note, in order.
    static func rows(of note: ParsedNote) -> Rows
    /// The bytes that a row speaks of.
    static func range(of row: Row) -> Range<Int>
    /// Writes the fields that only this view has.
    static func write(_ row: Row, of note: ParsedNote, to json: inout JSONWriter)
    /// The columns for people. All but the last are padded to the widest of the note.
    static func columns(of row: Row, in note: ParsedNote) -> [String]
}

extension NoteView {
    static var isVaultWide: Bool { true }
}

/// A note with its tree.
struct ParsedNote {
    let path: NotePath
    let bytes: UnsafeBufferPointer<UInt8>
    let tree: MarkdownTree

    /// - Parameter bytes: The bytes of the file, UTF-8.
    init(_ path: NotePath, _ bytes: UnsafeBufferPointer<UInt8>) {
        self.path = path
        self.bytes = bytes
        tree = MarkdownTree(parsing: bytes)
    }

    /// A part of the file as text.
    subscript(range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// The same in one line, for the screen.
    func excerpt(_ range: Range<Int>) -> String {
        Excerpt.line(bytes[range])
    }
}
