// SPDX-License-Identifier: MIT
// What is read as JSON, and what is refused.

import Foundation
import NoteJSON
import Testing

@Suite("A JSON reader")
struct JSONReaderTests {
    static let good: [(text: String, value: JSONValue)] = [
        ("null", .null), (" true\r\n", .truth(true)), ("\tfalse", .truth(false)),
        ("0", .whole(0)), ("-0", .whole(0)), ("9223372036854775807", .whole(.max)),
        ("-9223372036854775808", .whole(.min)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
        ("1.5", .number(1.5)), ("1e2", .number(100)), ("1E+2", .number(100)), ("-1.25e-2", .number(-0.0125)),
        (#""""#, .string("")), (#""aé🎉""#, .string("aé🎉")),
        (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
        (#""\u0041\u00e9\uD83C\uDF89\u0000""#, .string("Aé🎉\0")),
        ("[]", .array([])), ("[1 , [ ], \"a\"]", .array([.whole(1), .array([]), .string("a")])),
        ("{}", .object(JSONObject(members: []))),
    ]

    @Test("reads what RFC 8259 allows", arguments: good)
    func reads(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    }

    @Test("keeps the members of an object in order, and finds them byte by byte")
    func objects() throws {
        let text = #"{"b" : 1,"a":{"b":2}, "\u00e9":3, "e\u0301":4}"#
        guard case .object(let object) = try JSONValue(parsing: Array(text.utf8)) else {
            Issue.record("no object")
            return
        }
        #expect(object.members.map(\.name.unicodeScalars.count) == [1, 1, 1, 2])
        #expect(object["b"] == .whole(1))
        #expect(object["\u{E9}"] == .whole(3))
        #expect(object["e\u{301}"] == .whole(4))
        #expect(object["c"] == nil)
    }

    static let bad: [(text: String, offset: Int)] = [
        ("", 0), (" ", 1), ("nul", 0), ("True", 0), ("'a'", 0), ("NaN", 0), ("// a", 0), ("\u{FEFF}1", 0),
        ("01", 1), ("-", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1.e2", 2), ("1e", 2), ("1e+", 3),
        ("1e999", 0), ("0x10", 1), ("1 2", 2),
        (#"""#, 1), (#""a"#, 2), ("\"a\nb\"", 2), ("\"a\u{0}\"", 2), (#""\"#, 2), (#""\x""#, 2),
        (#""\u12""#, 5), (#""\u12g4""#, 5), (#""\uD800""#, 3), (#""\uD800\n""#, 3), (#""\uD800\u0041""#, 3),
        (#""\uDC00""#, 3), (#""\uDC00\uD800""#, 3),
        ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[1 2]", 3), ("[,1]", 1), ("]", 0),
        ("{", 1), ("{1:2}", 1), (#"{"a"}"#, 4), (#"{"a":}"#, 5), (#"{"a":1,}"#, 7), (#"{"a":1"#, 6),
        (#"{"a":1 "b":2}"#, 7), (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7),
    ]

    @Test("refuses everything else, and says where", arguments: bad)
    func refuses(text: String, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }

    static let notUTF8: [[UInt8]] = [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC3, 0x22],
        [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0xFF], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
    ]

    @Test("refuses what is not UTF-8", arguments: notUTF8)
    func encoding(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test("reads so deep and no deeper, and a million brackets are no harm")
    func depth() throws {
        let deepest = JSONValue.deepest
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth)
        }
        _ = try JSONValue(parsing: nested(deepest))
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(deepest + 1)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(1_000_000)) }
        // Depth is of what stands inside each other, not behind each other.
        let flat = "[" + Array(repeating: "[]", count: 1000).joined(separator: ",") + "]"
        _ = try JSONValue(parsing: Array(flat.utf8))
    }

    @Test("agrees with another reader about every text of up to three pieces, alone and in brackets")
    func oracle() {
        let pieces = [
            "{", "}", "[", "]", ":", ",", "\"a\"", "\"b\"", "\"\\u0041\"", "1", "-1", "0", "1.5", "1e3",
            "true",
            "null", " ", "\"", "\\", "e", ".",
        ]
        var texts = [""]
        var last = [""]
        for _ in 1...3 {
            last = last.flatMap { text in pieces.map { text + $0 } }
            texts += last
        }
        var accepted = 0
        for text in texts.flatMap({ [$0, "[\($0)]", "{\($0)}"] }) {
            let theirs = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            do {
                _ = try JSONValue(parsing: Array(text.utf8))
                accepted += 1
                #expect(theirs != nil, "\(text)")
            } catch {
                // Foundation passes over a comma behind the last value.
                #expect(theirs == nil || text.contains(/,\s*[\]}]/), "\(text)")
            }
        }
        #expect(accepted > 500)
    }

    @Test("reads back what the writer wrote")
    func roundTrip() throws {
        let nasty =
            (0..<0x300).compactMap { Unicode.Scalar(UInt32($0)) }.map { String($0) }.joined() + "🎉\u{2028}"
        let bytes = JSONWriter.document { json in
            json.object { json in
                json.field(nasty, nasty)
                json.field("n", Int.min)
            }
        }
        guard case .object(let object) = try JSONValue(parsing: bytes) else {
            Issue.record("no object")
            return
        }
        #expect(object.members.map { Array($0.name.utf8) } == [Array(nasty.utf8), Array("n".utf8)])
        #expect(object.members.map(\.value) == [.string(nasty), .whole(.min)])
    }
}
