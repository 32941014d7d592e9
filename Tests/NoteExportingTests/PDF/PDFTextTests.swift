// SPDX-License-Identifier: MIT
// That all text is there, in every script, in order and inside.

import Foundation
import NoteExporting
import Testing

@Suite("The text of a typeset note")
struct PDFTextTests {
    @Test("is whole and in order")
    func order() throws {
        let note = try TypesetNote(
            """
            ---
            key: value
            ---
            # One *two*

            Three **four** ~~five~~ ==six== `seven` [eight](https://example.org) [[Nine]] #ten %%hidden%%

            - eleven
              1. twelve
            - [x] thirteen

            > fourteen
            > > fifteen

            > [!tip] Sixteen
            > seventeen

            | Eighteen | Nineteen |
            | --- | --- |
            | twenty | twentyone |

            ```mermaid
            twentytwo
            ```

            $$
            twentythree
            $$

            ![[file.pdf]]

            twentyfour[^1]

            [^1]: twentyfive
            """, title: "Zero", date: "May 1")
        #expect(
            try note.letters()
                == "ZeroMay1OnetwoThreefourfivesixseveneightNine#ten•eleven1.twelvethirteenfourteenfifteen"
                + "SixteenseventeenEighteenNineteentwentytwentyonetwentytwotwentythreetwentyfour11.twentyfive"
        )
        #expect(try note.faults() == "")
    }

    @Test(
        "is whole in other scripts, in reading order",
        arguments: [
            "漢字かなカナ混じりの文章です。長い行は途中で折り返されます。漢字かなカナ混じりの文章です。長い行は途中で折り返されます。",
            "שלום עולם, זוהי פסקה בעברית.", "한글 문장입니다.", "Ωμέγα и кириллица", "नमस्ते दुनिया",
        ])
    func scripts(text: String) throws {
        let note = try TypesetNote(text)
        let wanted = text.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace }
        #expect(try note.letters() == wanted)
        #expect(note.report.warnings.isEmpty)
    }

    @Test("runs from the right where its letters do, its lists and quotes too")
    func rightToLeft() throws {
        let note = try TypesetNote("שלום\n\n- אחת\n\n> שתיים\n\nabc\n")
        for word in try note.words() {
            if word.text == "abc" {
                #expect(abs(word.box.minX - 72) < 1)
            } else {
                #expect(word.box.maxX > 500)
            }
        }
    }

    @Test("joins Arabic letters and keeps their order")
    func arabic() throws {
        let letters = try TypesetNote("مرحبا بالعالم الاتجاه English").letters()
        #expect(letters == "مرحبابالعالمالاتجاهEnglish")
    }

    @Test("H5: a long line of code stays inside, whole, with nothing added")
    func longLines() throws {
        let spaced = (1...60).map { "w\($0)" }.joined(separator: " ") + String(repeating: "z", count: 70)
        let solid = String(repeating: "0123456789", count: 30)
        let inline = String(repeating: "abcdefghij", count: 15)
        var options = NotePDFRenderer.Options()
        options.paper = .a4
        let note = try TypesetNote("```\n\(spaced)\n\(solid)\n```\n\n`\(inline)`\n", options: options)
        #expect(try note.letters() == (spaced + solid + inline).filter { $0 != " " })
        #expect(try note.text("-raw").replacing("\n", with: "").contains(solid))
        try expectInside(note, width: 595.28, height: 841.89)
    }

    @Test("H7: is there for all scripts where there are fonts, emoji too")
    func allScripts() throws {
        let line = "漢字 かな 한글 Ω ≠ 👍🏽 e\u{301}"
        let note = try TypesetNote("\(line)\n\n# \(line)\n\n| \(line) |\n|---|\n\n```\n\(line)\n```\n")
        #expect(note.report.warnings.isEmpty)
        let wanted = line.precomposedStringWithCompatibilityMapping.filter { $0 != " " }
        #expect(try note.letters() == String(repeating: wanted, count: 4))
        for font in try note.fonts() {
            #expect(font.suffix(5).prefix(3) == ["yes", "yes", "yes"], "\(font)")
        }
    }

    @Test("H7: is reported where no font has it, and never a silent blank")
    func missing() throws {
        let fonts = try FontConfiguration.onlyLatin()
        let note = try TypesetNote("漢 Ω\n\n`字`\n\n| 한 |\n|---|\n", options: fonts.options)
        let warning = try #require(note.report.warnings.last)
        #expect(warning.kind == .missingGlyphs)
        #expect(warning.codePoints == [0x5B57, 0x6F22, 0xD55C])
        #expect(warning.description == "No font has a glyph for U+5B57, U+6F22, U+D55C.")
        #expect(try note.letters() == "漢Ω字한")
        let rows = try note.ink(page: 1).rows
        #expect(rows[72..<90].contains { row in row[72..<82].contains { $0 < 200 } }, "a box stands for it")
    }

    @Test("shows each glyph of a font with PostScript outlines")
    func postScript() throws {
        // cairo 1.16 loses a subroutine of the second one.
        let characters = "何如阅读"
        let note = try TypesetNote(characters)
        let (_, rows) = try note.ink(page: 1)
        for place in 0..<4 {
            let columns = 73 + Int(10.5 * Double(place))..<81 + Int(10.5 * Double(place))
            #expect(rows[72..<92].contains { row in row[columns].contains { $0 < 128 } }, "\(place)")
        }
    }

    @Test("has every glyph box inside the text area", arguments: ["", "> ", "- ", "> [!note]\n> ", "1000. "])
    func insideTheTextArea(prefix: String) throws {
        let words = (1...400).map { "word\($0)" }.joined(separator: " ")
        let wide = "|" + String(repeating: "columnname|", count: 9)
        let table = wide + "\n|" + String(repeating: "---|", count: 9) + "\n" + wide
        let note = try TypesetNote(
            "\(prefix)\(words) \(String(repeating: "x", count: 300))\n\n\(table)\n\n漢字 \(words)\n")
        try expectInside(note, width: 612, height: 792)
    }

    private func expectInside(_ note: TypesetNote, width: Double, height: Double) throws {
        for word in try note.words() {
            #expect(word.box.minX >= 71.5 && word.box.maxX <= width - 71.5, "\(word)")
            #expect(word.box.minY >= 70 && word.box.maxY <= height - 71.5, "\(word)")
        }
    }
}
