// SPDX-License-Identifier: MIT
// How one note becomes the bytes that leave.

internal import NoteExporting
internal import NoteKit

/// Makes files of notes. It may be used from many threads at once.
struct NoteExporter: Sendable {
    /// What a note became.
    struct Product: Sendable {
        let bytes: [UInt8]
        /// What is left out of it.
        var warnings: [String] = []
    }

    let format: ExportCommand.Format
    let renderer: NotePDFRenderer

    /// Reads a note and makes a file of it.
    ///
    /// - Throws: `FileError` when it cannot be read, `UnreadableText` when it is not UTF-8, `NotePDFError`
    ///   when it cannot be typeset.
    func product(of source: ExportSources.Source, in vault: VaultFiles) throws -> Product {
        let bytes = try NoteDisk().read(source.file).bytes
        if let reason = bytes.withUnsafeBufferPointer({ UnreadableText(checking: $0) }) { throw reason }
        let export = NoteExport(of: bytes, title: Self.title(of: source.file))
        switch format {
        case .md: return Product(bytes: export.markdown)
        case .pdf:
            let (file, report) = try renderer.render(export.content(at: source.path, in: vault))
            return Product(bytes: file, warnings: report.warnings.map(\.description))
        }
    }

    /// The file's name without its ending.
    static func title(of file: NotePath) -> String {
        let name = file.name.bytes
        // A dot in front is part of the name, not the start of an extension.
        let dot = name.dropFirst().lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return String(decoding: name[..<dot], as: UTF8.self)
    }
}
