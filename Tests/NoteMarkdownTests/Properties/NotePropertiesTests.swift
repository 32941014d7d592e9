// SPDX-License-Identifier: MIT
// What the properties of a note are, value by value.

import NoteMarkdown
import Testing

@Suite("The properties of a note")
struct NotePropertiesTests {
    private func read(_ yaml: String) -> NoteProperties {
        NoteProperties(of: Array("---\n\(yaml)---\nbody\n".utf8))
    }

    static let values: [(yaml: String, row: String)] = [
        ("k: v", "text|v"), ("k: 'it''s'", "text|it's"), ("k: \"a\\tb\\u00e9\"", "text|a\tbé"),
        ("k:", "text|"), ("k: ~", "text|~"), ("k: null", "text|null"), ("k: ''", "text|"),
        ("k: true", "checkbox|true"), ("k: False", "checkbox|False"), ("k: 'true'", "text|true"),
        ("k: yes", "text|yes"), ("k: on", "text|on"), ("k: N", "text|N"),
        ("k: 1", "number|1"), ("k: -1.50", "number|-1.50"), ("k: 007", "number|007"),
        ("k: 0x1F", "number|0x1F"), ("k: 0o17", "number|0o17"), ("k: 1e3", "number|1e3"),
        ("k: .5", "number|.5"), ("k: 1_000", "text|1_000"), ("k: 12:30", "text|12:30"),
        ("k: .inf", "number|.inf"), ("k: 1.2.3", "text|1.2.3"), ("k: '5'", "text|5"), ("k: +", "text|+"),
        ("k: 2025-11-04", "date|2025-11-04"), ("k: \"2025-11-04\"", "date|2025-11-04"),
        ("k: 2025-02-30", "text|2025-02-30"), ("k: 2025-11-04T09:30", "datetime|2025-11-04T09:30"),
        ("k: 2025-11-04T09:30:00+01:00", "datetime|2025-11-04T09:30:00+01:00"),
        ("k: [a, 'b, c', \"d\"]", "list|a, b, c, d"), ("k: []", "list|"), ("k:\n  - a\n  - b", "list|a, b"),
        ("k:\n- a\n# c\n- 1", "list|a, 1"), ("k: [[A]]", "list|[A]"), ("k: \"[[A]]\"", "text|[[A]]"),
        ("tags: a", "list|a"), ("aliases:", "list|"), ("cssclasses: [x]", "list|x"), ("Tags: a", "list|a"),
        ("k: |\n  a\n  b", "text|a\nb\n"), ("k: >-\n  a\n  b\n\n\n", "text|a b"),
        ("k: |+\n  a\n", "text|a\n\n"),
        ("k: a\n  b", "text|a b"), ("k: \"a\n  b\"", "text|a b"),
        ("k: {a: 1, b: [c]}", "text|{a: 1, b: [c]}"),
        ("k:\n  a: 1\n  b:\n    - c\n# x", "text|a: 1\n  b:\n    - c"),
        ("k:\n  - a: 1\n    b: 2\n  - [c]", "list|a: 1\n    b: 2, [c]"),
        ("k: &x v", "text|v"), ("k: !!int 5", "text|5"), ("k: !x 2025-11-04", "text|2025-11-04"),
        ("k: v # c", "text|v"), ("k: v#c", "text|v#c"), ("k: a: b".replacing(": b", with: ":b"), "text|a:b"),
        ("k: <% tp.date.now() %>", "text|<% tp.date.now() %>"),
        ("k: a\u{2028}b\u{85}c", "text|a\u{2028}b\u{85}c"),
        ("\"k: x\": v", "text|v"), ("k : v", "text|v"), ("? k\n: v", "text|v"), ("k: 日本 #語", "text|日本"),
    ]

    @Test("have the types that Obsidian gives them, and text that is never converted", arguments: values)
    func value(yaml: String, row: String) throws {
        for ending in ["\n", "\r\n"] {
            let text = "---\n\(yaml)\n---\nbody\n".replacing("\n", with: ending)
            let read = NoteProperties(of: Array(text.utf8))
            #expect(read.problems.isEmpty)
            try #require(read.properties.count == 1, "\(read.problems)")
            let property = read.properties[0]
            #expect(Array("\(property.value.kind.rawValue)|\(property.text)".utf8) == Array(row.utf8))
            #expect(property.line == 2)
        }
    }

    @Test("have values of their types")
    func typed() throws {
        let read = read("n: 0x1F\nf: 1.5\nc: TRUE\nl: [a, b]\ne:\nd: 2025-11-04\n")
        for (property, expected) in zip(read.properties, ["31.0", "1.5", "true", "a+b", "nil", "2025"]) {
            let shown =
                switch property.value {
                case .number(let number): "\(number)"
                case .checkbox(let truth): "\(truth)"
                case .list(let items): items.joined(separator: "+")
                case .text(let text): text ?? "nil"
                case .date(let date), .dateTime(let date): "\(date.year)"
                }
            #expect(shown == expected)
        }
    }

