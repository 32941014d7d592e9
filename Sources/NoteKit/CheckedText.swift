// SPDX-License-Identifier: MIT
// What the vault check demands of a text, so that a test can hand it a bad one.

internal import NoteSyntax

/// A text tied to its bytes, as far as the vault check puts it to the test.
protocol CheckedText: Sendable {
    init(bytes: [UInt8]) throws(UnreadableText)
    var utf8: [UInt8] { get }
    mutating func setText(utf8: [UInt8]) throws(NoteTextError) -> [NoteEdit]
    mutating func replace(checking range: Range<Int>, with utf8: [UInt8]) throws(NoteTextError) -> NoteEdit
    mutating func apply(_ edit: NoteEdit) throws(NoteTextError)
    func writePlan(base: [UInt8]) -> WritePlan
    var bytes: [UInt8] { get }
}

extension NoteText: CheckedText {
    mutating func replace(
        checking range: Range<Int>, with utf8: [UInt8]
    ) throws(NoteTextError) -> NoteEdit {
        try replace(checking: range, with: utf8[...])
    }
}
