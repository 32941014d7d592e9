// SPDX-License-Identifier: MIT
// Texts that break one promise each, to see that the check notices.

@testable import NoteKit
@testable import NoteSyntax

/// One way for a text to be wrong. Each does what it should unless it is overridden.
protocol Flaw: Sendable {
    static func bytes(of text: NoteText) -> [UInt8]
    static func setText(_ utf8: [UInt8], in text: inout NoteText) throws(NoteTextError) -> [NoteEdit]
    static func afterReplacing(in text: inout NoteText) throws(NoteTextError)
    static func takeBack(_ edits: [NoteEdit], from text: inout NoteText) throws(NoteTextError)
    static func tree(
        parsing bytes: UnsafeBufferPointer<UInt8>, with parser: inout MarkdownParser
    ) -> MarkdownTree
    static func spoil(_ styles: inout MarkdownStyles)
}

extension Flaw {
    static func bytes(of text: NoteText) -> [UInt8] { text.bytes }
    static func setText(_ utf8: [UInt8], in text: inout NoteText) throws(NoteTextError) -> [NoteEdit] {
        try text.setText(utf8: utf8)
    }
    static func afterReplacing(in text: inout NoteText) throws(NoteTextError) {}
    static func takeBack(_ edits: [NoteEdit], from text: inout NoteText) throws(NoteTextError) {
        try text.takeBack(edits)
    }
    static func tree(
        parsing bytes: UnsafeBufferPointer<UInt8>, with parser: inout MarkdownParser
    ) -> MarkdownTree {
        parser.tree(parsing: bytes)
    }
    static func spoil(_ styles: inout MarkdownStyles) {}
}

/// A text with a flaw.
struct FlawedText<F: Flaw>: CheckedText {
    private var text: NoteText

    init(bytes: [UInt8]) throws(UnreadableText) { text = try NoteText(bytes: bytes) }

    var utf8: [UInt8] { text.utf8 }
    var bytes: [UInt8] { F.bytes(of: text) }

    mutating func setText(utf8: [UInt8]) throws(NoteTextError) -> [NoteEdit] {
        try F.setText(utf8, in: &text)
    }

    mutating func replace(checking range: Range<Int>, with utf8: [UInt8]) throws(NoteTextError) -> NoteEdit {
        let edit = try text.replace(checking: range, with: utf8[...])
        try F.afterReplacing(in: &text)
        return edit
    }

    mutating func takeBack(_ edits: [NoteEdit]) throws(NoteTextError) {
        try F.takeBack(edits, from: &text)
    }

    static func tree(
        parsing bytes: UnsafeBufferPointer<UInt8>, with parser: inout MarkdownParser
    ) -> MarkdownTree {
        F.tree(parsing: bytes, with: &parser)
    }
    static func style(
        _ tree: MarkdownTree, in bytes: UnsafeBufferPointer<UInt8>, with parser: inout MarkdownParser,
        into styles: inout MarkdownStyles
    ) {
        parser.style(tree, in: bytes, into: &styles)
        F.spoil(&styles)
    }

    func writePlan(base: [UInt8]) -> WritePlan { bytes == base ? .nothing : .write(bytes) }
}

/// No flaw: the control of the controls.
enum Flawless: Flaw {}

/// Writes every line ending as a line feed.
enum NormalizesEndings: Flaw {
    static func bytes(of text: NoteText) -> [UInt8] {
        (text.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []) + text.utf8
    }
}

/// Loses the byte order mark.
enum DropsMark: Flaw {
    static func bytes(of text: NoteText) -> [UInt8] {
        text.hasByteOrderMark ? Array(text.bytes.dropFirst(3)) : text.bytes
    }
}

/// Gives every text a last newline as soon as one is handed back.
enum AddsLastNewline: Flaw {
    static func setText(_ utf8: [UInt8], in text: inout NoteText) throws(NoteTextError) -> [NoteEdit] {
        try text.setText(utf8: utf8.last == 0x0A ? utf8 : utf8 + [0x0A])
    }
}

/// Trims a blank at the end of the first line with every edit.
enum TrimsElsewhere: Flaw {
    static func afterReplacing(in text: inout NoteText) throws(NoteTextError) {
        let end = text.line(at: 0).range.upperBound
        guard end > 0, text.utf8[end - 1] == 0x20 else { return }
        _ = try text.replace(checking: end - 1..<end, with: [UInt8]()[...])
    }
}

/// Forgets to undo.
enum CannotUndo: Flaw {
    static func takeBack(_ edits: [NoteEdit], from text: inout NoteText) throws(NoteTextError) {}
}

/// Parses a text that has a letter where this one has the first byte of a character.
enum MisplacesNodes: Flaw {
    static func tree(
        parsing bytes: UnsafeBufferPointer<UInt8>, with parser: inout MarkdownParser
    ) -> MarkdownTree {
        MarkdownTree(parsing: Array("x*bcd*\n".utf8))
    }
}

/// Makes the first style too long.
enum MisplacesStyles: Flaw {
    static func spoil(_ styles: inout MarkdownStyles) { styles.ranges[0].end += 100 }
}

/// Writes into the bytes that it was only to read.
enum ScribblesWhileParsing: Flaw {
    static func tree(
        parsing bytes: UnsafeBufferPointer<UInt8>, with parser: inout MarkdownParser
    ) -> MarkdownTree {
        UnsafeMutableBufferPointer(mutating: bytes)[1] = 0x21
        return parser.tree(parsing: bytes)
    }
}
