// SPDX-License-Identifier: MIT
// Which names exported files get.

import NoteExporting
import NoteKit
import SyntaxProof
import Testing

@Suite("The name of an exported file")
struct ExportNameTests {
    static let names: [(title: String, name: String)] = [
        ("Shopping", "Shopping"),
        ("Nöte with 'quotes'", "Nöte with 'quotes'"),
        ("_underscored-note", "_underscored-note"),
        ("a/b\\c:d*e?f\"g<h>i|j", "a b c d e f g h i j"),
        ("  a \t b\u{A0}\n c  ", "a b c"),
        ("a / b", "a b"),
        ("\u{0}a\u{1B}[31mb\u{7F}\u{85}c", "a [31mb c"),
        (".hidden", "hidden"),
        ("... . a", "a"),
        ("..", "Untitled"),
        (".", "Untitled"),
        ("///", "Untitled"),
        ("", "Untitled"),
        (" \u{2003}\n", "Untitled"),
        ("\u{200B}\u{2060}", "Untitled"),
        ("end...", "end"),
        ("end . .", "end"),
        ("v1.2", "v1.2"),
        ("CON", "_CON"),
        ("nul", "_nul"),
        ("Aux.backup", "_Aux.backup"),
        ("com1", "_com1"),
        ("LPT³", "_LPT³"),
        ("prn .x", "_prn .x"),
        ("COM10", "COM10"),
        ("Console", "Console"),
        ("invoice\u{202E}fdp.exe", "invoicefdp.exe"),
        ("\u{FEFF}a", "a"),
        ("می‌خواهم", "می‌خواهم"),
    ]

    @Test(
        "has no signs of a path, no controls, no spaces in a row, and is never hidden or reserved",
        arguments: names)
    func cleaned(title: String, name: String) {
        let made = ExportName(title).description
        #expect(made.utf8.elementsEqual(name.utf8), "\(made)")
    }

