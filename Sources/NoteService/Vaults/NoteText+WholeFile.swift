// SPDX-License-Identifier: MIT
// What the byte order mark is to those who hand over a text as a whole.

internal import NoteKit

extension NoteText {
    /// Makes the shown text equal to a whole text that a program hands over, as `setText(_:)` does.
    ///
    /// A U+FEFF at its front is the mark of the file that the program copied, and no text: the note keeps its own mark, or
    /// has none as before. Only where the note shows such a character already the program may have read it there.
    mutating func setText(ofFile text: String) {
        let isCopied = text.hasMark && !self.text.hasMark
        setText(isCopied ? text.withoutMark : text)
    }
}

extension String {
    /// Whether it begins with U+FEFF, which a file has for a byte order mark.
    fileprivate var hasMark: Bool { utf8.starts(with: [0xEF, 0xBB, 0xBF]) }

    /// The text behind that; all of it where there is none.
    var withoutMark: String { hasMark ? String(decoding: utf8.dropFirst(3), as: UTF8.self) : self }
}
