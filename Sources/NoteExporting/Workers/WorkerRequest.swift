// SPDX-License-Identifier: MIT
// What a worker is told of a note besides its bytes.

internal import NoteJSON

/// The head of a request, as JSON between the two programs.
package struct WorkerRequest: Equatable, Sendable {
    package var title = ""
    package var eventDate: String?
    package var hasDrawing = false
    package var options = NotePDFRenderer.Options()
    /// Why the drawing, which is there, must not be drawn.
    package var drawingFault: String?

    /// What it may take of the processor, in seconds.
    package var seconds = 0
    /// What may be mapped into it, in bytes.
    package var memory = 0
    /// What one image may take of the processor, in seconds.
    package var imageSeconds = 0
    /// What all of them may take together, in milliseconds.
    package var imagesMilliseconds = 0

    package init() {}

    package var json: [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("title", title)
                json.field("eventDate", eventDate)
                json.field("hasDrawing", hasDrawing)
                json.field("drawingFault", drawingFault)
                json.field("paper", options.paper == .a4 ? "a4" : "letter")
                json.field("language", options.language)
                json.field("textFonts") { $0.array(options.textFonts) { $0.string($1) } }
                json.field("codeFonts") { $0.array(options.codeFonts) { $0.string($1) } }
                json.field("fontConfiguration", options.fontConfiguration)
                json.field("seconds", seconds)
                json.field("memory", memory)
                json.field("imageSeconds", imageSeconds)
                json.field("imagesMilliseconds", imagesMilliseconds)
            }
        }
    }

    /// Reads the head of a request.
    ///
    /// - Throws: `WorkerChannel.Fault.nonsense` where it is none.
    package init(json: [UInt8]) throws(WorkerChannel.Fault) {
        let object = try WorkerJSON(json)
        title = try object.string("title")
        eventDate = object.optionalString("eventDate")
        hasDrawing = try object.truth("hasDrawing")
        drawingFault = object.optionalString("drawingFault")
        options.paper = try object.string("paper") == "a4" ? .a4 : .letter
        options.language = try object.string("language")
        options.textFonts = try object.strings("textFonts")
        options.codeFonts = try object.strings("codeFonts")
        options.fontConfiguration = object.optionalString("fontConfiguration")
        seconds = try object.whole("seconds")
        memory = try object.whole("memory")
        imageSeconds = try object.whole("imageSeconds")
        imagesMilliseconds = try object.whole("imagesMilliseconds")
    }
}