    @Test("has at most 60 characters, and none of them is cut")
    func sixtyCharacters() {
        #expect(
            ExportName(String(repeating: "x", count: 61)).description == String(repeating: "x", count: 60))
        let flag = "e\u{301}"
        let name = ExportName(String(repeating: flag, count: 80)).description
        #expect(name.utf8.elementsEqual(String(repeating: flag, count: 60).utf8))
        let cut = ExportName(String(repeating: "x", count: 59) + " yes").description
        #expect(cut == String(repeating: "x", count: 59))
    }

    @Test("fits into the 255 bytes of a file system with number and extension, by whole characters")
    func bytes() {
        let family = "👩‍👩‍👧‍👦"
        let name = ExportName(String(repeating: family, count: 60))
        #expect(name.description == String(repeating: family, count: 243 / family.utf8.count))
        #expect(name.fileName(1_000_000, extension: "pdf").bytes.count <= 255)
        let towers = "a" + String(repeating: "\u{301}", count: 400)
        #expect(ExportName(towers).description == "Untitled")
        #expect(ExportName("CON.\(towers)").description == "_CON")
    }

    @Test("is numbered from the second on, before the extension")
    func numbers() {
        let name = ExportName("a.b")
        #expect(name.fileName(extension: "pdf") == NotePath("a.b.pdf"))
        #expect(name.fileName(2, extension: "md") == NotePath("a.b 2.md"))
    }

    @Test("of any name is a name that needs no more cleaning")
    func stable() {
        var random = SeededGenerator(seed: 7)
        let pieces = [
            "a", " ", ".", "/", "é", "e\u{301}", "👍🏽", "\u{0}", "CON", "漢", "\u{202E}", "\t", "_", "2",
        ]
        for _ in 0..<5_000 {
            let title = (0..<Int.random(in: 0...90, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let name = ExportName(title).description
            #expect(ExportName(name).description.utf8.elementsEqual(name.utf8), "\(title.debugDescription)")
            #expect(!name.isEmpty && name.count <= 60 && name.utf8.count <= 243)
            #expect(!name.hasPrefix(".") && !name.hasSuffix(".") && !name.hasSuffix(" "))
            #expect(!name.contains("/") && !name.unicodeScalars.contains { $0.value < 0x20 })
        }
    }
}

@Suite("A folder that takes exported files")
struct ExportFolderTests {
    @Test("numbers a name that is taken, and replaces nothing, the same bytes neither")
    func taken() throws {
        let vault = try ScratchVault(["Note.pdf": "theirs", "Note 2.pdf": "ours"])
        let folder = ExportFolder(vault.notePath)
        let name = folder.reserve(ExportName("Note"), extension: "pdf")
        #expect(name.fileName == NotePath("Note 3.pdf"))
        #expect(
            try folder.write(Array("ours".utf8), as: name) == vault.notePath.appending(NotePath("Note 3.pdf"))
        )
        #expect(try vault.text(of: "Note.pdf") == "theirs")
        #expect(try vault.names() == ["Note 2.pdf", "Note 3.pdf", "Note.pdf"])
    }

    @Test("numbers thousands of notes of one name, each in its turn")
    func manyOfOneName() throws {
        let vault = try ScratchVault(["README 7.md": "theirs"])
        let folder = ExportFolder(vault.notePath)
        let names = (1...5000).map { _ in folder.reserve(ExportName("README"), extension: "md").fileName }
        #expect(Set(names).count == 5000 && names.last == NotePath("README 5001.md"))
        #expect(names[5...6] == [NotePath("README 6.md"), NotePath("README 8.md")])
    }

    @Test(
        "issue C13: takes names for the same that differ in case or in the form of an accent only",
        arguments: [("A", "a"), ("\u{C4}", "A\u{308}"), ("\u{E4}rger", "A\u{308}RGER")])
    func alike(one: String, other: String) throws {
        let vault = try ScratchVault()
        let run = ExportFolder(vault.notePath)
        #expect(run.reserve(ExportName(one), extension: "pdf").fileName == NotePath("\(one).pdf"))
        #expect(run.reserve(ExportName(other), extension: "pdf").fileName == NotePath("\(other) 2.pdf"))
        try vault.write("theirs", to: "\(one).pdf")
        let later = ExportFolder(vault.notePath)
        #expect(later.reserve(ExportName(other), extension: "pdf").fileName == NotePath("\(other) 2.pdf"))
    }

    @Test("keeps two notes of one name apart before either is written")
    func reserved() throws {
        let vault = try ScratchVault()
        let folder = ExportFolder(vault.notePath)
        let names = (0..<3).map { _ in folder.reserve(ExportName("Note"), extension: "md").fileName }
        #expect(names == [NotePath("Note.md"), NotePath("Note 2.md"), NotePath("Note 3.md")])
        let other = folder.reserve(ExportName("Note 2"), extension: "md").fileName
        #expect(other == NotePath("Note 2 2.md"))
    }

    @Test("takes the next number when somebody takes the name meanwhile", arguments: ["theirs", "ours"])
    func race(bytes: String) throws {
        let vault = try ScratchVault()
        let folder = ExportFolder(vault.notePath)
        let first = folder.reserve(ExportName("Note"), extension: "md")
        let second = folder.reserve(ExportName("Note"), extension: "md")
        try vault.write(bytes, to: "Note.md")
        #expect(try folder.write(Array("ours".utf8), as: first).name == NotePath("Note 3.md"))
        #expect(try folder.write(Array("ours".utf8), as: second).name == NotePath("Note 2.md"))
        #expect(try vault.text(of: "Note.md") == bytes)
    }

    @Test("takes a link that leads to nothing for a name that is taken")
    func danglingLink() throws {
        let vault = try ScratchVault()
        try vault.link("Note.md", to: "elsewhere.md")
        let folder = ExportFolder(vault.notePath)
        let name = folder.reserve(ExportName("Note"), extension: "md")
        #expect(name.fileName == NotePath("Note 2.md"))
    }

    @Test("that is gone is named, and nothing is written")
    func gone() throws {
        let vault = try ScratchVault()
        let folder = ExportFolder(vault.notePath.appending(NotePath("gone")))
        let name = folder.reserve(ExportName("Note"), extension: "md")
        let error = #expect(throws: FileError.self) { try folder.write([1], as: name) }
        #expect(error?.code == .missing && error?.description.contains("gone/Note.md") == true)
    }
}
