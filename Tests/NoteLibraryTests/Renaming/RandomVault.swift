// SPDX-License-Identifier: MIT
// Vaults made at random, whose notes link to each other in every way.

import NoteKit
import SyntaxProof

/// A vault in memory.
struct RandomVault {
    var files: [NotePath: [UInt8]] = [:]

    private static let folders = [
        "", "", "a/", "a/b/", "A/", "c d/", "e\u{301}/", "a/b/c/", "(x)/", "x]/", "100%/", "a&amp;b/",
    ]
    private static let stems = [
        "note", "Note", "two words", "v1.2", "\u{E9}t\u{E9}", "e\u{301}te\u{301}", "100%", "a%20b", "x(1",
        "q\"x'y",
        "C:x", "a&amp;b", "it's", "日本", "image.png", "- dash", " lead", "~x~", "a\tb", "*b*", "`c`", "$m$",
        "<t>",
    ]

    /// A title that a note may have.
    static func stem(_ generator: inout SeededGenerator) -> String { stems[generator.below(stems.count)] }

    static func folder(_ generator: inout SeededGenerator) -> String {
        folders[generator.below(folders.count)]
    }

    init(_ generator: inout SeededGenerator, notes: Int) {
        var taken: Set<String> = []
        func add(_ path: String) {
            // No two names that are alike in one folder, as the library makes none.
            if taken.insert(FoldedName.folded(Array(path.utf8))).inserted { files[NotePath(path)] = [] }
        }
        for _ in 0..<notes { add(Self.folder(&generator) + Self.stem(&generator) + ".md") }
        for _ in 0..<3 { add(Self.folder(&generator) + "image.png") }
        let paths = files.keys.sorted()
        for path in paths where path.name != NotePath("image.png") {
            files[path] = Self.text(linking: paths, from: path, &generator)
        }
    }

    var notes: [NotePath] { files.keys.filter { NotesFolder.isNote($0) }.sorted() }

    static func text(linking paths: [NotePath], from note: NotePath, _ generator: inout SeededGenerator)
        -> [UInt8]
    {
        var text = generator.oneIn(4) ? "\u{FEFF}" : ""
        let end = ["\n", "\r\n", "\r"][generator.below(3)]
        let fence = end == "\r" ? "\n" : end
        if generator.oneIn(3) {
            text += "---\(fence)up: \"[[\(quoted(wiki(paths, note, &generator)))]]\"\(fence)"
            text +=
                "list:\(fence)  - '[[\(wiki(paths, note, &generator).replacing("'", with: "''"))|x]]'\(fence)"
            text += "---\(fence)"
        }
        var definitions = ""
        for index in 0..<generator.below(8) {
            let aim = wiki(paths, note, &generator)
            let sub = ["", "", "#h", "#^b", "#h 1#h2"][generator.below(5)]
            let way = destination(paths, note, &generator)
            switch generator.below(9) {
            case 0: text += "[[\(aim)\(sub)]]"
            case 1: text += "![[\(aim)\(sub)|an alias]]"
            case 2: text += "[t](\(way))"
            case 3: text += "![t](\(way) \"title\")"
            case 4:
                text += "[r\(index)]"
                definitions += "\(end)\(end)[r\(index)]: \(way)\(end)"
            case 5:
                text +=
                    "\(end)\(end)| a | b |\(end)|---|---|\(end)| [[\(aim)\(sub)\\|x]] | [y](\(way)) |\(end)\(end)"
            case 6: text += "**[[\(aim)]]** `[[\(aim)]]` %%[[\(aim)]]%%"
            case 7: text += "[x](https://e.x/\(aim)) [[#h]] [y](#h) [[no such]]"
            default: text += "> - [[\(aim)|a|b]]\(end)"
            }
            text += generator.oneIn(2) ? " " : end
        }
        return Array((text + definitions).utf8)
    }

    private static func quoted(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// A path that may lead to a file, in some manner.
    private static func path(_ paths: [NotePath], _ note: NotePath, _ generator: inout SeededGenerator)
        -> String
    {
        let file = String(decoding: paths[generator.below(paths.count)].bytes, as: UTF8.self)
        let names = file.split(separator: "/").map(String.init)
        let up = note.bytes.count { $0 == UInt8(ascii: "/") }
        let form =
            switch generator.below(6) {
            case 0: file
            case 1: "/" + file
            case 2: String(repeating: "../", count: up) + file
            case 3: names.suffix(2).joined(separator: "/")
            case 4: "./" + String(repeating: "../", count: up) + file
            default: names.last ?? file
            }
        let isShort = form.hasSuffix(".md") && generator.oneIn(2)
        let short = isShort ? String(form.dropLast(3)) : form
        return generator.oneIn(8) ? short.uppercased() : short
    }

    private static func wiki(_ paths: [NotePath], _ note: NotePath, _ generator: inout SeededGenerator)
        -> String
    {
        path(paths, note, &generator)
    }

    private static func destination(
        _ paths: [NotePath], _ note: NotePath, _ generator: inout SeededGenerator
    ) -> String {
        let path = path(paths, note, &generator)
        let isAngled = generator.oneIn(3)
        let encodesAll = generator.oneIn(3)
        var written = ""
        for byte in path.utf8 {
            let mustEncode =
                byte < 0x20 || "%#<>\\".utf8.contains(byte) || !isAngled && " ()".utf8.contains(byte)
            if mustEncode && !(isAngled && byte == 0x20) || byte >= 0x80 && encodesAll
                || byte == 0x20 && encodesAll
            {
                written += String(decoding: PercentCoding.encoded(byte), as: UTF8.self)
            } else {
                written.unicodeScalars.append(Unicode.Scalar(byte < 0x80 ? byte : 0x3F))
                if byte >= 0x80 {
                    written.unicodeScalars.removeLast()
                    written += "\u{0}"
                }
            }
        }
        // Letters beyond ASCII as they are: put back where they were taken out byte by byte.
        if written.contains("\u{0}") {
            written = path.replacing(" ", with: isAngled ? " " : "%20").replacing("(", with: "%28")
                .replacing(")", with: "%29").replacing("\t", with: "%09")
        }
        let sub = generator.oneIn(4) ? "#h" : ""
        return isAngled ? "<\(written)\(sub)>" : written + sub
    }
}
