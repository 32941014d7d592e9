// SPDX-License-Identifier: MIT
// A PDF file that cairo writes page by page.

internal import CTypesetting
internal import NoteExporting

/// A PDF file being written; owns cairo's surface and context.
final class PDFFile {
    private let surface: OpaquePointer
    let context: OpaquePointer
    private let sink: ByteSink
    private(set) var pages = 0

    /// - Parameter size: The page's width and height in points.
    init(size: PageSize, title: String, sink: ByteSink) throws(NotePDFError) {
        let opened = cairo_pdf_surface_create_for_stream(
            { closure, bytes, count in
                guard let closure else { return CAIRO_STATUS_WRITE_ERROR }
                let sink = Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
                sink.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(sink).toOpaque(), size.width, size.height)
        guard let opened, let context = cairo_create(opened), cairo_status(context) == CAIRO_STATUS_SUCCESS
        else {
            throw NotePDFError(
                .noMemory, "No PDF was made: there is not enough memory. The note is untouched.")
        }
        surface = opened
        self.context = context
        self.sink = sink
        // 1.5 can say which text a glyph stands for; but later versions of cairo then pack objects such that the
        // catalogue is no longer to be read, see `CatalogPatch`.
        let isPacked = cairo_version() >= 11_700
        cairo_pdf_surface_restrict_to_version(
            surface, isPacked ? CAIRO_PDF_VERSION_1_4 : CAIRO_PDF_VERSION_1_5)
        // An empty date is none: cairo would write the clock's.
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "")
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, Showable.line(title))
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "NoteKit")
    }

    deinit {
        // cairo ends the process when it finishes a file one page of which failed: that one is left alone.
        let isSound =
            cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
            && cairo_status(context) == CAIRO_STATUS_SUCCESS
        cairo_destroy(context)
        if isSound { cairo_surface_destroy(surface) }
    }

    /// The number of the page that is being drawn, from 1.
    var page: Int { pages + 1 }

    func endPage() throws(NotePDFError) {
        cairo_show_page(context)
        pages += 1
        try check()
    }

    /// Adds an entry to the outline and gives its number for entries below it; 0 is the top.
    func addOutline(_ title: String, below parent: Int32, top: Double) -> Int32 {
        cairo_pdf_surface_add_outline(
            surface, parent, Showable.line(title), "page=\(page) pos=[0 \(top.short)]",
            cairo_pdf_outline_flags_t(rawValue: 0))
    }

    /// Writes the rest.
    func finish() throws(NotePDFError) {
        sink.pagesAreDone()
        cairo_surface_finish(surface)
        try check()
        guard sink.finish() else {
            throw failure("the typesetting library wrote a file of another form than expected")
        }
    }

    func check() throws(NotePDFError) {
        if sink.failure != nil { throw failure("") }
        for status in [cairo_status(context), cairo_surface_status(surface)]
        where status != CAIRO_STATUS_SUCCESS && status != CAIRO_STATUS_SURFACE_FINISHED {
            if status == CAIRO_STATUS_NO_MEMORY {
                throw NotePDFError(
                    .noMemory, "No PDF was made: there is not enough memory. The note is untouched.")
            }
            throw failure(cairo_status_to_string(status).map { String(cString: $0) } ?? "\(status.rawValue)")
        }
    }

    private func failure(_ reason: String) -> NotePDFError {
        if let cause = sink.failure {
            return NotePDFError(
                .notWritten, "The PDF was not written whole. The note is untouched.", cause: cause)
        }
        return NotePDFError(.other, "No PDF was made: \(reason). The note is untouched.")
    }
}
