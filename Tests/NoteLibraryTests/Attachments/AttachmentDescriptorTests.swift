// SPDX-License-Identifier: MIT
// What a row says about a file.

import NoteFiles
import Testing

@testable import NoteLibrary

@Suite("An attachment in words")
struct AttachmentDescriptorTests {
    @Test(
        "has a size in decimal units, in three digits at most",
        arguments: [
            (0, "0 bytes", "0 bytes"), (1, "1 byte", "1 byte"), (999, "999 bytes", "999 bytes"),
            (1_000, "1 KB", "1 kilobyte"), (12_345, "12 KB", "12 kilobytes"),
            (999_499, "999 KB", "999 kilobytes"),
            (999_500, "1 MB", "1 megabyte"), (1_250_000, "1.3 MB", "1.3 megabytes"),
            (2_000_000, "2 MB", "2 megabytes"), (999_960_000, "1 GB", "1 gigabyte"),
            (5_368_709_120, "5.37 GB", "5.37 gigabytes"), (1_050_000_000_000, "1.05 TB", "1.05 terabytes"),
            (.max, "9223372.04 TB", "9223372.04 terabytes"),
        ])
    func sizes(count: Int, written: String, spoken: String) {
        #expect(ByteCount.written(count) == written && ByteCount.spoken(count) == spoken)
    }

    @Test("has the type of its content, whatever it is called")
    func types() {
        let named = Attachment(name: "letter.pdf", path: NotePath("letter.pdf"), size: 8)
        let png: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
            0, 0, 0, 1, 8, 2, 0, 0, 0,
        ]
        let words = AttachmentDescriptor(of: named, start: png)
        #expect(words.typeName == "PNG image" && words.detail == "PNG image, 8 bytes")
        #expect(words.spoken == "letter.pdf, PNG image, 8 bytes")
        #expect(AttachmentDescriptor(of: named, start: Array("%PDF-1.7\n".utf8)).typeName == "PDF document")
        #expect(AttachmentDescriptor(of: named, start: Array("words\n".utf8)).typeName == "plain text")
        #expect(AttachmentDescriptor(of: named, start: []).typeName == "empty file")
        #expect(AttachmentDescriptor(of: named, start: [0, 1, 2, 3, 0xFE]).typeName == "file")
        #expect(AttachmentDescriptor(of: named, start: nil).detail == "unreadable file, 8 bytes")
    }

    @Test("says that it is missing")
    func missing() {
        let words = AttachmentDescriptor(of: Attachment(name: "a.png", path: nil, size: nil), start: nil)
        #expect(words.typeName == nil && words.detail == "missing" && words.spoken == "a.png, missing")
    }
}

@Suite("The name of an attachment")
struct AttachmentNameTests {
    @Test(
        "is made safe for links and paths, and otherwise stays",
        arguments: [
            ("photo.png", "photo.png"), ("a b é 漢.png", "a b é 漢.png"), (".hidden.png", "hidden.png"),
            ("a\nb.png", "a b.png"), ("a#b^c[d]|e.png", "a-b-c-d--e.png"), ("...", "attachment"),
            ("", "attachment"),
            ("..", "attachment"), ("trailing. ", "trailing"), ("a\u{202E}gnp.exe", "agnp.exe"),
            ("a\\b:c", "a-b-c"),
        ])
    func safe(name: String, expected: String) {
        #expect(Array(AttachmentName.safe(NotePath(name)).utf8) == Array(expected.utf8))
        #expect(AttachmentName.isName(AttachmentName.safe(NotePath(name)).utf8))
        #expect(InlineAttachmentMarker(placing: AttachmentName.safe(NotePath(name))) != nil)
    }

    @Test("is text where the bytes are none, and never too long")
    func bytes() {
        #expect(AttachmentName.safe(NotePath(bytes: [0x61, 0xFF, 0x2E, 0x70])) == "a\u{FFFD}.p")
        let long = AttachmentName.safe(NotePath(String(repeating: "ü", count: 127) + ".png"))
        #expect(long.hasSuffix("ü.png") && long.utf8.count <= 240)
        #expect(AttachmentName.numbered(long, 100_000).utf8.count <= 255)
    }

    @Test("gets a number in front of its extension")
    func numbers() {
        #expect(AttachmentName.numbered("photo.png", 0) == "photo.png")
        #expect(AttachmentName.numbered("photo.png", 1) == "photo 1.png")
        #expect(AttachmentName.numbered("photo", 2) == "photo 2")
        #expect(AttachmentName.numbered("a.tar.gz", 1) == "a.tar 1.gz")
    }
}
