// SPDX-License-Identifier: MIT
// How words become flags and operands.

import NoteKit
import NoteProgram
import Testing

@testable import notekit

@Suite("A command line")
struct ArgumentParserTests {
    static let mode = Flag("mode", takes: .choice(["fast", "slow"]), "How.")
    static let text = Flag("text", takes: .text("TEXT"), "What.")
    static let quiet = Flag("quiet", letter: "q", "Silently.")
    static let one = Flag("one", "One.")
    static let other = Flag("other", "The other.")
    static let declaration = CommandDeclaration(
        "try", "Try.",
        operands: [Operand("FILE", .file, "A file."), Operand("MORE", .file, isOptional: true, "More.")],
        groups: [.optional(mode), .optional(text), .optional(quiet), .oneOf([one, other])])

    private func parse(_ words: String...) throws(UsageError) -> Arguments {
        try ArgumentParser.parse(words.map { Array($0.utf8) }, for: Self.declaration)
    }

    @Test(
        "takes a value behind a space and behind an equals sign",
        arguments: [["--text", "a=b"], ["--text=a=b"]])
    func values(words: [String]) throws {
        let arguments = try ArgumentParser.parse(
            (["f", "--one"] + words).map { Array($0.utf8) }, for: Self.declaration)
        #expect(arguments.bytes(of: Self.text) == Array("a=b".utf8))
    }

    @Test("takes an empty value, and a value that looks like a flag")
    func oddValues() throws {
        #expect(try parse("f", "--one", "--text=").bytes(of: Self.text) == [])
        #expect(try parse("f", "--one", "--text", "").bytes(of: Self.text) == [])
        #expect(try parse("f", "--one", "--text", "--one").bytes(of: Self.text) == Array("--one".utf8))
        #expect(try parse("f", "--one", "--text", "--").bytes(of: Self.text) == Array("--".utf8))
    }

    @Test("ends its flags at two dashes")
    func end() throws {
        let arguments = try parse("--one", "--", "--mode", "-q")
        #expect(arguments.operands == [Array("--mode".utf8), Array("-q".utf8)])
    }

    @Test("takes one dash as an operand, and flags behind operands")
    func dash() throws {
        let arguments = try parse("-", "-q", "--one")
        #expect(arguments.operands == [Array("-".utf8)])
        #expect(arguments.has(Self.quiet))
        #expect(!arguments.has(Self.other))
    }

    @Test("keeps bytes that are not UTF-8")
    func bytes() throws {
        let words: [[UInt8]] = [[0x66, 0xFF], Array("--one".utf8), Array("--text=".utf8) + [0xFE]]
        let arguments = try ArgumentParser.parse(words, for: Self.declaration)
        #expect(try arguments.path(0).bytes == [0x66, 0xFF])
        #expect(arguments.bytes(of: Self.text) == [0xFE])
    }

    static let refused: [(words: [String], sentence: String)] = [
        (["f", "--one", "--nope"], "'--nope' is no flag of 'notekit try'."),
        (["f", "--one", "-x"], "'-x' is no flag of 'notekit try'."),
        (["f", "--one", "--quiet=1"], "--quiet takes no value."),
        (["f", "--one", "--text"], "--text TEXT: the value is missing."),
        (["f", "--one", "--mode", "fas"], "--mode is one of fast, slow, not 'fas'."),
        (["f", "--one", "--text", "a", "--text", "b"], "--text stands twice."),
        (["--one"], "FILE is missing."),
        (["f", "m", "x", "--one"], "'x' is one word too many."),
        (["f"], "--one or --other is missing."),
        (["f", "--one", "--other"], "Give --one or --other, not both."),
    ]

    @Test("that is wrong is refused with a sentence", arguments: refused)
    func refusal(words: [String], sentence: String) {
        let error = #expect(throws: UsageError.self) {
            try ArgumentParser.parse(words.map { Array($0.utf8) }, for: Self.declaration)
        }
        #expect(error?.description == sentence)
        #expect(error?.hint.contains("'notekit try --help' tells more.") == true)
    }

    @Test("that asks for help need not be complete")
    func help() throws {
        #expect(try parse("--help").has(.help))
        #expect(try parse("-h").has(.help))
    }

    @Test(
        "with a number takes digits within the range only",
        arguments: ["0", "17", "-1", "+1", "1x", "", "99999999999999999999"])
    func numbers(word: String) throws {
        let flag = Flag("n", takes: .text("N"), "Number.")
        let declaration = CommandDeclaration("try", "Try.", groups: [.optional(flag)])
        let arguments = try ArgumentParser.parse([Array("--n=\(word)".utf8)], for: declaration)
        #expect(throws: UsageError.self) { try arguments.number(of: flag, in: 1...16) }
        let fine = try ArgumentParser.parse([Array("--n=16".utf8)], for: declaration)
        #expect(try fine.number(of: flag, in: 1...16) == 16)
    }

    @Test("with a mistyped word is answered with what was meant")
    func suggestions() {
        let words = ["check", "list", "edit", "manual", "completions", "help"]
        #expect(Suggestion.nearest(to: "chekc", among: words) == "check")
        #expect(Suggestion.nearest(to: "lst", among: words) == "list")
        #expect(Suggestion.nearest(to: "competions", among: words) == "completions")
        #expect(Suggestion.nearest(to: "frobnicate", among: words) == nil)
        #expect(Suggestion.distance(Array("ab".utf8), Array("ba".utf8)) == 1)
        #expect(Suggestion.distance([], Array("abc".utf8)) == 3)
    }

    @Test("names a range by two offsets, the smaller one first")
    func places() {
        #expect(EditPlace(Array("0:4".utf8)) == .range(0..<4))
        #expect(EditPlace(Array("7:7".utf8)) == .range(7..<7))
        for wrong in ["4:0", "4", ":", "4:", ":4", "1:2:3", "-1:2", "a:b", "99999999999999999999:1"] {
            #expect(EditPlace(Array(wrong.utf8)) == nil, "\(wrong)")
        }
    }
}
