// SPDX-License-Identifier: MIT
// How a note is typeset in this process.

extension NotePDFRenderer {
    /// Typesets a note, handing the file on as it grows.
    ///
    /// Reads fonts of the system; writes nothing itself. May be called from many threads; they wait for each
    /// other, since cairo's fonts stand no more, so neither sink nor images may typeset another note.
    ///
    /// Not contained: an image or a text that the libraries cannot stand ends or stalls the whole process. A
    /// few kilobytes of SVG can do that, since librsvg follows references on the stack and has no limit on time.
    /// Where notes come from others, use `NotePDFWorkers`, which makes the same bytes.
    ///
    /// - Parameters:
    ///   - content: The note.
    ///   - sink: Takes the file's bytes, piece by piece and in order; after it threw it is not called again.
    /// - Returns: How many pages there are, and what could not be shown.
    /// - Throws: `NotePDFError` with code `.noFonts`, `.notWritten` with what the sink threw, `.noMemory` or
    ///   `.other`. The bytes handed on until then are no whole file.
    public func render(
        _ content: Content, into sink: (UnsafeRawBufferPointer) throws -> Void
    ) throws(NotePDFError) -> NotePDFReport {
        try render(content, watchedBy: nil, into: sink)
    }

    /// Typesets a note.
    ///
    /// - Parameter watch: Told of each image before it goes to the libraries that read and draw images.
    package func render(
        _ content: Content, watchedBy watch: (any ImageWatch)?,
        into sink: (UnsafeRawBufferPointer) throws -> Void
    ) throws(NotePDFError) -> NotePDFReport {
        try withoutActuallyEscaping(sink) { take throws(NotePDFError) in
            try TypesettingTurn.take { () throws(NotePDFError) in
                let file = try PDFFile(
                    size: PageSize(options.paper), title: content.title,
                    sink: ByteSink(language: options.language, take: take))
                // What the layout needed is gone before cairo reads whole fonts to take its parts from.
                let report = try NoteFlow(content, options, watch, on: file).run()
                try file.finish()
                return report
            }
        }
    }

    /// Typesets a note in memory.
    public func render(_ content: Content) throws(NotePDFError) -> (file: [UInt8], report: NotePDFReport) {
        var file: [UInt8] = []
        let report = try render(content, into: { file.append(contentsOf: $0) })
        return (file, report)
    }
}
