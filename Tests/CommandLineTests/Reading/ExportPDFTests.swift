// SPDX-License-Identifier: MIT
// A note as PDF through the command, read back by programs that are not ours.

import Foundation
import Testing

@Suite("notekit export --to pdf")
struct ExportPDFTests {
    /// A square of one colour as SVG.
    private static func square(_ color: String, width: Int = 200, height: Int = 200) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">\
        <rect width="\(width)" height="\(height)" fill="\(color)"/></svg>
        """
    }

    private static func isRed(_ color: [UInt8]) -> Bool { color[0] > 200 && color[1] < 60 && color[2] < 60 }

    /// A vault with one note, exported as `x.pdf`; the answer is what was told.
    private func export(
        _ note: String, named name: String = "The title", drawing: String? = nil,
        files: [String: String] = [:],
        flags: String = "", environment: [String: String] = [:]
    ) async throws -> (terminal: Terminal, told: Terminal.Outcome) {
        let terminal = try Terminal()
        try await terminal.type("mkdir -p v/.obsidian v/files v/journal")
        try terminal.write(#"{"attachmentFolderPath":"files"}"#, to: "v/.obsidian/app.json")
        try terminal.write(note, to: "v/journal/\(name).md")
        if let drawing { try terminal.write(drawing, to: "v/files/sketch.svg") }
        for (file, text) in files { try terminal.write(text, to: "v/\(file)") }
        let told = try await terminal.type(
            "notekit export 'v/journal/\(name).md' --to pdf -o x.pdf \(flags)", environment: environment)
        #expect(told.code == 0, "\(told)")
        return (terminal, told)
    }

    /// The text as poppler finds it, a line for each.
    private func lines(_ terminal: Terminal) async throws -> [String] {
        try await terminal.type("pdftotext -layout x.pdf -").out.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test("holds the title, then the event date, above a rule, then the body, then the drawing")
    func order() async throws {
        let note = "---\ndate: 2026-03-14\ndrawing: sketch.svg\n---\nThe body.\n"
        let (terminal, told) = try await export(note, drawing: Self.square("red"))
        #expect(told == .init(out: "x.pdf\n", err: "", code: 0))
        #expect(try await lines(terminal) == ["The title", "Saturday, March 14, 2026", "The body."])
        let page = try await PageImage(of: "x.pdf", in: terminal)
        let rule = try #require(page.ruledRows.first)
        let text = page.rows { $0.allSatisfy { $0 < 100 } }
        let drawing = page.rows(where: Self.isRed)
        #expect(text.contains { $0 < rule } && text.contains { $0 > rule })
        #expect(drawing.count > 100)
        let (lastOfText, firstOfDrawing) = (try #require(text.last), try #require(drawing.first))
        #expect(lastOfText < firstOfDrawing)
    }

    @Test("has no date line, and no drawing, where the note has none; an empty or broken drawing is left out")
    func left() async throws {
        for drawing in [
            "", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>", "<svg", "no picture",
        ] {
            let (terminal, _) = try await export(
                "---\ndrawing: sketch.svg\n---\nThe body.\n", drawing: drawing)
            #expect(try await lines(terminal) == ["The title", "The body."], "\(drawing)")
            #expect(try await terminal.type("pdfinfo x.pdf | grep -c 'Pages: *1$'").out == "1\n")
            let notice = try await terminal.type("notekit export 'v/journal/The title.md' --to md -o -")
            #expect(notice.out == "# The title\n\nThe body.\n", "\(drawing)")
        }
    }

    @Test("renders the Markdown of the body and exposes no syntax")
    func rendered() async throws {
        let (terminal, _) = try await export(
            """
            ## A heading

