// SPDX-License-Identifier: MIT
// How one note becomes the bytes that leave.

internal import NoteExporting
internal import NoteKit

/// Makes files of notes.
struct NoteExporter: Sendable {
    /// What a note became.
    struct Product: Sendable {
        let name: ExportName
        let bytes: [UInt8]
        /// What is left out, without the note's name.
        var warnings: [String] = []
    }

    let format: ExportCommand.Format

    /// Reads a note and makes a file of it.
    ///
    /// - Throws: `FileError` when it cannot be read, `UnreadableText` when it is not UTF-8.
    func product(of source: ExportSources.Source) throws -> Product {
        let bytes = try NoteDisk().read(source.file).bytes
        if let reason = bytes.withUnsafeBufferPointer({ UnreadableText(checking: $0) }) { throw reason }
        let export = NoteExport(of: bytes, title: Self.title(of: source.file))
        return Product(name: export.name, bytes: export.markdown)
    }

    /// The file's name without its ending.
    static func title(of file: NotePath) -> String {
        let name = file.name.bytes
        // A dot in front is part of the name, not the start of an extension.
        let dot = name.dropFirst().lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return String(decoding: name[..<dot], as: UTF8.self)
    }
}
