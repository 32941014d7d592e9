// SPDX-License-Identifier: MIT
// What leaves of a note: its title, its event date, its body, and its drawing.

internal import NoteKit

/// The authored content of a note, ready to leave.
///
/// Nothing else leaves: no front matter, no times of the file, no folder, no pin, no version, nothing
/// folded, no attached file. Reads and writes nothing.
public struct NoteExport: Sendable {
    /// The title: the note's file name without its ending, on one line; `ExportName.placeholder` where that
    /// is blank.
    public let title: String
    /// The event date as text for a reader; nil where the note has none.
    public let eventDate: String?
    /// The note's drawing, as SVG; nil where it has none.
    public internal(set) var drawing: [UInt8]?
    /// What of the note could not be taken, in sentences that name it but not the note.
    public internal(set) var warnings: [String] = []
    /// The bytes of the note's file.
    public let file: [UInt8]
    /// Where the body is in `file`, in bytes: behind the byte order mark and the front matter.
    public let bodyRange: Range<Int>

    /// Takes from a note what leaves.
    ///
    /// - Parameters:
    ///   - file: The bytes of the note's file, valid UTF-8.
    ///   - title: The note's file name without its ending.
    ///   - eventDate: The event date as text; blank is none.
    ///   - drawing: The note's drawing, as SVG.
    public init(of file: [UInt8], title: String, eventDate: String? = nil, drawing: [UInt8]? = nil) {
        self.file = file
        let line = Self.line(title)
        self.title = line.isEmpty ? ExportName.placeholder : line
        let date = eventDate.map(Self.line) ?? ""
        self.eventDate = date.isEmpty ? nil : date
        self.drawing = drawing
        let mark = file.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        bodyRange = (Frontmatter.range(in: file)?.upperBound ?? mark)..<file.count
    }

    /// The body as it is stored.
    public var body: ArraySlice<UInt8> { file[bodyRange] }

    /// Whether the body holds nothing but spaces, tabs and line endings.
    public var hasBlankBody: Bool {
        body.allSatisfy(Self.isBlank)
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }

    /// What a file is called that holds this.
    public var name: ExportName { ExportName(title) }

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Text on one line: spaces and controls collapsed, none at either end.
    private static func line(_ text: String) -> String {
        text.unicodeScalars
            .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
            .map { String($0) }
            .joined(separator: " ")
    }
}
