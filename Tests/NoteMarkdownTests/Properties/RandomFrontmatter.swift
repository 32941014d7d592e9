// SPDX-License-Identifier: MIT
// Random notes whose front matter is known value by value, and random texts to put there.

import SyntaxProof

/// A note with front matter, and what it says.
struct RandomFrontmatter {
    /// What a property says, as far as every reader of YAML must agree.
    enum Meaning: Equatable {
        case text([UInt8])
        /// Nothing, or YAML's word for it.
        case nothing([UInt8])
        case list([[UInt8]])
        /// Something that is left alone; it says what it said.
        case other
    }

    /// The names with what they say, in order.
    private(set) var model: [(key: [UInt8], meaning: Meaning)] = []
    private(set) var file: [UInt8]
    private var random: SeededGenerator
    private let endings: [String]
    private var comments = 0

    init(using random: inout SeededGenerator) {
        self.random = random
        endings = random.pick([["\n"], ["\n"], ["\r\n"], ["\n", "\r\n"]])
        file = []
        var text = random.oneIn(4) ? "\u{FEFF}" : ""
        text += "---" + ending()
        let indent = random.oneIn(10) ? "  " : ""
        for number in 0..<random.below(7) {
            text += filler(indent)
            text += property(number, indent)
        }
        text += filler(indent) + "---" + self.random.pick(["", " ", "\t"]) + ending()
        text += self.random.pick(["", "body\n", "\r\nbody: 1\r\n---\r\n", "\n# H\rx", "k: v\n\u{FFFD}é"])
        file = Array(text.utf8)
        random = self.random
    }

    private mutating func ending() -> String { random.pick(endings) }

    private mutating func comment() -> String {
        comments += 1
        return "# c\(comments): 'x\" é"
    }

    /// Blank lines and comments between properties.
    private mutating func filler(_ indent: String) -> String {
        switch random.below(8) {
        case 0: ending()
        case 1: indent + comment() + ending()
        case 2: "  " + ending() + comment() + ending()
        default: ""
        }
    }

    /// The end of a line, now and then with a comment.
    private mutating func tail() -> String {
        random.pick(["", "", "", " ", "\t "]) + (random.oneIn(4) ? "  " + comment() : "") + ending()
    }

    private mutating func property(_ number: Int, _ indent: String) -> String {
        let name = random.pick(["k", "a key", "日付", "tags", "a.b-c", "e\u{301}"]) + "\(number)"
        let key = random.pick([name, name, name, "'\(name)'", "\"\(name)\""])
        let head = indent + key + random.pick([":", ":", ":", " :"])
        let (value, meaning) = value(indent)
        model.append((Array(name.utf8), meaning))
        return head + value
    }

    private mutating func value(_ indent: String) -> (String, Meaning) {
        let word = word()
        switch random.below(14) {
        case 0: return (tail(), .nothing([]))
        case 1, 2:
            let isNull = word == "~" || word == "null"
            return (" " + word + tail(), isNull ? .nothing(Array(word.utf8)) : text(word))
        case 3: return (" \"\(word) \\\"q\\\" \\t: #\"" + tail(), text("\(word) \"q\" \t: #"))
        case 4: return (" '\(word) it''s: #'" + tail(), text("\(word) it's: #"))
        case 5: return ("  " + word + ending() + indent + "   " + word + tail(), text("\(word) \(word)"))
        case 6:
            let end = ending()
            let blank = random.oneIn(3) ? end : ""
            let lines = "\(indent)  \(word) #x: \(end)\(indent)   - y\(end)\(blank)"
            return (" |" + tail() + lines, text("\(word) #x: \n - y\n"))
        case 7:
            let lines = "\(indent)  \(word)\(ending())\(indent)  y: z\(ending())"
            return (" >-" + tail() + lines + (random.oneIn(3) ? ending() : ""), text("\(word) y: z"))
        case 8:
            let items = (0..<random.below(4)).map { "\(word)\($0)" }
            return (" [" + items.joined(separator: ", ") + "]" + tail(), list(items))
        case 9:
            return (
                " [\(word), 'a, b',\(ending())\(indent)  \"c\\\\d\" ]" + tail(), list([word, "a, b", "c\\d"])
            )
        case 10, 11:
            let dash = indent + random.pick(["- ", "  - ", "    -   "])
            let items = (0...random.below(3)).map { "\(word)\($0)" }
            var text = tail()
            for item in items {
                text +=
                    (random.oneIn(6) ? dash.replacing("-", with: "#") + ending() : "") + dash + item + tail()
            }
            return (text, list(items))
        case 12:
            return (
                tail() + "\(indent)  a: \(word)\(ending())\(indent)  b:\(ending())\(indent)  - c" + tail(),
                .other
            )
        default: return (" {a: \(word), b: [c, {d: 1}]}" + tail(), .other)
        }
    }

    private mutating func word() -> String {
        random.pick([
            "v", "true", "1", "2025-11-04", "2025-11-04T09:30", "x#y", "http://a.b:1/c", "漢字", "é x", "~",
            "null",
            "007", "a:b", "🌱", String(repeating: "long ", count: 30) + "end",
        ])
    }

    private func text(_ text: String) -> Meaning { .text(Array(text.utf8)) }
    private func list(_ items: [String]) -> Meaning { .list(items.map { Array($0.utf8) }) }

    /// A text as somebody may type it: mostly signs that mean something in YAML.
    static func typed(using random: inout SeededGenerator) -> String {
        if random.oneIn(3) { return random.pick(words) }
        return (0..<random.below(6)).map { _ in random.pick(pieces) }.joined()
    }

    private static let words = [
        "", "w", "two words", "true", "null", "~", "12", "-0.5", "0x1F", "yes", "off", "12:30", "2025-11-04",
        "2025-11-04T09:30", "---", "...", "- a", "[[Link]]", "{a: 1}", "a: b", "a #b", "'", "\"", "\\",
        "\u{FEFF}",
        "\n", "\r\n", "a\nb\n", "https://ex.org:8080/x#y", "*x", "&x", "!x", "|", ">", "%x", "@x", "`x`", "?",
        ":",
        "<<", "=", String(repeating: "word ", count: 60),
    ]

    private static let pieces = [
        "a", "b", " ", "  ", ":", ": ", "#", " #", "'", "''", "\"", "\\", "\n", "\r", "\t", "\0", "\u{7}",
        "\u{7F}",
        "\u{85}", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{FFFE}", "\u{E000}", "é", "e\u{301}", "漢", "🌱", "[",
        "]",
        "{", "}", ",", "-", "- ", "?", "!", "&", "*", "|", ">", "%", "@", "`", "1", ".", "_", "~", "---",
        "<%",
    ]
}