            Some **bold**, *italic*, `code` and [a link](https://example.org/page).

            1. first
               - inner
            2. second

            > quoted

            ```swift
            let code = 1
            ```

            %% hidden %%

            ---

            Last.
            """)
        let text = try await lines(terminal).joined(separator: "\n")
        for words in [
            "A heading", "Some bold, italic, code and a link.", "first", "inner", "second", "quoted",
            "let code = 1", "Last.",
        ] {
            #expect(text.contains(words), "\(text)")
        }
        for sign in ["**", "##", "`", "](", "---", "hidden", ">"] { #expect(!text.contains(sign), "\(text)") }
        let links = try await terminal.type(
            "qpdf --qdf --object-streams=disable x.pdf - | grep -ac 'https://example.org/page'")
        #expect(links.out == "1\n")
    }

    @Test(
        "is US Letter with a margin of one inch, or A4, and runs over as many pages as it needs, none of them blank"
    )
    func pages() async throws {
        let note = (1...300).map { "Paragraph \($0) has some words in it.\n" }.joined(separator: "\n")
        for (flags, size) in [("", "612 x 792"), ("--paper letter", "612 x 792"), ("--paper a4", "595.")] {
            let (terminal, _) = try await export(note, flags: flags)
            let info = try await terminal.type("pdfinfo x.pdf").out
            #expect(info.contains("Page size:       \(size)"), "\(info)")
            let text = try await terminal.type("pdftotext x.pdf -").out
            let pages = text.split(separator: "\u{C}").count
            #expect(info.contains("Pages:           \(pages)\n") && pages > 5)
            #expect((1...300).allSatisfy { text.contains("Paragraph \($0) has some words in it.") })
            #expect(try await PageImage(of: "x.pdf", page: 1, in: terminal).hasCleanMargins)
            #expect(try await PageImage(of: "x.pdf", page: pages, in: terminal).hasCleanMargins)
        }
    }

    @Test("shows the whole note whatever is folded, and nothing of the controls")
    func folded() async throws {
        let (terminal, _) = try await export(
            "> [!note]- Closed\n> Inside of it.\n\n> [!tip]+ Open\n> Seen.\n\n---\n\nBelow.\n")
        let text = try await lines(terminal).joined(separator: "\n")
        for words in ["Closed", "Inside of it.", "Open", "Seen.", "Below."] {
            #expect(text.contains(words), "\(text)")
        }
        for sign in "▸▾▶▼›⌄" { #expect(!text.contains(sign), "\(text)") }
    }

    @Test("shows a thematic break as a plain rule")
    func rule() async throws {
        let (terminal, _) = try await export("Above.\n\n---\n\nBelow.\n")
        let (plain, _) = try await export("Above.\n\nBelow.\n")
        let rules = try await PageImage(of: "x.pdf", in: terminal).ruledRows.count
        let fewer = try await PageImage(of: "x.pdf", in: plain).ruledRows.count
        #expect(rules > fewer)
    }

    @Test("has a light appearance and clean margins")
    func light() async throws {
        let (terminal, _) = try await export("Text.\n")
        let page = try await PageImage(of: "x.pdf", in: terminal)
        #expect(page.hasCleanMargins)
        #expect((72..<540).allSatisfy { page.isPaper($0, 700) })
    }

    @Test("sets code in a monospaced face on a tinted panel and wraps long lines")
    func code() async throws {
        let line = (1...60).map { "word\($0)" }.joined(separator: " ")
        let (terminal, _) = try await export("```\n\(line)\n\(String(repeating: "x", count: 300))\n```\n")
        #expect(try await terminal.type("pdffonts x.pdf | grep -c Mono").out == "1\n")
        let text = try await terminal.type("pdftotext x.pdf -").out.filter { !$0.isWhitespace }
        #expect(text.contains(line.filter { $0 != " " }) && text.contains(String(repeating: "x", count: 300)))
        let page = try await PageImage(of: "x.pdf", in: terminal)
        #expect(page.hasCleanMargins)
        let tinted = page.rows { $0.allSatisfy { (225..<255).contains($0) } }
        #expect(tinted.count > 60)
    }

    @Test("keeps the styling of links, and highlights no syntax in code")
    func colors() async throws {
        func isBlue(_ color: [UInt8]) -> Bool { Int(color[2]) > Int(color[0]) + 80 }
        let (link, _) = try await export("[some linked words](https://example.org)\n")
        #expect(try await PageImage(of: "x.pdf", in: link).rows(where: isBlue).count > 3)
        let (code, _) = try await export(
            "```swift\nlet text = \"words\" // 1\nfunc f() -> Int { return 42 }\n```\n")
        let colored = try await PageImage(of: "x.pdf", in: code).rows { color in
            (color.max() ?? 0) - (color.min() ?? 0) > 24
        }
        #expect(colored.isEmpty)
    }

    @Test("shows the event date for an injected locale and time zone")
    func eventDate() async throws {
        let (terminal, _) = try await export(
            "---\ndate: 2026-03-14T23:30:00Z\n---\nText.\n",
            environment: ["LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"])
        #expect(
            try await lines(terminal) == ["The title", "Sonntag, 15. März 2026 um 08:30 GMT+9", "Text."])
    }

    @Test("takes no attached file, and Markdown neither: one file leaves, without a byte of it")
    func attachments() async throws {
        let (terminal, _) = try await export(
            "![[report.pdf]] [[letter.docx]] [x](files/data.csv)\n\n![[report.pdf]]\n",
            files: [
                "files/report.pdf": "%PDF-secret-words", "files/letter.docx": "secret-words",
                "files/data.csv": "secret-words",
            ])
        let answer = try await terminal.type(
            """
            for to in md pdf; do notekit export v/journal/*.md --to $to -o out/ > .told; done; ls out
            qpdf --qdf --object-streams=disable out/*.pdf - | cat - out/*.md | grep -ac secret-words
            """)
        #expect(answer.out == "The title.md\nThe title.pdf\n0\n" && answer.err == "", "\(answer)")
    }

    @Test("tells nothing of the note's folder, its file or its times, and is the same again")
    func bookkeeping() async throws {
        let (terminal, _) = try await export(
            "---\ntags: [private]\npinned: true\nid: secret-id\n---\nText.\n")
        let answer = try await terminal.type(
            """
            touch -d 2001-01-01 v/journal/*.md; TZ=Asia/Tokyo notekit export v/journal/*.md --to pdf -o y.pdf
            cmp x.pdf y.pdf; qpdf --check x.pdf > .check || cat .check
            qpdf --qdf --object-streams=disable x.pdf - > q; pdftotext x.pdf - >> q
            grep -aic -e journal -e private -e pinned -e secret-id -e CreationDate -e ModDate -e '\\.md' q
            """)
        #expect(answer.out == "y.pdf\n0\n" && answer.err == "", "\(answer)")
    }

    @Test(
        "draws images of the vault where they are placed, and leaves other files out",
        arguments: [
            "![[red.svg]]", "![[red.svg|100]]", "![A red square](../files/red.svg)", "![a](red.svg)",
            "![](/files/red.svg)",
            "![[files/red.svg]]", "![[RED.svg]]",
        ])
    func images(placement: String) async throws {
        let (terminal, told) = try await export(
            "Before.\n\n\(placement)\n\n![[report.pdf]]\n\n![[Other note]]\n\nAfter.\n",
            files: [
                "files/red.svg": Self.square("red"), "files/report.pdf": "%PDF",
                "Other note.md": "Elsewhere.",
            ])
        #expect(told.err == "")
        #expect(try await lines(terminal) == ["The title", "Before.", "After."])
        let rows = try await PageImage(of: "x.pdf", in: terminal).rows(where: Self.isRed)
        #expect(rows.count > (placement.contains("100") ? 70 : 140))
    }

    @Test(
        "leaves images out that are not in the vault, with a warning that names them and the note",
        arguments: [
            ("![](https://example.org/x.png)", "https://example.org/x.png"), ("![[gone.png]]", "gone.png"),
            ("![](../../outside.svg)", "../../outside.svg"),
        ])
    func noImage(placement: String, name: String) async throws {
        let (terminal, told) = try await export(
            "Before.\n\n\(placement)\n", files: ["../outside.svg": Self.square("red")])
        #expect(
            told.err.contains("'v/journal/The title.md'") && told.err.contains("'\(name)'"), "\(told.err)")
        #expect(try await PageImage(of: "x.pdf", in: terminal).rows(where: Self.isRed).isEmpty)
    }

    @Test("moves a drawing that is too tall for the room left to the next page, and makes a taller one fit")
    func tallDrawing() async throws {
        let text = (1...25).map { "Line \($0).\n" }.joined(separator: "\n")
        let note = "---\ndrawing: sketch.svg\n---\n\(text)"
        for height in [500, 5000] {
            let (terminal, _) = try await export(
                note, drawing: Self.square("red", width: 300, height: height))
            let info = try await terminal.type("pdfinfo x.pdf").out
            #expect(info.contains("Pages:           2\n"), "\(info)")
            let page = try await PageImage(of: "x.pdf", page: 2, in: terminal)
            let rows = page.rows(where: Self.isRed)
            #expect(rows.count > 300 && page.hasCleanMargins)
            let first = try await PageImage(of: "x.pdf", in: terminal)
            #expect(first.rows(where: Self.isRed).isEmpty)
        }
    }

    @Test("has an outline of the headings, and the language of the reader")
    func structure() async throws {
        let (terminal, _) = try await export(
            "# One\n\n## Two\n\nText.\n", environment: ["LC_ALL": "de_DE.UTF-8"])
        let text = try await terminal.type("qpdf --qdf --object-streams=disable x.pdf - | strings").out
        #expect(text.contains("/Lang (de-DE)") && text.contains("/Outlines") && text.contains("/Title (Two)"))
    }

    @Test("goes to the standard output as it is")
    func standardOutput() async throws {
        let (terminal, _) = try await export("Text.\n")
        let answer = try await terminal.type("notekit export v/journal/*.md --to pdf -o - | cmp - x.pdf")
        #expect(answer == .init(out: "", err: "", code: 0))
    }

    @Test("issue H9: links to headings of the same note lead to them, and dead ones are told")
    func headingLinks() async throws {
        let (terminal, told) = try await export(
            "## How do I begin?\n\n## Dup\n\n## Dup\n\n[[#How do I begin?]] [a](#How%20do%20I%20begin?) "
                + "[b](<#How do I begin?>) [[#Dup]] [[Other]] [[#Nope]]\n")
        #expect(told.err.contains("'v/journal/The title.md'") && told.err.contains("Nope"), "\(told.err)")
        #expect(!told.err.contains("Other") && !told.err.contains("begin"))
        let links = try await terminal.type(
            "qpdf --qdf --object-streams=disable x.pdf - | grep -ac '/Subtype /Link'")
        #expect(links.out == "4\n")
    }
}
