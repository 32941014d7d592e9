// SPDX-License-Identifier: MIT
// A vault with images that would end or stall the export.

import Foundation
import Testing

@Suite("notekit export --to pdf of a vault with hostile images")
struct ExportHostileImageTests {
    private static func image(_ content: String) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
            + "width='100' height='100'>\(content)</svg>"
    }

    private static let deep = image(
        (0..<30_000).map { "<g id='a\($0)'><use xlink:href='#a\($0 + 1)'/></g>" }.joined()
            + "<g id='a30000'><rect width='9' height='9'/></g>")

    private static func filtered(_ filter: String) -> String {
        image("<filter id='f'>\(filter)</filter><rect width='100' height='100' filter='url(#f)'/>")
    }

    private static let noise = filtered("<feTurbulence numOctaves='100000' baseFrequency='0.1'/>")

    @Test("tells what is left out of which note and why, and exports all of it")
    func vault() async throws {
        let terminal = try Terminal()
        try await terminal.type("mkdir -p v/.obsidian")
        let files = [
            "deep.svg": Self.deep, "noise.svg": Self.noise,
            "matrix.svg": Self.filtered(
                "<feConvolveMatrix order='1000' kernelMatrix='" + String(repeating: "1 ", count: 1_000_000)
                    + "'/>"),
            "good.svg": Self.image("<rect width='100' height='100' fill='red'/><text y='50'>Words</text>"),
        ]
        for (name, text) in files { try terminal.write(text, to: "v/\(name)") }
        for name in ["deep", "noise", "matrix", "good"] {
            try terminal.write("Before.\n\n![[\(name).svg]]\n\nAfter.\n", to: "v/\(name).md")
        }
        try terminal.write("---\ndrawing: deep.svg\n---\nText.\n", to: "v/property.md")
        let told = try await terminal.type("notekit export v --to pdf -o out/")
        #expect(told.code == 0 && told.out.split(separator: "\n").count == 5, "\(told)")
        let warnings = told.err.split(separator: "\n")
        #expect(warnings.count == 4, "\(told.err)")
        for (note, image, reason) in [
            ("deep", "deep", "too deep"), ("matrix", "matrix", "damaged"),
            ("noise", "noise", "takes too long"),
            ("property", "deep", "too deep"),
        ] {
            #expect(
                warnings.contains {
                    $0.contains("'v/\(note).md'") && $0.contains("'\(image).svg'") && $0.contains(reason)
                }, "\(told.err)")
        }
        for name in ["deep", "noise", "matrix", "good"] {
            let text = try await terminal.type("pdftotext out/\(name).pdf -").out
            #expect(text.contains("Before.") && text.contains("After."))
            #expect(text.contains("Words") == (name == "good"))
        }
        #expect(
            try await terminal.type("pdfimages -list out/good.pdf | wc -l").out == "2\n", "it is of vectors")
    }

    @Test("tries an image in the reader's language, in which it may show another part")
    func language() async throws {
        let terminal = try Terminal()
        let image = Self.image(
            "<switch><g systemLanguage='de'>"
                + (0..<30_000).map { "<g id='a\($0)'><use xlink:href='#a\($0 + 1)'/></g>" }
                .joined() + "</g><rect width='9' height='9'/></switch>")
        try await terminal.type("mkdir -p v/.obsidian")
        try terminal.write(image, to: "v/a.svg")
        try terminal.write("![[a.svg]]\n", to: "v/a.md")
        for (language, isDrawn) in [("de_DE.UTF-8", false), ("en_US.UTF-8", true)] {
            let told = try await terminal.type(
                "notekit export v/a.md --to pdf -o x.pdf", environment: ["LC_ALL": language])
            #expect(told.code == 0 && told.err.contains("a.svg") != isDrawn, "\(told)")
        }
    }
}
