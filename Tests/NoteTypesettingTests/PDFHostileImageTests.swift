// SPDX-License-Identifier: MIT
// That no image takes the note with it.

import Foundation
import NoteTypesetting
import Testing

@Suite("A note typeset by a worker, with an image that librsvg cannot stand")
struct PDFHostileImageTests {
    private static func workers(
        imageSeconds: Int = 5, together: Duration = .seconds(600)
    ) -> NotePDFWorkers {
        var limits = NotePDFWorkers.Limits()
        limits.imageSeconds = imageSeconds
        limits.imagesTogether = together
        return NotePDFWorkers(limits: limits)
    }

    @Test(
        "has its text, a good image as vectors, and a warning",
        arguments: [HostileSVG.uses, .masks, .patterns, .matrix, .noise])
    func placed(image: HostileSVG) throws {
        let note = try TypesetNote(
            "before\n\n![[bad.svg]]\n\n![[good.svg]]\n\nend",
            by: Self.workers(imageSeconds: image == .noise ? 1 : 5),
            images: { $0 == "bad.svg" ? image.bytes : HostileSVG.goodImage })
        #expect(note.report.warnings.map(\.name) == ["bad.svg"])
        #expect(
            note.report.warnings.first?.reason
                == (image == .noise
                    ? "takes too long to be drawn" : "is damaged, or too deep or too large to be drawn"))
        #expect(try note.letters() == "beforeWordsend")
        #expect(!String(decoding: note.bytes, as: UTF8.self).contains("/Subtype /Image"))
        #expect(try note.faults() == "")
    }

    @Test("is the same with one that is the drawing")
    func drawing() throws {
        let note = try TypesetNote(
            "text", drawing: String(decoding: HostileSVG.uses.bytes, as: UTF8.self), by: Self.workers())
        #expect(note.report.warnings.map(\.kind) == [.drawingNotDrawn])
        #expect(note.report.warnings[0].description.contains("too deep"))
        #expect(try note.letters() == "text")
    }

    @Test("loses no other image, however many are hostile, and pays for each once")
    func several() throws {
        let workers = Self.workers()
        let hostile: [String: HostileSVG] = [
            "a.svg": .uses, "b.svg": .masks, "c.svg": .uses, "d.svg": .patterns,
        ]
        let body = "one\n\n![[a.svg]]\n\n![[b.svg]]\n\n![[x.svg]]\n\n![[c.svg]]\n\n![[d.svg]]\n\ntwo"
        func typeset() throws -> TypesetNote {
            try TypesetNote(body, by: workers, images: { hostile[$0]?.bytes ?? HostileSVG.goodImage })
        }
        let note = try typeset()
        #expect(note.report.warnings.map(\.name) == ["a.svg", "b.svg", "c.svg", "d.svg"])
        #expect(try note.letters() == "oneWordstwo")
        let process = workers.idleProcesses
        // Nothing is tried again that is known, so the same process is still there.
        #expect(try typeset().bytes == note.bytes)
        #expect(process.count == 1 && workers.idleProcesses == process)
    }

    @Test("has no time for its images but what all of them may take together")
    func budget() throws {
        let note = try TypesetNote(
            "before\n\n![[a.svg]]\n\nend", by: Self.workers(together: .zero),
            images: { _ in HostileSVG.goodImage })
        #expect(
            note.report.warnings.map(\.reason) == ["is not drawn, since the images before it took too long"])
        #expect(try note.letters() == "beforeend")
        // A second goes with the first, and the others are not begun.
        let others = try TypesetNote(
            "![[a.svg]]\n\n![[b.svg]]\n\n![[c.svg]]\n",
            by: Self.workers(imageSeconds: 1, together: .milliseconds(900)),
            images: { $0 == "a.svg" ? HostileSVG.noise.bytes : HostileSVG.goodImage })
        #expect(
            others.report.warnings.map(\.reason) == ["takes too long to be drawn"]
                + Array(repeating: "is not drawn, since the images before it took too long", count: 2))
    }

    @Test("sees whether a drawing shows anything")
    func look() {
        let workers = Self.workers(imageSeconds: 1)
        #expect(workers.look(at: HostileSVG.goodImage) == .shown)
        #expect(
            workers.look(at: Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8))
                == .empty)
        #expect(workers.look(at: Array("no picture".utf8)) == .fault("cannot be read"))
        #expect(
            workers.look(at: HostileSVG.uses.bytes)
                == .fault("is damaged, or too deep or too large to be drawn"))
        #expect(workers.look(at: HostileSVG.noise.bytes) == .fault("takes too long to be drawn"))
        #expect(workers.look(at: HostileSVG.goodImage) == .shown)
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