    @Test("tell lines and bytes of the file, a mark and wide characters counted")
    func places() throws {
        let file = Array("\u{FEFF}---\r\n# é\r\n日付: \"漢\" # c\r\n'b': [x,\r\n  y]\r\nz:\r\n---\r\n".utf8)
        let properties = NoteProperties(of: file).properties
        try #require(properties.count == 3)
        #expect(properties.map(\.line) == [3, 4, 6])
        let source = { (range: Range<Int>) in String(decoding: file[range], as: UTF8.self) }
        #expect(properties.map { source($0.keyRange) } == ["日付", "'b'", "z"])
        #expect(properties.map { source($0.valueRange) } == ["\"漢\"", "[x,\r\n  y]", ""])
        #expect(file[properties[2].valueRange.lowerBound - 1] == 0x3A)
    }

    static let problems: [(yaml: String, line: Int)] = [
        ("a: 1\nb: [x\n", 4), ("a: b: c\n", 2), ("- a\n", 2), ("prose\n", 2), ("a: 1\n\tb: 2\n", 3),
        ("a: 1\n...\nb: 2\n", 4), ("a: 1\n--- x\n", 3), ("a: *b\n", 2), ("a: \"x\n", 3),
        ("{{title}}: x\n", 2),
        ("a: 1\nb: \u{1}\n", 3), ("a: 1\n\nb: \0\n", 4), ("? [a]\n: b\n", 2), ("a: 1\r\nb: @x\r\n", 3),
        ("a: @x\n", 2), ("a: 'x'y\n", 2), ("a: %x\n", 2),
    ]

    @Test(
        "keep a character that is written as an escape beside one that ends lines in YAML 1.1",
        arguments: [
            (#"\u0100"#, "\u{100}"), (#"\U00000100"#, "\u{100}"), (#"\uE000"#, "\u{E000}"),
            (#"\N\L\P"#, "\u{85}\u{2028}\u{2029}"),
            (#"\\u0100"#, #"\u0100"#),
        ])
    func escapes(escape: String, text: String) {
        let yaml = "a: \"\(escape)\"\nb: x\u{85}y\u{2028}z\u{2029}\n"
        let read = NoteProperties(of: Array("---\n\(yaml)---\n".utf8))
        #expect(read["a"]?.text.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        #expect(read["b"]?.text == "x\u{85}y\u{2028}z\u{2029}" && read.problems.isEmpty)
    }

    @Test("are none where the front matter is broken, and the line is told", arguments: problems)
    func problem(yaml: String, line: Int) {
        let read = read(yaml)
        #expect(read.properties.isEmpty)
        #expect(read.problems.map(\.line) == [line], "\(read.problems)")
    }

    @Test("never show note text in a problem")
    func discreet() {
        for (yaml, _) in Self.problems + [("secret: [x\n", 3), ("secret: 1\nsecret: 2\n", 3)] {
            for problem in read(yaml).problems { #expect(!problem.message.contains("secret")) }
        }
    }

    @Test("of which two have one name are both read, and the second is a problem")
    func repeated() {
        let read = read("a: 1\nb: 2\na: 3\n\"a\": 4\n")
        #expect(read.rows == ["a|number|1", "b|number|2", "a|number|3", "a|number|4"])
        #expect(read.problems.map(\.line) == [4, 5])
        // Another normal form is another name.
        #expect(self.read("\u{E9}: 1\ne\u{301}: 2\n").problems.isEmpty)
    }

    @Test(
        "are none, and no problem, where nothing is there",
        arguments: ["", "---\n---\n", "---\n# c\n\n---\nx", "# a\n", "---\na: 1\n"])
    func nothing(text: String) {
        let read = NoteProperties(of: Array(text.utf8))
        #expect(read.properties.isEmpty && read.problems.isEmpty)
    }

    @Test("are read from JSON in braces too")
    func braces() {
        #expect(
            read("{\"a\": 1, \"b\": [\"c\"], d: true}\n").rows == [
                "a|number|1", "b|list|c", "d|checkbox|true",
            ])
    }

    @Test("are named with a problem where the bytes are not UTF-8")
    func notUTF8() {
        let read = NoteProperties(of: Array("---\na: 1\nb: ".utf8) + [0xFF] + Array("\n---\n".utf8))
        #expect(read.problems.map(\.line) == [3])
        // Behind the front matter nobody looks.
        #expect(NoteProperties(of: Array("---\na: 1\n---\n".utf8) + [0xFF]).rows == ["a|number|1"])
    }
}
