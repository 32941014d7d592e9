// SPDX-License-Identifier: MIT
// How a string of a JSON file changes, and every other byte stays.

import Testing

@testable import NoteJSON

@Suite("A string of a JSON file")
struct JSONSpellingTests {
    private func strings(_ file: String) throws -> [JSONSpelling] {
        try JSONSpelling.strings(in: Array(file.utf8))
    }

    /// The file once a string means something else.
    private func edited(_ file: String, _ part: Range<Int>? = nil, to new: String) throws -> String {
        let bytes = Array(file.utf8)
        let string = try #require(try strings(file).first)
        let (range, written) = string.edit(
            replacing: part ?? 0..<string.text.count, with: Array(new.utf8), in: bytes)
        return String(
            decoding: bytes[..<range.lowerBound] + written + bytes[range.upperBound...], as: UTF8.self)
    }

    @Test("is found with the names that lead to it, in the order of the file")
    func found() throws {
        let found = try strings(#" {"a" : [{"b":"x"}, "y", 1, {"c":{"d":"z\n"}}], "e":"" } "#)
        #expect(found.map(\.names) == [["a", "b"], ["a"], ["a", "c", "d"], ["e"]])
        #expect(found.map { String(decoding: $0.text, as: UTF8.self) } == ["x", "y", "z\n", ""])
        #expect(try strings(#""top""#).map(\.names) == [[]])
    }

    @Test("means what any reader of JSON says")
    func meaning() throws {
        let spelled = #"\"\\\/\b\f\n\r\té\u00e9\u20AC\ud83d\uDE00😀\u0041\u000a"#
        let file = "[\"\(spelled)\"]"
        guard case .array(let values) = try JSONValue(parsing: Array(file.utf8)),
            case .string(let text)? = values.first
        else {
            Issue.record("no string")
            return
        }
        let string = try #require(try strings(file).first)
        #expect(string.text == Array(text.utf8))
        #expect(string.range == 2..<2 + spelled.utf8.count)
    }

    @Test(
        "keeps how what stays is written",
        arguments: [
            (#"{"f":"a\/b.md"}"#, #"{"f":"a\/c.md"}"#, "a/c.md"),
            (#"{"f":"a/b.md"}"#, #"{"f":"x/y/b.md"}"#, "x/y/b.md"),
            (#"{"f":"a\/b.md"}"#, #"{"f":"x\/y\/b.md"}"#, "x/y/b.md"),
            (#"{"f":"caf\u00e9.md"}"#, #"{"f":"th\u00e9.md"}"#, "thé.md"),
            (#"{"f":"caf\u00E9.md"}"#, #"{"f":"caf\u00E9 \ud83d\ude00.md"}"#, "café 😀.md"),
            (#"{"f":"é.md"}"#, #"{"f":"ä.md"}"#, "ä.md"), (#"{"f":"😀"}"#, #"{"f":"😁"}"#, "😁"),
            (#"{"f":"a"}"#, #"{"f":"\"\\\u0009"}"#, "\"\\\t"), (#"{"f":"aa"}"#, #"{"f":"aaa"}"#, "aaa"),
            (#"{"f":"aaa"}"#, #"{"f":"a"}"#, "a"), (#"{"f":""}"#, #"{"f":"x"}"#, "x"),
            (#"{"f":"x"}"#, #"{"f":""}"#, ""), (#"{"f":"\u0061b"}"#, #"{"f":"\u0061c"}"#, "ac"),
        ])
    func kept(file: String, expected: String, new: String) throws {
        #expect(try edited(file, to: new) == expected)
        #expect(try strings(expected).first?.text == Array(new.utf8))
    }

    @Test("changes in a part")
    func part() throws {
        #expect(try edited(#"["\n[[old]]\n"]"#, 3..<6, to: "new") == #"["\n[[new]]\n"]"#)
    }
}
