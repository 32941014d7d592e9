// SPDX-License-Identifier: MIT
// Parts of a text are whole characters, end with lines where they can, and together are the text.

import NoteKit
import Testing

@testable import NoteService

@Suite("A part of a text")
struct TextPartTests {
    @Test(
        "leads with the next ones to the end, whatever the limit is",
        arguments: ["", "a", "a\nb\n\nccc", "\u{E9}\u{20AC}\u{1F600}\n\u{1F600}\u{1F600}", "\n\n\n"], 1...9)
    func together(text: String, limit: Int) {
        var told = ""
        while true {
            let part = TextPart(of: text, from: told.utf8.count, limit: limit)
            #expect(part.range.lowerBound == told.utf8.count)
            #expect(part.range.count == part.text.utf8.count)
            #expect(part.text.utf8.count <= max(limit, 4))
            told += part.text
            if part.range.upperBound == text.utf8.count { break }
            #expect(!part.text.isEmpty)
            if part.text.isEmpty { break }
        }
        #expect(told.utf8.elementsEqual(text.utf8))
    }

    @Test("ends with a line where one ends in it, and is all without a limit")
    func lines() {
        #expect(TextPart(of: "ab\ncd\nef", from: 0, limit: 7).text == "ab\ncd\n")
        #expect(TextPart(of: "ab\ncd\nef", from: 3, limit: nil).text == "cd\nef")
        #expect(TextPart(of: "abcdef", from: 2, limit: 3).text == "cde")
    }

    @Test("is the line of a place, cut where it is long")
    func excerpt() {
        func excerpt(_ text: String, _ place: Range<Int>) -> (Int, String) {
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                let excerpt = LineExcerpt(of: place, in: bytes, LineNumbers(of: bytes))
                return (excerpt.line, excerpt.text)
            }
        }
        #expect(excerpt("one\r\ntwo\r\nthree", 5..<6) == (2, "two"))
        #expect(excerpt("\u{FEFF}one\n", 3..<4) == (1, "one"))
        #expect(excerpt("a\n", 1..<2) == (1, "a"))
        #expect(excerpt("", 0..<0) == (1, ""))
        let long = String(repeating: "\u{20AC}", count: 1_000)
        let (line, text) = excerpt(long, 1_500..<1_503)
        #expect(line == 1 && text.utf8.count < 400 && text.unicodeScalars.allSatisfy { $0 == "\u{20AC}" })
    }
}
