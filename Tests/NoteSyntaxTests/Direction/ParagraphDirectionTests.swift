// SPDX-License-Identifier: MIT
// Lines of several scripts and the side at which a reader expects them to begin.

import Foundation
import Testing

@testable import NoteSyntax

@Suite("The direction of a line")
struct ParagraphDirectionTests {
    struct Expected: Decodable {
        let line: String
        let direction: String
    }

    private func directions(_ text: String, standard: TextDirection = .leftToRight) -> [TextDirection] {
        ParagraphDirection.directions(of: Array(text.utf8), standard: standard)
    }

    @Test("is what a reader of the script expects", arguments: ["arabic", "persian", "hebrew"])
    func readers(script: String) throws {
        let data = try TestFile.bytes(at: TestFile.fixtures("direction/\(script).json"))
        let expected = try JSONDecoder().decode([Expected].self, from: Data(data))
        #expect(expected.count == 20)
        let found = directions(expected.map(\.line).joined(separator: "\n"))
        for (line, direction) in zip(expected, found) {
            #expect(direction == (line.direction == "right" ? .rightToLeft : .leftToRight), "\(line.line)")
        }
    }

    @Test("field case F9: an item that starts with a Latin word keeps its own side")
    func rightToLeftList() {
        let note = "- שלום\n- Hello עולם\n- 123 שלום\n- 123 456\n\t- עולם\n\n```\nשלום x\n```\n"
        // The fourth line has no letter and runs as the line before it, which is right to left as most of
        // the note is; so it does whatever the default of the note is.
        for standard in TextDirection.allCases {
            #expect(
                directions(note, standard: standard) == [
                    .rightToLeft, .leftToRight, .rightToLeft, .rightToLeft, .rightToLeft,
                    .rightToLeft, .leftToRight, .leftToRight, .leftToRight, .rightToLeft,
                ])
        }
    }

    @Test("is the default of the note until there is a letter")
    func standard() {
        #expect(directions("1\n\n- [ ] 2") == [.leftToRight, .leftToRight, .leftToRight])
        #expect(directions("1\n\nב\n3", standard: .rightToLeft) == Array(repeating: .rightToLeft, count: 4))
        #expect(directions("", standard: .rightToLeft) == [.rightToLeft])
    }

    @Test("is that of the first letter when neither script has more")
    func tie() {
        #expect(directions("ab אב") == [.leftToRight])
        #expect(directions("אב ab") == [.rightToLeft])
        #expect(directions("\u{200F}12") == [.rightToLeft])
        #expect(directions("\u{200F}Latin") == [.leftToRight])
    }

    @Test(
        "does not come from what is no text",
        arguments: [
            "`abcdef` א", "``ab`cd`` א", "[א](abc(d)ef)", "![[abcdef.png|א]]", "[[abcdef]] א",
            "<b class=x>א</b>",
            "www://abc.def/ghi א", "- [x] א", "> [!abcdef]+ א", "## א", "12. א", "&nbsp;א", "$abc$ א",
            "#abc א",
            "א ^abc", "א[^abc]", "<% tp.file.title %> א", "> - [a] א", "א $5 ו $6 אבג",
        ])
    func leftOut(line: String) {
        #expect(directions(line) == [.rightToLeft])
    }

    @Test("comes from links and tags where there is nothing else")
    func names() {
        #expect(
            directions("[[שלום]]\n[[abc]]\n- #שלום\n#abc [[שלום]]") == [
                .rightToLeft, .leftToRight, .rightToLeft, .rightToLeft,
            ])
    }

    @Test("leaves out the ranges that it is told to")
    func ranges() {
        let line = Array("abc אב abc".utf8)
        #expect(ParagraphDirection.own(of: 0..<line.count, in: line) == .leftToRight)
        #expect(ParagraphDirection.own(of: 0..<line.count, in: line, leavingOut: [0..<3]) == .leftToRight)
        #expect(
            ParagraphDirection.own(of: 0..<line.count, in: line, leavingOut: [0..<3, 9..<12]) == .rightToLeft)
        #expect(ParagraphDirection.own(of: 0..<line.count, in: line, leavingOut: [0..<40]) == nil)
        #expect(ParagraphDirection.own(of: 4..<8, in: line) == .rightToLeft)
    }

    @Test("is left to right in code and formulas, which are no line before")
    func code() {
        let note = "א\n~~~~\nא\n~~~\n~~~~\n1\n> ```\n> א\n1\n- ```\n  א\n  ```\n$$\nא\n$$\n2\n$$ x $$ א"
        let isCode = directions(note).map { $0 == .leftToRight }
        #expect(
            isCode == [
                false, true, true, true, true, false, true, true, false, true, true, true, true, true, true,
                false,
                false,
            ])
    }

    @Test("survives bytes that are no text")
    func invalid() {
        for bytes: [UInt8] in [
            [0xFF], [0xD7], [0xE2, 0x82], [0xF0, 0x9F], [0x5C], [0x5B, 0x5B], [0x24], [0x23],
        ] {
            #expect(ParagraphDirection.directions(of: bytes) == [.leftToRight])
        }
    }

    @Test("is found in time that grows with the line, however hostile")
    func hostile() {
        let pieces = [
            "](", "](( )", "[[a|", "`", "$", "<a", "[^", "&a", "#a ", "a://", "<%", "\\", "^a ", "`a``b```c",
        ]
        for piece in pieces {
            let line = String(repeating: piece, count: 100_000 / piece.utf8.count)
            let time = ContinuousClock().measure { _ = directions(line) }
            #expect(time < .seconds(5), "\(piece): \(time)")
        }
    }
}
