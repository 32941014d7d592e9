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
    private let workers: NotePDFWorkers
    private let dates: EventDateStyle

    /// - Parameter reader: For whom dates are written; the language of a PDF is theirs too.
    init(to format: ExportCommand.Format, on paper: NotePDFRenderer.Paper, for reader: DateConventions)
        throws(DateError)
    {
        self.format = format
        dates = try EventDateStyle(reader)
        var options = NotePDFRenderer.Options()
        options.paper = paper
        options.language = Self.language(of: reader.locale)
        workers = NotePDFWorkers(options: options)
    }

    /// Makes ready for the first note, where that takes its time.
    ///
    /// - Throws: `NotePDFError` where no note could be typeset.
    func prepare() throws(NotePDFError) {
        if format == .pdf { try workers.start() }
    }

    /// Reads a note and makes a file of it.
    ///
    /// - Throws: `FileError` when it cannot be read, `UnreadableText` when it is not UTF-8, `NotePDFError`
    ///   when it cannot be typeset.
    func product(of source: ExportSources.Source, in vault: VaultFiles) throws -> Product {
        let bytes = try NoteDisk().read(source.file).bytes
        if let reason = bytes.withUnsafeBufferPointer({ UnreadableText(checking: $0) }) { throw reason }
        let export = NoteExport(of: bytes, at: source.path, in: vault, dates: dates, lookingBy: workers.look)
        switch format {
        case .md: return Product(bytes: export.markdown, warnings: export.warnings)
        case .pdf:
            let (file, report) = try workers.render(export.content(at: source.path, in: vault))
            return Product(bytes: file, warnings: export.warnings + report.warnings.map(\.description))
        }
    }

    /// The language and region of a locale's name, as BCP 47 writes them: `de-DE` for `de_DE.UTF-8`.
    static func language(of locale: String) -> String {
        let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
        guard let language = parts.first, (2...3).contains(language.utf8.count), !parts.contains("POSIX"),
            parts.allSatisfy({
                $0.utf8.count <= 8 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            })
        else { return "en" }
        return parts.joined(separator: "-")
    }
}
