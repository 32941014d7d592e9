// SPDX-License-Identifier: MIT
// That pages end where a typographer would end them.

import Foundation
import NoteTypesetting
import Testing

@Suite("The pages of a typeset note")
struct PDFPageTests {
    @Test("are never blank, and no heading ends one, at any length")
    func sweep() throws {
        for count in 30...46 {
            let lines = (1...count).map { "line\($0)" }.joined(separator: "  \n")
            let note = try TypesetNote("\(lines)\n\n## Heading\n\nAlpha  \nbeta  \ngamma  \ndelta\n")
            let pages = try note.text().split(separator: "\u{C}", omittingEmptySubsequences: false).dropLast()
            #expect(pages.count == note.report.pages)
            for page in pages {
                let words = page.split(whereSeparator: \.isWhitespace)
                #expect(!words.isEmpty, "\(count) lines")
                #expect(words.last != "Heading", "\(count) lines")
                // No line of the paragraph stands alone.
                #expect(words.last != "Alpha" && words.first != "delta", "\(count) lines")
            }
        }
    }

    @Test("are as many as needed where the text ends with a page")
    func lastPage() throws {
        var last = 1
        for count in 35...50 {
            let note = try TypesetNote((1...count).map { "line\($0)" }.joined(separator: "  \n"))
            #expect(note.report.pages >= last && note.report.pages <= last + 1)
            #expect(try note.words().map(\.page).max() == note.report.pages)
            last = note.report.pages
        }
        #expect(last == 2)
    }

    @Test("are one, of an empty note")
    func empty() throws {
        let note = try TypesetNote("")
        #expect(note.report.pages == 1)
        #expect(try note.faults() == "")
    }

    @Test(
        "have the size that is asked for",
        arguments: [
            (NotePDFRenderer.Paper.letter, "612 x 792 pts (letter)"), (.a4, "595.28 x 841.89 pts (A4)"),
        ])
    func size(paper: NotePDFRenderer.Paper, wanted: String) throws {
        var options = NotePDFRenderer.Options()
        options.paper = paper
        #expect(try TypesetNote("a", options: options).information().contains(wanted))
    }

    @Test("repeat the head of a table that goes on")
    func tableHead() throws {
        let rows = (1...100).map { "| r\($0) | v |" }.joined(separator: "\n")
        let note = try TypesetNote("| Headword | B |\n| --- | --: |\n\(rows)\n")
        #expect(note.report.pages > 1)
        let words = try note.words()
        for page in 1...note.report.pages {
            #expect(words.first { $0.page == page }?.text == "Headword")
        }
        #expect(words.filter { $0.text.hasPrefix("r") }.map(\.text) == (1...100).map { "r\($0)" })
    }

    @Test("carry the panel of code that goes on, on both sides of the break")
    func panel() throws {
        let code = (1...90).map { "code\($0)" }.joined(separator: "\n")
        let note = try TypesetNote("```\n\(code)\n```\n")
        #expect(note.report.pages == 2)
        for page in 1...2 {
            let word = try #require(try note.words().last { $0.page == page })
            let (_, rows) = try note.ink(page: page)
            let row = rows[Int(word.box.midY)]
            #expect(row[300] < 255 && row[535] < 255 && row[545] == 255, "page \(page)")
        }
    }

    @Test("have a bar for each level of a quote")
    func bars() throws {
        let note = try TypesetNote("> one\n> > two\n> > > three\n")
        let words = try note.words()
        let (_, rows) = try note.ink(page: 1)
        for (place, word) in words.enumerated() {
            let row = rows[Int(word.box.midY)][60..<Int(word.box.minX - 2)]
            let bars = zip(row, row.dropFirst()).filter { $0 == 255 && $1 < 255 }.count
            #expect(bars == place + 1)
        }
    }

    @Test("have an outline as the headings are nested")
    func outline() throws {
        let note = try TypesetNote(
            "# A\n\n## B & ü\n\n### C\n\n## D\n\n\(String(repeating: "t\n\n", count: 60))# E\n")
        let top = try note.outline()
        #expect(top.map { $0["title"] as? String } == ["A", "E"])
        #expect(top.map { $0["destpageposfrom1"] as? Int } == [1, note.report.pages])
        let second = top[0]["kids"] as? [[String: Any]] ?? []
        #expect(second.map { $0["title"] as? String } == ["B & ü", "D"])
        #expect((second[0]["kids"] as? [[String: Any]])?.map { $0["title"] as? String } == ["C"])
    }
}
