// SPDX-License-Identifier: MIT
// What the vault check demands of a text, so that a test can hand it a bad one.

internal import NoteSyntax

/// A text tied to its bytes, as far as the vault check puts it to the test.
protocol CheckedText: Sendable {
    init(bytes: [UInt8]) throws(UnreadableText)
    var utf8: [UInt8] { get }
    mutating func setText(utf8: [UInt8]) throws(NoteTextError) -> [NoteEdit]
    mutating func replace(checking range: Range<Int>, with utf8: [UInt8]) throws(NoteTextError) -> NoteEdit
    mutating func takeBack(_ edits: [NoteEdit]) throws(NoteTextError)
    func writePlan(base: [UInt8]) -> WritePlan
    var bytes: [UInt8] { get }
    static func tree(
        parsing bytes: UnsafeBufferPointer<UInt8>, with parser: inout MarkdownParser
    ) -> MarkdownTree
    static func style(
        _ tree: MarkdownTree, in bytes: UnsafeBufferPointer<UInt8>, with parser: inout MarkdownParser,
        into styles: inout MarkdownStyles)
}

extension CheckedText {
    static func tree(
        parsing bytes: UnsafeBufferPointer<UInt8>, with parser: inout MarkdownParser
    ) -> MarkdownTree {
        parser.tree(parsing: bytes)
    }

    static func style(
        _ tree: MarkdownTree, in bytes: UnsafeBufferPointer<UInt8>, with parser: inout MarkdownParser,
        into styles: inout MarkdownStyles
    ) {
        parser.style(tree, in: bytes, into: &styles)
    }
}

extension NoteText: CheckedText {
    mutating func replace(
        checking range: Range<Int>, with utf8: [UInt8]
    ) throws(NoteTextError) -> NoteEdit {
        try replace(checking: range, with: utf8[...])
    }
}
