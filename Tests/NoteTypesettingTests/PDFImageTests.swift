// SPDX-License-Identifier: MIT
// That images stand as they are, as large as there is room.

import Foundation
import NoteTypesetting
import Testing

@Suite("An image in a typeset note")
struct PDFImageTests {
    private static func drawing(_ width: Int, _ height: Int) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'>"
            + "<rect width='100%' height='100%' fill='black'/></svg>"
    }

    /// Where a page is dark, from the upper left corner.
    private func darkBox(_ note: TypesetNote, page: Int = 1) throws -> CGRect {
        let (width, rows) = try note.ink(page: page)
        let dark = rows.indices.filter { row in rows[row].contains { $0 < 60 } }
        let columns = (0..<width).filter { column in rows.contains { $0[column] < 60 } }
        guard let top = dark.first, let bottom = dark.last, let left = columns.first, let right = columns.last
        else { return .null }
        return CGRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    @Test(
        "is as large as it is, never larger", arguments: ["![[a.svg]]", "![words](a.svg)", "![[a.svg|900]]"])
    func natural(text: String) throws {
        let note = try TypesetNote(text, images: { $0 == "a.svg" ? Array(Self.drawing(200, 100).utf8) : nil })
        let box = try darkBox(note)
        #expect(abs(box.width - 150) <= 2 && abs(box.height - 75) <= 2)
        #expect(abs(box.minX - 72) <= 1)
        #expect(note.report.warnings.isEmpty)
    }

    @Test(
        "is made smaller where the note asks for it or the page has no room",
        arguments: [
            ("![[a.svg|100]]", 75.0, 75.0), ("![[a.svg]]", 468.0, 468.0), ("> ![[a.svg]]", 454.0, 454.0),
        ])
    func smaller(text: String, width: Double, height: Double) throws {
        let note = try TypesetNote(text, images: { _ in Array(Self.drawing(1000, 1000).utf8) })
        let box = try darkBox(note)
        #expect(abs(box.width - width) <= 2 && abs(box.height - height) <= 2)
    }

    @Test("stays an image of vectors, or the JPEG file that it is")
    func formats() throws {
        let picture = try TypesetNote("# Picture")
        let photo = try picture.image("jpeg")
        let pixels = try picture.image("png")
        let note = try TypesetNote("![[a.jpg]]\n", images: { _ in photo })
        #expect(note.bytes.split(separator: photo, maxSplits: 1).count == 2, "the very bytes are in the file")
        #expect(try note.faults() == "")
        let other = try TypesetNote("![[a.png]]\n", images: { _ in pixels })
        #expect(other.report.warnings.isEmpty)
        #expect(try other.faults() == "")
        let vectors = try TypesetNote("![[a.svg]]\n", images: { _ in Array(Self.drawing(10, 10).utf8) })
        #expect(!String(decoding: vectors.bytes, as: UTF8.self).contains("/Subtype /Image"))
    }

    @Test("that is broken or missing is left out with a warning that names it")
    func broken() throws {
        let photo = try TypesetNote("# Picture").image("jpeg")
        let files: [String: [UInt8]] = [
            "a.png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3],
            "b.jpg": Array(photo.dropLast(100)),
            "c.svg": Array("<svg".utf8), "d.gif": Array("GIF89a".utf8), "e.png": [],
        ]
        let note = try TypesetNote(
            "before ![[a.png]] between ![x](b.jpg)\n\n![[c.svg]]\n\n![[d.gif]]\n\n![[e.png]]\n\n![[f.png]]\n\nend",
            images: { files[$0] })
        #expect(note.report.warnings.map(\.name) == ["a.png", "b.jpg", "c.svg", "d.gif", "e.png", "f.png"])
        #expect(note.report.warnings.allSatisfy { $0.kind == .imageNotDrawn })
        #expect(try note.letters() == "beforebetweenxend")
    }

    @Test(
        "issue C1: that is not drawn is told by its name, with the reason, and its description stands for it")
    func reasons() throws {
        struct Unreadable: Error {}
        let large = [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0, count: 13) + [1, 0, 0, 0, 1, 0, 0]
        let note = try TypesetNote(
            "![one *two*](data:image/png;base64,AAAA) ![three](x.png?raw=1) ![](gone.png) ![[gone.png|100]]\n\n"
                + "![](large.png) ![](broken.png) ![](locked.png) ![](https://example.org/x) ![[gone.png]]\n\n"
                + "![note](other.md) ![[Other]]\n",
            images: { name in
                if name == "locked.png" { throw Unreadable() }
                return name == "large.png" ? large : name == "broken.png" ? [1] : nil
            })
        #expect(
            note.report.warnings.map { "\($0.name) \($0.reason)" } == [
                "data:image/png;base64,AAAA is written in the note itself", "x.png?raw=1 is not in the vault",
                "gone.png is not in the vault", "large.png has too many pixels",
                "broken.png is broken, or in a format that this system cannot read",
                "locked.png cannot be read",
                "https://example.org/x is not in the vault, and none is taken from elsewhere",
            ])
        #expect(try note.letters() == "onetwothree")
    }

    @Test("of a JPEG file takes no memory for its pixels, and lies as its file says")
    func photo() throws {
        let photo = try TypesetNote("![[a.svg]]", images: { _ in Array(Self.drawing(300, 200).utf8) }).image(
            "jpeg")
        let note = try TypesetNote("![[a.jpg|400]]", images: { _ in photo })
        let box = try darkBox(note)
        // The picture of a page of 612 points, 300 points wide.
        let scale = 300.0 / 612
        #expect(abs(box.minX - 72 - 72 * scale) <= 2 && abs(box.width - 225 * scale) <= 2)
        #expect(abs(box.minY - 72 - 72 * scale) <= 2 && abs(box.height - 150 * scale) <= 2)
        // Larger than any surface that cairo makes.
        let frame = try #require(photo.firstRange(of: [0xFF, 0xC0])?.lowerBound)
        var wide = photo
        wide.replaceSubrange(frame + 7..<frame + 9, with: [0xEA, 0x60])
        let other = try TypesetNote("![[a.jpg]]", images: { [wide] _ in wide })
        #expect(other.report.warnings.isEmpty)
    }

    @Test(
        "of a JPEG file that no PDF can hold is left out with a warning", arguments: [(4, UInt8(12)), (9, 2)])
    func strangePhoto(offset: Int, byte: UInt8) throws {
        var photo = try TypesetNote("# Picture").image("jpeg")
        let frame = try #require(photo.firstRange(of: [0xFF, 0xC0])?.lowerBound)
        photo[frame + offset] = byte
        let note = try TypesetNote("![[a.jpg]]", images: { [photo] _ in photo })
        #expect(note.report.warnings.map(\.name) == ["a.jpg"])
        #expect(!String(decoding: note.bytes, as: UTF8.self).contains("/Subtype /Image"))
    }

    @Test("of images of images without end is left out, and the page goes on behind it")
    func bomb() throws {
        let levels = (1...10).map { level in
            "<g id='a\(level)'>" + String(repeating: "<use href='#a\(level - 1)'/>", count: 10) + "</g>"
        }.joined()
        let bomb = Array(
            ("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><defs><rect id='a0' width='1' height='1'/>"
                + "\(levels)</defs><use href='#a10'/></svg>").utf8)
        let note = try TypesetNote("before\n\n![[a.svg]]\n\nafter\n", images: { _ in bomb })
        #expect(note.report.warnings.map(\.name) == ["a.svg"])
        #expect(try note.letters() == "beforeafter")
    }

    @Test(
        "of a size beyond all measure spoils nothing",
        arguments: [
            ("1e300", "1e-300"), ("1e308", "1e308"), ("1e-300", "1e300"), ("nan", "inf"), ("-1", "0"),
        ])
    func measure(width: String, height: String) throws {
        let image = Array(
            ("<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'>"
                + "<text transform='scale(1e200)'>x</text><rect width='9' height='9'/></svg>").utf8)
        let note = try TypesetNote("before\n\n![[a.svg]]\n\nafter\n", images: { _ in image })
        #expect(try note.faults() == "")
        let letters = try note.letters()
        #expect(letters.hasPrefix("before") && letters.hasSuffix("after"))
    }

    @Test("reads no file that it refers to, and no entity without end")
    func references() throws {
        let folder = try ScratchFolder(["secret.txt": "betrayed", "secret.svg": Self.drawing(90, 90)])
        let start =
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xi='http://www.w3.org/2001/XInclude' width='90' height='90'>"
        let laughs = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }
            .joined()
        let images = [
            "a.svg":
                "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file://\(folder.path)/secret.txt'>]>\(start)<text y='20'>&x;</text></svg>",
            "b.svg": "\(start)<image width='90' height='90' href='file://\(folder.path)/secret.svg'/></svg>",
            "c.svg":
                "\(start)<text y='20'><xi:include href='file://\(folder.path)/secret.txt' parse='text'/></text></svg>",
            "d.svg": "<!DOCTYPE svg [<!ENTITY l0 'laugh'>\(laughs)]>\(start)<text y='20'>&l9;</text></svg>",
        ]
        for (name, image) in images {
            let note = try TypesetNote("![[\(name)]]\n\nafter\n", images: { _ in Array(image.utf8) })
            #expect(try note.letters() == "after", "\(name)")
            #expect(try darkBox(note).height < 20, "\(name)")
        }
    }

    @Test("is named without controls and not at any length")
    func names() throws {
        let name = "a\u{1B}[2J\u{9B}b" + String(repeating: "c", count: 10_000) + ".png"
        let note = try TypesetNote("![x](<\(name)>)\n")
        let sentence = try #require(note.report.warnings.first?.description)
        #expect(sentence.hasPrefix("The image 'a [2J bccc") && sentence.count < 300)
        #expect(note.report.warnings.map(\.name) == [name])
    }

    @Test("stands in the item of a list below its words")
    func listItem() throws {
        let note = try TypesetNote(
            "- ![[a.svg]]\n- words ![[a.svg]]\n", images: { _ in Array(Self.drawing(100, 40).utf8) })
        #expect(try note.letters() == "••words")
        #expect(try darkBox(note).height > 60)
        #expect(note.report.warnings.isEmpty)
    }

    @Test("is named by its words where it has no room: in a heading and in a table")
    func words() throws {
        let note = try TypesetNote(
            "# a ![b](x.png)\n\n| ![[y.png]] |\n|---|\n",
            images: { _ in
                Issue.record("asked for")
                return nil
            })
        #expect(try note.letters() == "aby.png")
    }

    @Test("leaves text and its list sign as they are where it cannot be drawn")
    func nothingInstead() throws {
        let note = try TypesetNote("one ![[a.png]] two\n\n- ![[b.png]]\n\nthree\n")
        #expect(try note.letters() == "onetwo•three")
        let words = try note.words()
        #expect(words[0].box.minY == words[1].box.minY, "one and two are in one line")
        #expect(words.count == 4 && words[2].box.maxY < words[3].box.minY, "the sign has a line of its own")
    }

    @Test("leaves no gap where a paragraph has nothing else")
    func noGap() throws {
        let note = try TypesetNote("one\n\n![[a.png]]\n![](b.png)\n\ntwo\n")
        let plain = try TypesetNote("one\n\ntwo\n")
        #expect(try note.words().map(\.box) == (try plain.words().map(\.box)))
    }

    @Test("of another kind than images is not asked for and not drawn")
    func otherFiles() throws {
        let note = try TypesetNote(
            "a ![[Other note]] b\n\n![[file.pdf]]\n\n{{attachment:6F9619FF-8B86-D011-B42D-00CF4FC964FF}}\n",
            images: { _ in
                Issue.record("asked for")
                return nil
            })
        #expect(try note.letters() == "ab")
        #expect(note.report.warnings.isEmpty)
    }

    @Test("that is the drawing comes last, on the next page where this one has no room")
    func drawingLast() throws {
        let text = String(repeating: "word\n\n", count: 20)
        let note = try TypesetNote(text, drawing: Self.drawing(400, 600))
        #expect(note.report.pages == 2)
        let box = try darkBox(note, page: 2)
        #expect(abs(box.width - 300) <= 2 && abs(box.height - 450) <= 2 && abs(box.minY - 72) <= 1)
    }

    @Test("that is the drawing is scaled where it is taller than a page")
    func tallDrawing() throws {
        let note = try TypesetNote("", drawing: Self.drawing(500, 2000))
        #expect(note.report.pages == 1)
        let box = try darkBox(note)
        #expect(abs(box.height - 648) <= 2 && abs(box.width - 162) <= 2)
    }

    @Test(
        "that is an empty or broken drawing is left out, and the text is there",
        arguments: [
            "", "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'></svg>", "<svg", "rubbish",
        ])
    func noDrawing(drawing: String) throws {
        let note = try TypesetNote("text", drawing: drawing)
        #expect(note.report.pages == 1)
        #expect(try note.letters() == "text")
    }
}
