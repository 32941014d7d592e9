// SPDX-License-Identifier: MIT
// Which files are not notes, where they stop being UTF-8, and what they may be instead.

import Testing

@testable import NoteSyntax

@Suite("A file that is not UTF-8")
struct UnreadableTextTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var offset: Int
        var encoding: TextEncoding
        var testDescription: String { name }
    }

    static func wide(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return bigEndian ? [high, low] : [low, high]
        }
    }

    static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let cases: [Case] = [
        Case(
            name: "UTF-16LE with a mark", bytes: [0xFF, 0xFE] + wide("a\n", bigEndian: false), offset: 0,
            encoding: .utf16LittleEndian),
        Case(
            name: "UTF-16BE with a mark", bytes: [0xFE, 0xFF] + wide("a\n", bigEndian: true), offset: 0,
            encoding: .utf16BigEndian),
        Case(
            name: "UTF-32LE with a mark", bytes: [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], offset: 0,
            encoding: .utf32LittleEndian),
        Case(
            name: "UTF-32BE with a mark", bytes: [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], offset: 2,
            encoding: .utf32BigEndian),
        Case(
            name: "UTF-16LE by its NULs", bytes: wide("a caf\u{E9}\n", bigEndian: false), offset: 10,
            encoding: .utf16LittleEndian),
        Case(
            name: "UTF-16BE by its NULs", bytes: wide("a caf\u{E9}\n", bigEndian: true), offset: 11,
            encoding: .utf16BigEndian),
        Case(
            name: "Latin-1", bytes: ascii("caf") + [0xE9] + ascii(" na") + [0xEF] + ascii("ve\n"), offset: 3,
            encoding: .latin1),
        Case(
            name: "Windows-1252", bytes: [0x93] + ascii("caf") + [0xE9, 0x94] + ascii(" 5 ") + [0x80],
            offset: 0, encoding: .windows1252),
        Case(
            name: "Latin-1 behind a UTF-8 mark",
            bytes: [0xEF, 0xBB, 0xBF] + ascii("a") + [0xE9] + ascii(" b") + [0xE8] + ascii("c"), offset: 4,
            encoding: .latin1),
        Case(name: "an overlong NUL", bytes: ascii("ab") + [0xC0, 0x80], offset: 2, encoding: .unknown),
        Case(
            name: "an overlong slash of three bytes", bytes: [0xE0, 0x80, 0xAF], offset: 0, encoding: .unknown
        ),
        Case(
            name: "an overlong form of four bytes", bytes: [0xF0, 0x8F, 0xBF, 0xBF], offset: 0,
            encoding: .unknown),
        Case(
            name: "a surrogate", bytes: ascii("a") + [0xED, 0xA0, 0x80] + ascii("b"), offset: 1,
            encoding: .unknown),
        Case(name: "above U+10FFFF", bytes: [0xF4, 0x90, 0x80, 0x80], offset: 0, encoding: .unknown),
        Case(
            name: "a lead byte that never was", bytes: [0xF8, 0x88, 0x80, 0x80, 0x80], offset: 0,
            encoding: .unknown),
        Case(
            name: "cut off inside the last character", bytes: ascii("漢字").dropLast(), offset: 3,
            encoding: .unknown),
        Case(
            name: "cut off after two bytes of four", bytes: ascii("ok\n") + [0xF0, 0x9F], offset: 3,
            encoding: .unknown),
        Case(
            name: "one stray byte among UTF-8", bytes: ascii("漢字は") + [0xE9] + ascii("難しい\n"), offset: 9,
            encoding: .unknown),
        Case(
            name: "binary", bytes: [0x7F, 0x45, 0x4C, 0x46, 0x02, 0x01, 0x01, 0x00, 0xFF, 0x03], offset: 8,
            encoding: .unknown),
    ]

    @Test("is refused with the offset of its first bad byte and a guess", arguments: cases)
    func refused(file: Case) {
        let error = #expect(throws: UnreadableText.self) { try NoteText(bytes: file.bytes) }
        #expect(error?.offset == file.offset)
        #expect(error?.encoding == file.encoding)
    }

    @Test("is found out at every distance from either end", arguments: 0..<40)
    func everyOffset(offset: Int) {
        for bad: [UInt8] in [[0xFF], [0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x8C]] {
            for after in [0, 1, 2, 3, 7, 8, 9, 31, 40] {
                let bytes =
                    [UInt8](repeating: 0x61, count: offset) + bad + [UInt8](repeating: 0x62, count: after)
                let error = #expect(throws: UnreadableText.self) { try NoteText(bytes: bytes) }
                #expect(error?.offset == offset)
            }
        }
    }

    @Test("is told from UTF-8 for every two bytes, and every three and four at the edges")
    func agreesWithDecoder() {
        let edges: [UInt8] = [
            0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
            0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFF,
        ]
        var tried: [[UInt8]] = []
        for first in UInt8.min...UInt8.max {
            for second in edges { tried.append([first, second]) }
        }
        for first in edges where first >= 0xE0 {
            for second in edges {
                for third in edges {
                    tried.append([first, second, third])
                    if first >= 0xF0 { tried.append([first, second, third, 0x80]) }
                }
            }
        }
        // Short, where bytes are taken one by one; long, where they are taken by the word; and over the border
        // of two of the stretches that are looked at for ASCII.
        for bytes in tried {
            for (lead, tail) in [(0, 0), (0, 40), (30, 40)] {
                let file =
                    [UInt8](repeating: 0x20, count: lead) + bytes + [UInt8](repeating: 0x20, count: tail)
                let isUTF8 = String(validating: file, as: UTF8.self) != nil
                let isNote = (try? NoteText(bytes: file)) != nil
                #expect(isNote == isUTF8, "\(file)")
            }
        }
    }

    @Test("is not one that holds NUL bytes only where UTF-8 may")
    func nulIsText() throws {
        let note = try NoteText(bytes: [0x61, 0, 0x62, 0])
        #expect(note.count == 4)
    }
}
