// SPDX-License-Identifier: MIT
// What each edit of a property does to the bytes, and what it refuses.

import NoteMarkdown
import Testing

@Suite("An edit of a property")
struct PropertyEditingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var yaml: String
        var key: String
        var text: String
        var expected: String
        init(_ yaml: String, _ key: String, _ text: String, _ expected: String) {
            (self.yaml, self.key, self.text, self.expected) = (yaml, key, text, expected)
        }
        var testDescription: String { "\(yaml.debugDescription), \(key), \(text.debugDescription)" }
    }

    static let settings = [
        // Plain, where YAML and the present type allow it.
        Case("k: v", "k", "w", "k: w"), Case("k: v  # c", "k", "w x", "k: w x  # c"),
        Case("k:   v", "k", "w", "k:   w"), Case("k :\tv", "k", "w", "k :\tw"),
        Case("k: 1", "k", "2", "k: 2"), Case("k: 1", "k", "-2.5e3", "k: -2.5e3"),
        Case("k: true", "k", "false", "k: false"), Case("k: true", "k", "1", "k: \"1\""),
        Case("k: 1", "k", "true", "k: \"true\""), Case("k: a", "k", "1", "k: \"1\""),
        Case("k: a", "k", "true", "k: \"true\""), Case("k: a", "k", "null", "k: \"null\""),
        Case("k: 1", "k", "abc", "k: abc"), Case("k: a", "k", "2025-11-04", "k: 2025-11-04"),
        Case("k: a", "k", "2025-11-04T09:30", "k: 2025-11-04T09:30"),
        Case("k: 2025-11-04", "k", "2025-12-01", "k: 2025-12-01"), Case("k: a", "k", "yes", "k: \"yes\""),
        Case("k: a", "k", "12:30", "k: \"12:30\""), Case("k: a", "k", "1.2.3", "k: 1.2.3"),
        Case("k: a", "k", "https://ex.org:80/x#y", "k: https://ex.org:80/x#y"),
        Case("k: a", "k", "[[A]]", "k: \"[[A]]\""), Case("k: a", "k", "-5 a", "k: -5 a"),
        Case("k: a", "k", "- a", "k: \"- a\""), Case("k: a", "k", " a", "k: \" a\""),
        Case("k: a", "k", "", "k: \"\""), Case("k: a", "k", "a: b", "k: \"a: b\""),
        Case("k: a", "k", "a:", "k: \"a:\""), Case("k: a", "k", "a #b", "k: \"a #b\""),
        Case("k: a", "k", "a\nb", "k: \"a\\nb\""),
        Case("k: a", "k", "a\r\n\0\u{1B}", "k: \"a\\r\\n\\0\\x1B\""),
        Case("k: a", "k", "\u{2028}\u{85}\u{FEFF}", "k: \"\\u2028\\x85\\uFEFF\""),
        Case("k: a", "k", "\"x\" \\", "k: \"\\\"x\\\" \\\\\""), Case("k: a", "k", "a\"b'c", "k: a\"b'c"),
        Case("k: a", "k", "🌱 漢", "k: 🌱 漢"), Case("k: a", "k", "<% x %>", "k: <% x %>"),
        Case("k: a", "k", "---", "k: \"---\""),
        // The quotes that are there.
        Case("k: \"v\" # c", "k", "w", "k: \"w\" # c"), Case("k: 'v'", "k", "it's", "k: 'it''s'"),
        Case("k: 'v'", "k", "a\nb", "k: \"a\\nb\""), Case("k: '5'", "k", "6", "k: '6'"),
        Case("k: \"v\"", "k", "1: 2", "k: \"1: 2\""),
        // Nothing there.
        Case("k:", "k", "w", "k: w"), Case("k: # c", "k", "w", "k: w # c"), Case("k:  ", "k", "w", "k: w  "),
        Case("k: ~", "k", "w", "k: w"), Case("k:", "k", "5", "k: \"5\""),
        Case("k: null", "k", "~", "k: \"~\""),
        // Several lines become one.
        Case("k: a\n  b\nl: 1", "k", "w", "k: w\nl: 1"), Case("k: \"a\n  b\" # c", "k", "w", "k: \"w\" # c"),
        Case("k: | # c\n  a\n\n  b\nl: 1", "k", "w", "k: w # c\nl: 1"),
        Case("k: >-\n  a\n\nl: 1", "k", "w", "k: w\n\nl: 1"),
        Case("k: |+\n  a\n\nl: 1", "k", "w", "k: w\nl: 1"),
        Case("k: |\nl: 1", "k", "w", "k: w\nl: 1"), Case("k:\n  a\nl: 1", "k", "w", "k:\n  w\nl: 1"),
        Case("k:\n  - a # x\n  - b\n# y\nl: 1", "k", "w", "k: w\n# y\nl: 1"),
        Case("k: # c\n- a\n- |\n  b\nl: 1", "k", "w", "k: w # c\nl: 1"),
        Case("k: [a, b] # c", "k", "w", "k: w # c"), Case("k: [a,\n  b]\nl: 1", "k", "w", "k: w\nl: 1"),
        // Beside others that are left alone.
        Case("a: &x 1\nk: *x\nb: *x", "k", "w", "a: &x 1\nk: w\nb: *x"),
        Case("k: v\nm:\n  k: v\n  l: [k: v]", "k", "w", "k: w\nm:\n  k: v\n  l: [k: v]"),
        Case("a: 1\n\n# c\nk: v\n# d\n", "k", "w", "a: 1\n\n# c\nk: w\n# d\n"),
        Case("  k: v\n  l: 1", "k", "w", "  k: w\n  l: 1"), Case("\"k: x\": v", "k: x", "w", "\"k: x\": w"),
        // A new one.
        Case("a: 1", "k", "w", "a: 1\nk: w"), Case("  a: 1", "k", "w", "  a: 1\n  k: w"),
        Case("a: |+\n  b\n\n", "k", "w", "a: |+\n  b\n\n\nk: w"), Case("# c", "k", "w", "# c\nk: w"),
        Case("a: 1", "k: x", "5", "a: 1\n\"k: x\": \"5\""), Case("a: 1", "1", "w", "a: 1\n\"1\": w"),
        Case("a: 1", "-", "w", "a: 1\n\"-\": w"), Case("a: 1", "a\nb", "w", "a: 1\n\"a\\nb\": w"),
        // The same once more.
        Case("k: v", "k", "v", "k: v"), Case("k: |\n  a\n", "k", "a\n", "k: |\n  a\n"),
        Case("k: 1", "k", "1", "k: 1"),
    ]

    static let additions = [
        Case("k: []", "k", "x", "k: [x]"), Case("k: [ ] # c", "k", "x", "k: [x ] # c"),
        Case("k: [a, b] # c", "k", "x", "k: [a, b, x] # c"), Case("k: [a, b,]", "k", "x", "k: [a, b, x,]"),
        Case("k: [\n  a, # c\n  b # d\n]", "k", "x", "k: [\n  a, # c\n  b, x # d\n]"),
        Case("k: ['a']", "k", "x", "k: ['a', 'x']"), Case("k: [\"a\"]", "k", "x", "k: [\"a\", \"x\"]"),
        Case("k: [a]", "k", "x, y", "k: [a, \"x, y\"]"), Case("k: [1]", "k", "-2", "k: [1, -2]"),
        Case("k: [a]", "k", "2", "k: [a, \"2\"]"), Case("k: [[a]]", "k", "x", "k: [[a], x]"),
        Case("k:\n  - a\n  - b # c\nl: 1", "k", "x", "k:\n  - a\n  - b # c\n  - x\nl: 1"),
        Case("k:\n- a\n# c\nl: 1", "k", "x", "k:\n- a\n- x\n# c\nl: 1"),
        Case("k: # - c\n    -   a\n", "k", "x", "k: # - c\n    -   a\n    - x\n"),
        Case("k:\n  - # a-b\n    c\n", "k", "x", "k:\n  - # a-b\n    c\n  - x\n"),
        Case("k:\n  - \"a\"\n", "k", "x", "k:\n  - \"a\"\n  - \"x\"\n"),
        Case("k:\n  - a: 1\n    b: 2\n\nl: 1", "k", "x", "k:\n  - a: 1\n    b: 2\n  - x\n\nl: 1"),
        Case("k:\n  - |\n    a\n\nl: 1", "k", "x", "k:\n  - |\n    a\n  - x\n\nl: 1"),
        Case("k:\n  - |+\n    a\n\nl: 1", "k", "x", "k:\n  - |+\n    a\n\n  - x\nl: 1"),
        Case("k:\n  -\n", "k", "x", "k:\n  -\n  - x\n"),
        Case("k:\n  - a\n", "k", "b: c", "k:\n  - a\n  - \"b: c\"\n"),
        Case("k:\n  - a\n", "k", "b,[c]", "k:\n  - a\n  - b,[c]\n"),
        // Empty ones and new ones become a list.
        Case("k:\nl: 1", "k", "x", "k:\n  - x\nl: 1"), Case("k: # c\nl: 1", "k", "x", "k: # c\n  - x\nl: 1"),
        Case("k: ~ # c\nl: 1", "k", "x", "k: # c\n  - x\nl: 1"),
        Case("a: 1", "k", "5", "a: 1\nk:\n  - \"5\""),
        // One value of a list by its name is a list of one.
        Case("aliases: a, b # c", "aliases", "x", "aliases:\n  - a, b # c\n  - x"),
        Case("tags: 'a'\nl: 1", "tags", "x", "tags:\n  - 'a'\n  - 'x'\nl: 1"),
        Case("tags:\nl: 1", "tags", "x", "tags:\n  - x\nl: 1"),
    ]

    /// Runs a case with several line endings and with a mark, and compares every byte.
    private func check(_ one: Case, _ edit: (inout EditedNote) throws -> Void) throws {
        for ending in ["\n", "\r\n"] {
            for mark in ["", "\u{FEFF}"] {
                let frame = { (yaml: String) in
                    Array((mark + "---\n\(yaml)\n---\nbody\n---\n").replacing("\n", with: ending).utf8)
                }
                var note = EditedNote(bytes: frame(one.yaml))
                try edit(&note)
                #expect(note.bytes == frame(one.expected), "\(note.text.debugDescription)")
            }
        }
    }

    @Test("that sets a value writes just this value, and it reads back as it was typed", arguments: settings)
    func set(one: Case) throws {
        try check(one) { note in
            try note.set(one.key, one.text)
            let text = try #require(note.properties[one.key]).text
            #expect(Array(text.utf8) == Array(one.text.utf8))
        }
    }

    @Test("that appends writes one entry behind the last", arguments: additions)
    func append(one: Case) throws {
        try check(one) { note in
            try note.append(one.text, to: one.key)
            guard case .list(let items)? = note.properties[one.key]?.value else {
                Issue.record("no list")
                return
            }
            #expect(items.last == one.text)
        }
    }

    static let removals = [
        Case("a: 1\nk: v # c\nb: 2", "k", "", "a: 1\nb: 2"), Case("# c\nk: v\n# d", "k", "", "# c\n# d"),
        Case("k: |\n  a\n\nb: 2", "k", "", "\nb: 2"), Case("k: |+\n  a\n\nb: 2", "k", "", "b: 2"),
        Case("k:\n  - a\n  - b # c\n\nb: 2", "k", "", "\nb: 2"), Case("k:\nb: 2", "k", "", "b: 2"),
        Case("k:\n  a: 1\n  b:\n    - c\nb: 2", "k", "", "b: 2"), Case("k: a\n  b\nb: 2", "k", "", "b: 2"),
        Case("k: [a,\n b] # c\nb: 2", "k", "", "b: 2"), Case("b: 2\nk: 1", "k", "", "b: 2"),
        Case("a: &x 1\nk: *x", "k", "", "a: &x 1"), Case("\"k\": {a: 1}\nb: 2", "k", "", "b: 2"),
    ]

    @Test("that removes takes the lines of the property, and no other", arguments: removals)
    func remove(one: Case) throws {
        try check(one) { note in
            try note.remove(one.key)
            #expect(note.properties[one.key] == nil)
        }
    }

    @Test("that removes the last property leaves the fences, which keep a rule in the body a rule")
    func removeLast() throws {
        var note = EditedNote("---\nk: v\n---\n---\nx: 1\n---\n")
        try note.remove("k")
        #expect(note.text == "---\n---\n---\nx: 1\n---\n")
        #expect(note.properties.properties.isEmpty)
        try note.set("k", "w")
        #expect(note.text == "---\nk: w\n---\n---\nx: 1\n---\n")
    }

    static let renamings = [
        Case("k: v # c", "k", "l", "l: v # c"), Case("'k': v", "k", "l", "'l': v"),
        Case("\"k\" : v", "k", "a: b", "\"a: b\" : v"), Case("k:\n  - a", "k", "tags", "tags:\n  - a"),
        Case("k: a", "k", "tags", "tags: a"), Case("k: v", "k", "a: b", "\"a: b\": v"),
        Case("k: v", "k", "5", "\"5\": v"), Case("k: v", "k", "k", "k: v"),
        Case("k: &x v\nl: *x", "k", "m", "m: &x v\nl: *x"), Case("k: v", "k", "漢字", "漢字: v"),
        Case("e\u{301}: v", "e\u{301}", "\u{E9}", "\u{E9}: v"),
    ]

    @Test("that renames writes just the name", arguments: renamings)
    func rename(one: Case) throws {
        try check(one) { note in
            try note.rename(one.key, to: one.text)
            #expect(note.properties[one.text] != nil)
        }
    }

    @Test("makes front matter where there is none, with the note's line ending, behind its mark")
    func newFrontmatter() throws {
        let notes = [
            ("", "---\nk: w\n---\n"), ("body", "---\nk: w\n---\nbody"),
            ("a\r\nb\n", "---\r\nk: w\r\n---\r\na\r\nb\n"),
            ("\u{FEFF}a\r\n", "\u{FEFF}---\r\nk: w\r\n---\r\na\r\n"),
            ("\u{FEFF}", "\u{FEFF}---\nk: w\n---\n"),
            ("a\rb\r", "---\nk: w\n---\na\rb\r"), ("---\nx", "---\nk: w\n---\n---\nx"),
            ("\n", "---\nk: w\n---\n\n"),
        ]
        for (text, expected) in notes {
            var note = EditedNote(text)
            try note.set("k", "w")
            #expect(note.bytes == Array(expected.utf8), "\(note.text.debugDescription)")
        }
        var list = EditedNote("a\r\n")
        try list.append("x", to: "tags")
        #expect(list.text.utf8.elementsEqual("---\r\ntags:\r\n  - x\r\n---\r\na\r\n".utf8))
    }

    @Test("writes new lines with the ending of the opening fence, and entries with that of their list")
    func mixedEndings() throws {
        var note = EditedNote("---\r\na: 1\nl:\n  - b\r\n---\nx\r")
        try note.set("k", "w")
        #expect(note.text.utf8.elementsEqual("---\r\na: 1\nl:\n  - b\r\nk: w\r\n---\nx\r".utf8))
        try note.append("c", to: "l")
        #expect(note.text.utf8.elementsEqual("---\r\na: 1\nl:\n  - b\r\n  - c\r\nk: w\r\n---\nx\r".utf8))
        try note.set("a", "2")
        #expect(note.text.utf8.elementsEqual("---\r\na: 2\nl:\n  - b\r\n  - c\r\nk: w\r\n---\nx\r".utf8))
    }

    @Test("names no more bytes than it changes")
    func smallest() throws {
        let file = Array("---\nk: \"x:y\"\n---\n".utf8)
        let edits = try NoteProperties(of: file).edits(setting: "k", to: "x:é")
        try #require(edits.count == 1)
        #expect(edits[0].removed == Array("y".utf8) && edits[0].inserted == Array("é".utf8))
        #expect(edits[0].fileOffset == 10 && edits[0].range == 10..<11)
        // è and é begin with the same byte, which alone is no character.
        let accents = Array("---\nk: è\n---\n".utf8)
        #expect(
            try NoteProperties(of: accents).edits(setting: "k", to: "é").map(\.removed) == [Array("è".utf8)])
    }

    enum Step: Sendable { case set, append, remove, rename }

    static let refusals: [(yaml: String, step: Step, key: String, code: PropertyError.Code, lines: [Int])] = [
        ("a: 1\nb: [x\n", .set, "a", .broken, [4]), ("a: b: c\n", .remove, "a", .broken, [2]),
        ("prose\n", .set, "a", .broken, [2]), ("- a\n", .append, "a", .broken, [2]),
        ("a: 1\n...\nb: 2\n", .set, "k", .broken, [4]), ("a: 1\n...\n", .set, "k", .unprovable, []),
        ("k: 1\na: 2\nk: 3\n", .set, "k", .repeated, [2, 4]),
        ("k: 1\nk: 3\n", .remove, "k", .repeated, [2, 3]), ("k: 1\nk: 3\n", .rename, "k", .repeated, [2, 3]),
        ("k: 1\n", .remove, "a", .missing, []), ("k: 1\n", .rename, "a", .missing, []),
        ("k: 1\nnew: 2\n", .rename, "k", .taken, [3]), ("k: v\n", .append, "k", .noList, [2]),
        ("k: 1\n", .append, "k", .noList, [2]), ("k: {a: 1}\n", .append, "k", .noList, [2]),
        ("k: {a: 1}\n", .set, "k", .unsupported, [2]), ("k:\n  a: 1\n", .set, "k", .unsupported, [2]),
        ("k: &x v\nl: *x\n", .set, "k", .unsupported, [2]),
        ("k: &x v\nl: *x\n", .remove, "k", .unsupported, [2]),
        ("k: [&x v]\nl: *x\n", .set, "k", .unsupported, [2]), ("k: !!str 5\n", .set, "k", .unsupported, [2]),
        ("k: &x [a]\n", .append, "k", .unsupported, [2]), ("? k\n: v\n", .set, "k", .unsupported, [2]),
        ("&x k: v\n", .rename, "k", .unsupported, [2]), ("{k: v}\n", .set, "k", .unsupported, []),
        ("{k: v}\n", .set, "a", .unsupported, []), ("k: 1\n", .set, "", .badName, []),
        // What follows would be taken for a part of what stands before.
        ("a: |\n  x\nk: 1\n  # c\n", .remove, "k", .unprovable, []),
    ]

    @Test("that cannot be made, or proved, is refused with its lines", arguments: refusals)
    func refused(yaml: String, step: Step, key: String, code: PropertyError.Code, lines: [Int]) throws {
        let properties = NoteProperties(of: Array("---\n\(yaml)---\nbody\n".utf8))
        do throws(PropertyError) {
            _ =
                switch step {
                case .set: try properties.edits(setting: key, to: "w")
                case .append: try properties.edits(appending: "w", to: key)
                case .remove: try properties.edits(removing: key)
                case .rename: try properties.edits(renaming: key, to: "new")
                }
            Issue.record("nothing was refused")
        } catch {
            #expect(error.code == code && error.lines == lines, "\(error)")
        }
    }

    @Test("to an empty name, or to a name too long for YAML, is refused")
    func names() throws {
        let properties = NoteProperties(of: Array("---\nk: 1\n---\n".utf8))
        #expect(throws: PropertyError.self) { try properties.edits(renaming: "k", to: "") }
        let long = String(repeating: "n", count: 2000)
        #expect(throws: PropertyError.self) { try properties.edits(setting: long, to: "v") }
    }
}
