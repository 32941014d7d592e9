// SPDX-License-Identifier: MIT
// That no image takes the note with it.

import Foundation
import NoteExporting
import Testing

@Suite("A typeset note with an image that librsvg cannot stand")
struct PDFHostileImageTests {
    @Test(
        "has its text, a good image as vectors, and a warning",
        arguments: [
            HostileSVG.uses, .masks, .patterns, .matrix,
        ])
    func placed(image: HostileSVG) throws {
        let note = try TypesetNote(
            "before\n\n![[bad.svg]]\n\n![[good.svg]]\n\nend",
            images: { $0 == "bad.svg" ? image.bytes : HostileSVG.goodImage })
        #expect(note.report.warnings.map(\.name) == ["bad.svg"])
        #expect(
            note.report.warnings.map(\.description) == [
                "The image 'bad.svg' is damaged, or too deep or too large to be drawn; it is left out."
            ])
        #expect(try note.letters() == "beforeWordsend")
        #expect(!String(decoding: note.bytes, as: UTF8.self).contains("/Subtype /Image"))
        #expect(try note.faults() == "")
    }

    @Test("is the same with one that is the drawing")
    func drawing() throws {
        let note = try TypesetNote(
            "text", drawing: String(decoding: HostileSVG.useChain(1000), as: UTF8.self))
        #expect(note.report.warnings.map(\.kind) == [.drawingNotDrawn])
        #expect(note.report.warnings[0].description.contains("too deep"))
        #expect(try note.letters() == "text")
    }

    @Test("is drawn from a small stack where the image is as deep as may be")
    func deep() async throws {
        let warnings = try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                continuation.resume(
                    with: Result {
                        let content = NotePDFRenderer.Content(
                            title: "", body: Array("![[a.svg]]\n".utf8),
                            images: { _ in HostileSVG.maskChain(150) })
                        return try NotePDFRenderer().render(content).report.warnings
                    })
            }
            thread.stackSize = 1 << 19
            thread.start()
        }
        #expect(warnings.isEmpty)
    }
}
