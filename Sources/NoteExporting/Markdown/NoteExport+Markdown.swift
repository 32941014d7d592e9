// SPDX-License-Identifier: MIT
// The Markdown form: the authored source behind a heading.

internal import NoteKit

extension NoteExport {
    /// The line that stands for a drawing, which a Markdown file cannot carry.
    public static let drawingNotice = "*This note has a drawing, which a Markdown file cannot carry.*"

    /// The note as a Markdown file: its title as a heading, the event date where it has one, the body byte
    /// for byte as it is stored, and a line where it has a drawing; blank lines between them.
    ///
    /// A blank body is left out. The lines that are added before the body end as the first line of the note
    /// does, those behind it as the last, and with a line feed where it has none. A byte order mark stays at
    /// the front. Title and date are written plain where they read as themselves, and with escapes where
    /// they would be taken for syntax.
    public var markdown: [UInt8] {
        let (first, last) = lineEndings
        var text = file.starts(with: Self.byteOrderMark) ? Self.byteOrderMark : []
        text.reserveCapacity(bodyRange.count + 512)
        text += LiteralMarkdown.heading(title).utf8 + first
        if let eventDate { text += first + LiteralMarkdown.paragraph(eventDate).utf8 + first }
        if !hasBlankBody { text += first + body }
        if drawing != nil {
            if !text.endsLine { text += last }
            text += last + Array(Self.drawingNotice.utf8) + last
        }
        return text
    }

    /// What ends the first line of the file, and what ends the last.
    private var lineEndings: (first: [UInt8], last: [UInt8]) {
        func isEnding(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
        guard let first = file.firstIndex(where: isEnding), let last = file.lastIndex(where: isEnding) else {
            return ([0x0A], [0x0A])
        }
        let second = first + 1 < file.count && file[first] == 0x0D && file[first + 1] == 0x0A
        let before = last > 0 && file[last] == 0x0A && file[last - 1] == 0x0D
        return (second ? [0x0D, 0x0A] : [file[first]], before ? [0x0D, 0x0A] : [file[last]])
    }
}

extension [UInt8] {
    fileprivate var endsLine: Bool { last == 0x0A || last == 0x0D }
}
