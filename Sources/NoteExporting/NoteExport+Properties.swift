// SPDX-License-Identifier: MIT
// What a note's properties add to its export: the event date and the drawing.

public import NoteKit
public import NoteMarkdown

extension NoteExport {
    /// Takes from a note of a vault what leaves.
    ///
    /// The title is the note's file name without its ending. The event date is the property `date`, where that
    /// is a date or a date and time; any other value is none. The drawing is the file in the attachment folder
    /// that the property `drawing` names, as `NAME.svg` or `[[NAME.svg]]`; one that is not there, cannot be
    /// read, or holds nothing is left out, and `warnings` tells so, as it tells of front matter that cannot be read
    /// and of either property standing twice.
    ///
    /// System calls: those of `VaultFiles.drawing` and `VaultFiles.bytes`, where the note names a drawing.
    ///
    /// - Parameters:
    ///   - file: The bytes of the note's file, valid UTF-8.
    ///   - note: The path of the note below the vault.
    ///   - vault: Where the drawing is.
    ///   - dates: Writes the event date for a reader.
    ///   - look: Looks at the drawing, where there is one: `NotePDFWorkers.look`, or `NotePDFRenderer.look` of
    ///     `NoteTypesetting`.
    public init(
        of file: [UInt8], at note: NotePath, in vault: VaultFiles, dates: EventDateStyle,
        lookingBy look: (_ drawing: [UInt8]) -> DrawingLook
    ) {
        let properties = NoteProperties(of: file)
        var eventDate: String?
        switch properties["date"]?.value {
        case .date(let date), .dateTime(let date): eventDate = dates.text(of: date)
        default: break
        }
        self.init(of: file, title: Self.title(of: note), eventDate: eventDate)
        warnings = Self.problems(of: properties)
        if case .text(let name?) = properties["drawing"]?.value {
            takeDrawing(name, of: note, in: vault, look)
        }
    }

    /// A note's file name without its ending.
    public static func title(of note: NotePath) -> String {
        let name = note.name.bytes
        // A dot in front is part of the name, not the start of an extension.
        let dot = name.dropFirst().lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return String(decoding: name[..<dot], as: UTF8.self)
    }

    /// What keeps the date or the drawing from being read as it was meant.
    private static func problems(of properties: NoteProperties) -> [String] {
        let others = properties.properties.filter { $0.key != "date" && $0.key != "drawing" }.map(\.line)
        return properties.problems.filter { !others.contains($0.line) }.map {
            "Line \($0.line): \($0.message)"
        }
    }

    private mutating func takeDrawing(
        _ written: String, of note: NotePath, in vault: VaultFiles, _ look: ([UInt8]) -> DrawingLook
    ) {
        let name = Self.unlinked(written)
        guard !name.isEmpty else { return }
        let shown = ShownName.of(name)
        guard let file = vault.drawing(name, of: note) else {
            warnings.append("The drawing '\(shown)' is not in the attachment folder; it is left out.")
            return
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try vault.bytes(of: file)
        } catch {
            warnings.append("The drawing '\(shown)' cannot be read (\(error.code)); it is left out.")
            return
        }
        // An empty drawing is none: nobody drew anything yet.
        guard !bytes.allSatisfy(Self.isBlank) else { return }
        switch look(bytes) {
        case .shown: drawing = bytes
        case .empty: break
        case .fault(let clause): warnings.append("The drawing '\(shown)' \(clause); it is left out.")
        }
    }

    /// The name in a value that may be written as a wikilink.
    private static func unlinked(_ value: String) -> String {
        guard value.hasPrefix("[["), value.hasSuffix("]]") else { return value }
        let inside = value.dropFirst(2).dropLast(2)
        return String(inside.prefix { $0 != "|" })
    }
}
