// SPDX-License-Identifier: MIT
// That all text is there, in every script, in order and inside.

import Foundation
import NoteTypesetting
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

    @Test("of a footnote in a footnote is there once")
    func nestedNotes() throws {
        let note = try TypesetNote("x[^a] y[^b]\n\n[^a]: one\n\n    [^b]: two\n\n        code\n\n    tail\n")
        #expect(try note.letters().hasSuffix("1.one2.twocodetail"))
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

    @Test("of footnotes has rule and numbers where its letters begin")
    func footnoteDirection() throws {
        let note = try TypesetNote("שלום[^1] עולם[^2]\n\n[^1]: אחת\n\n[^2]: gamma\n")
        let words = try note.words()
        let first = try #require(words.last { $0.text.contains("א") })
        let second = try #require(words.first { $0.text == "gamma" })
        let firstNumber = try #require(
            words.first { $0.text.contains("1") && abs($0.box.midY - first.box.midY) < 4 })
        let secondNumber = try #require(words.first { $0.text == "2." })
        #expect(abs(firstNumber.box.maxX - 540) < 8 && first.box.maxX < firstNumber.box.minX)
        #expect(first.box.maxX > 500)
        #expect(secondNumber.box.minX < 80 && secondNumber.box.maxX < second.box.minX)
        // The rule stands above the first note, and at its side only.
        let rows = try note.ink(page: 1).rows[Int(first.box.minY) - 14..<Int(first.box.minY)]
        #expect(rows.contains { row in row[470..<538].allSatisfy { $0 < 255 } })
        #expect(!rows.contains { row in row[74..<142].contains { $0 < 255 } })
    }

    @Test("of a table begins at the side that most of its cells begin at")
    func tableDirection() throws {
        let right = try TypesetNote("| אלף | 12 |\n|---|---|\n| גמל | abc |\n| דלת | 34 |\n").words()
        let number = try #require(right.first { $0.text == "12" })
        // Poppler gives letters that run from the right one by one.
        for letter in ["א", "ג", "ד"] {
            let word = try #require(right.first { $0.text.contains(letter) })
            #expect(abs(word.box.maxX - 534) < 1 && word.box.minX > number.box.maxX)
        }
        #expect(number.box.minX > 450)
        let left = try TypesetNote("| alpha | beta |\n|---|---|\n| גמל | gamma |\n").words()
        #expect(abs(try #require(left.first { $0.text == "alpha" }).box.minX - 78) < 1)
    }

    @Test(
        "keeps the ground of code inside the measure at both ends of a line",
        arguments: [("`alpha` beta", 72), ("- `alpha` beta", 90), ("| `alpha` beta |\n|---|", 78)])
    func groundOfCode(text: String, left: Int) throws {
        let note = try TypesetNote(text)
        let word = try #require(try note.words().first { $0.text == "alpha" })
        #expect(abs(word.box.minX - Double(left) - 1.5) < 0.2)
        let row = try note.ink(page: 1).rows[Int(word.box.midY)]
        if left == 72 { #expect(row[71] == 255 && row[72] < 255) }
        let wrapped = try TypesetNote("`" + String(repeating: "iiiii ", count: 200) + "`")
        #expect(try wrapped.words().allSatisfy { $0.box.minX > 73.3 && $0.box.maxX < 538.7 })
        #expect(try wrapped.ink(page: 1).rows.allSatisfy { row in row[541] == 255 && row[70] == 255 })
    }

    @Test("has bullets as dark as its letters, at half their height")
    func bullets() throws {
        let note = try TypesetNote("- xxx\n")
        let words = try note.words()
        #expect(words.map(\.text) == ["•", "xxx"])
        let rows = try note.ink(page: 1).rows
        let dark = rows.indices.filter { y in rows[y][72..<88].contains { $0 < 80 } }
        let letters = rows.indices.filter { y in rows[y][90..<108].contains { $0 < 80 } }
        let (first, last) = (try #require(letters.first), try #require(letters.last))
        #expect(!dark.isEmpty && dark.count <= 4)
        #expect(dark.allSatisfy { $0 > first - 1 && $0 < last })
    }

    @Test("of code that goes on ends behind a blank, else a sign, with a mark that is no text")
    func codeGoesOn() throws {
        let words = (1...30).map { "word\($0)" }.joined(separator: " ")
        let signs = (1...30).map { "word\($0)" }.joined(separator: "/")
        let note = try TypesetNote("```\n\(words)\n\(signs)\nend\n```\n")
        let lines = try note.text("-raw").split(separator: "\n").map { $0.filter { $0 != "\u{C}" } }
        #expect(lines.count > 5)
        #expect(lines.filter { $0.contains("/") }.dropLast().allSatisfy { $0.hasSuffix("/") })
        let wholes = Set(words.split(separator: " ").map(String.init))
        #expect(
            lines.filter { $0.contains(" ") }.allSatisfy {
                Set($0.split(separator: " ").map(String.init)).isSubset(of: wholes)
            })
        #expect(try note.letters() == words.filter { $0 != " " } + signs + "end")
        let rows = try note.ink(page: 1).rows
        func hasMark(_ text: String) throws -> Bool {
            let word = try #require(try note.words().first { $0.text.hasPrefix(text) })
            return rows[Int(word.box.minY)..<Int(word.box.maxY)].contains { row in
                row[533..<540].contains { $0 < 200 }
            }
        }
        #expect(try hasMark("word1"))
        #expect(try !hasMark("end"))
    }

    @Test("in a table leaves no column wider than its lines while another wraps")
    func columns() throws {
        let note = try TypesetNote(
            """
            | Command | What |
            | --- | --- |
            | aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbb | Writes a file of the note \
            with all its images, in the folder that is named, with a name that is made from its title |
            """)
        let words = try note.words()
        let second = try #require(words.first { $0.text == "What" }).box.minX
        let widest = try #require(words.filter { $0.box.maxX < second }.map(\.box.maxX).max())
        #expect(second - widest < 16)
        try expectInside(note, width: 612, height: 792)
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
