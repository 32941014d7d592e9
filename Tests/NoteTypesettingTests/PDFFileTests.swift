// SPDX-License-Identifier: MIT
// That a PDF file is sound, the same each time, and says what it is.

import Foundation
import NoteTypesetting
import Testing

@Suite("The file of a typeset note")
struct PDFFileTests {
    private struct Refusal: Error {}
    private static let body = "# A\n\ntext 👍 [x](https://example.org) 漢字\n\n👍 [[#A]]\n"

    @Test("is the same for the same input")
    func same() throws {
        #expect(try TypesetNote(Self.body, title: "T").bytes == TypesetNote(Self.body, title: "T").bytes)
        #expect(try TypesetNote(Self.body, title: "T").bytes != TypesetNote(Self.body, title: "U").bytes)
    }

    @Test("is the same when others are made at the same time")
    func together() async throws {
        let content = NotePDFRenderer.Content(title: "T", body: Array(Self.body.utf8))
        let alone = try NotePDFRenderer().render(content).file
        let files = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<16 { group.addTask { try NotePDFRenderer().render(content).file } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(files.count == 16 && files.allSatisfy { $0 == alone })
    }

    @Test("has title and language, and no date")
    func properties() throws {
        var options = NotePDFRenderer.Options()
        options.language = "pt-BR"
        let note = try TypesetNote(Self.body, title: "Ein Titel: ü (1)", options: options)
        let information = try note.information()
        #expect(information.contains("Title:           Ein Titel: ü (1)\n"))
        #expect(information.contains("Tagged:          yes"))
        let file = String(decoding: note.bytes, as: UTF8.self)
        #expect(file.contains("/Lang (pt-BR)"))
        #expect(!file.contains("CreationDate") && !file.contains("ModDate"))
        #expect(try note.faults() == "")
    }

    @Test("takes nothing but a language into its language")
    func language() throws {
        var options = NotePDFRenderer.Options()
        options.language = "en) /X (y"
        let note = try TypesetNote("a", options: options)
        #expect(String(decoding: note.bytes, as: UTF8.self).contains("/Lang (enXy)"))
        #expect(try note.faults() == "")
    }

    @Test("has elements for headings, paragraphs and links")
    func structure() throws {
        let tree = try TypesetNote("## A\n\nb [c](https://example.org)\n").information("-struct")
        #expect(tree.contains("H2") && tree.contains("P (block)") && tree.contains("Link (inline)"))
    }

    @Test("lists an image once on a page that shows it often, also where it comes first")
    func emoji() throws {
        let note = try TypesetNote("👍 👍 👍\n\n👍\n")
        #expect(try note.faults() == "")
        #expect(try note.letters() == "👍👍👍👍")
    }

    @Test("is given up with what the sink threw, whenever that was")
    func refusal() throws {
        let body = Array((Self.body + String(repeating: "word\n\n", count: 300)).utf8)
        let content = NotePDFRenderer.Content(title: "", body: body)
        for limit in [0, 1, 1000, 5000, 20_000] {
            var count = 0
            var hasThrown = false
            let error = #expect(throws: NotePDFError.self) {
                try NotePDFRenderer().render(content) { bytes in
                    #expect(!hasThrown, "nothing comes after it")
                    count += bytes.count
                    if count > limit {
                        hasThrown = true
                        throw Refusal()
                    }
                }
            }
            #expect(error?.code == .notWritten)
            #expect(error?.cause is Refusal)
        }
    }

    @Test("is not made without any font, and the error says so")
    func noFonts() throws {
        let fonts = try FontConfiguration(folders: ["/nonexistent"])
        let error = #expect(throws: NotePDFError.self) { try TypesetNote("a", options: fonts.options) }
        #expect(error?.code == .noFonts)
        #expect(error?.description == "No PDF was made: the system has no font. The note is untouched.")
    }

    @Test("embeds all fonts in part")
    func fonts() throws {
        let fonts = try TypesetNote("a **b** *c* `d` 漢 ש א ا\n").fonts()
        #expect(fonts.count >= 6)
        for font in fonts { #expect(font.suffix(5).prefix(3) == ["yes", "yes", "yes"], "\(font)") }
    }
}
