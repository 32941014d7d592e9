// SPDX-License-Identifier: MIT
// Front matter that somebody made to hurt a reader.

import Foundation
import NoteMarkdown
import Testing

@Suite("Hostile front matter")
struct HostileFrontmatterTests {
    /// How many bytes each text has at least.
    static let size = getenv("NOTEKIT_HOSTILE_BYTES").flatMap { Int(String(cString: $0)) } ?? 20_000

    struct Text: Sendable, CustomTestStringConvertible {
        var name: String
        /// Makes front matter of so many bytes.
        var make: @Sendable (Int) -> [UInt8]
        /// Whether it is YAML with each name once; `nil` where its size decides.
        var isReadable: Bool?
        var testDescription: String { name }
    }

    private static func text(
        _ name: String, _ piece: String, head: String = "", tail: String = "", isReadable: Bool? = false
    ) -> Text {
        Text(
            name: name,
            make: { size in
                let piece = Array(piece.utf8)
                var bytes = Array("---\n\(head)".utf8)
                bytes.reserveCapacity(size + 100)
                while bytes.count < size { bytes += piece }
                return bytes + Array("\(tail)\n---\nbody\n".utf8)
            }, isReadable: isReadable)
    }

    static let texts = [
        text("open brackets", "[", head: "k: "), text("open brackets in lines", "[\n", head: "k: "),
        text("open braces", "{a: ", head: "k: "), text("open braces in lines", "{\n", head: "k: "),
        text("braces as names", "{"), text("question marks", "? "),
        text("question marks in braces", "? ", head: "{"),
        text("dashes in a line", "- ", head: "k:\n  "), text("dashes from the start", "- "),
        text("one long word", "a", head: "k: ", isReadable: true), text("one long name", "a", tail: ": v"),
        text("one long quote", "a ", head: "k: \"", tail: "\"", isReadable: true),
        text("a quote that never ends", "a ", head: "k: \""),
        text("escapes", "\\u0061", head: "k: \"", tail: "\"", isReadable: true),
        text("many lines in a quote", "\n", head: "k: \"", tail: "\"", isReadable: true),
        text("many entries", "- a\n", head: "k:\n", isReadable: true),
        text("empty entries", "-\n", head: "k:\n", isReadable: true),
        text("many entries in brackets", "a, ", head: "k: [", tail: "]", isReadable: true),
        text("colons", ":", head: "k: "), text("colons with blanks", ": ", head: "k: "),
        text("blank lines", "\n", isReadable: true), text("comments", "#\n", isReadable: true),
        text("blanks", " ", isReadable: true), text("tabs", "\t"),
        text("a block that keeps blank lines", "\n", head: "k: |+\n", isReadable: true),
        text("carriage returns", "\r", isReadable: true),
        text("aliases of nothing", "*a ", head: "k: "), text("tags", "!a ", head: "k: "),
        text("one name", "k: v\n", isReadable: nil), text("directives", "%YAML 1.1\n"),
        text("zeros", "\0"), text("bytes of no text", "\u{1}"),
        text("wide characters", "漢🌱é", head: "k: ", isReadable: true),
        text("line signs", "\u{2028}\u{85}\u{2029}", head: "k: ", isReadable: true),
        text("anchors", "&a a, ", head: "k: [", tail: "]", isReadable: true),
        text("dots", "...\n"), text("documents", "--- a\n"),
        Text(
            name: "many names",
            make: { size in
                var bytes = Array("---\n".utf8)
                var number = 0
                while bytes.count < size {
                    bytes += Array("k\(number): v\n".utf8)
                    number += 1
                }
                return bytes + Array("---\n".utf8)
            }, isReadable: true),
        Text(
            name: "aliases that would grow",
            make: { _ in
                let lines = (1...40).map { n in
                    "a\(n): &a\(n) [\(Array(repeating: "*a\(n - 1)", count: 9).joined(separator: ","))]\n"
                }
                return Array("---\na0: &a0 lol\n\(lines.joined())---\n".utf8)
            }, isReadable: true),
        Text(
            name: "a ladder of indentation",
            make: { size in
                var bytes = Array("---\n".utf8)
                var depth = 0
                while bytes.count < min(size, 2_000_000) {
                    bytes += Array(repeating: 0x20, count: depth) + Array("a:\n".utf8)
                    depth += 1
                }
                return bytes + Array("---\n".utf8)
            }, isReadable: nil),
        Text(
            name: "bytes that are not UTF-8",
            make: { size in
                Array("---\nk: ".utf8) + Array(repeating: 0xFF, count: size) + Array("\n---\n".utf8)
            },
            isReadable: false),
    ]

    @Test("is read or refused with a line, and edited or refused, without harm", arguments: texts)
    func answers(text: Text) throws {
        let file = text.make(Self.size)
        let read = NoteProperties(of: file)
        if let isReadable = text.isReadable {
            #expect(read.problems.isEmpty == isReadable, "\(read.problems.first as Any)")
        }
        for problem in read.problems { #expect(problem.line > 0) }
        do throws(PropertyError) {
            let edits = try read.edits(setting: "new name", to: "w")
            #expect(text.isReadable != false && !edits.isEmpty)
        } catch {
            #expect([.broken, .unprovable, .unsupported].contains(error.code), "\(error)")
        }
    }

    @Test("gives back all memory that it took, whether it is YAML or not")
    func memory() throws {
        let long = String(repeating: "a", count: 100_000)
        let broken = Array("---\nk: \(long)\nl: [b, \"c\n---\n".utf8)
        let whole = Array("---\nk: &x \(long)\nl: *x\n'\(long)': {a: b}\n---\n".utf8)
        let resident = {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            return (Int(pages[1]) ?? 0) * 4096
        }
        // One text lost in each reading would be 6 MB or more in every round; other tests need memory too, but
        // not in every round.
        var growths: [Int] = []
        while growths.count < 20, !(growths.last.map { $0 < 2_000_000 } ?? false) {
            let before = try resident()
            for _ in 0..<60 { _ = (NoteProperties(of: broken), NoteProperties(of: whole)) }
            growths.append(try resident() - before)
        }
        #expect((growths.last ?? .max) < 2_000_000, "\(growths)")
    }
}
