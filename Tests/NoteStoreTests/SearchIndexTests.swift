// SPDX-License-Identifier: MIT
// What a search of a vault finds, and that the index follows the vault.

import NoteFiles
import NoteKit
import Testing

@testable import NoteStore

@Suite("A search")
struct SearchIndexTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func index() throws -> SearchIndex {
        try SearchIndex(of: scratch.path("vault"), stateFolder: scratch.state)
    }

    private func found(
        _ text: String, _ options: SearchQuery.Options = [], in index: SearchIndex
    ) throws -> [String: [Range<Int>]] {
        let results = try index.search(try SearchQuery(text, options: options))
        return Dictionary(uniqueKeysWithValues: results.hits.map { ($0.path.description, $0.matches) })
    }

    @Test("finds a piece of any length, case ignored, in bytes of the file")
    func pieces() throws {
        try scratch.write("\u{FEFF}Hello World\n", to: "a.md")
        try scratch.write("我们讨论了新的计划", to: "b.md")
        try scratch.write("STRASSE und straße, ΣΊΣΥΦΟΣ", to: "c.md")
        let index = try index()
        #expect(try index.refresh().read == 3)
        #expect(index.hindrance == nil)
        #expect(try found("WORLD", in: index) == ["a.md": [9..<14]])
        #expect(try found("o w", in: index) == ["a.md": [7..<10]])
        #expect(try found("计划", in: index) == ["b.md": [21..<27]])
        #expect(try found("划", in: index) == ["b.md": [24..<27]])
        #expect(try found("strasse", in: index) == ["c.md": [0..<7, 12..<19]])
        #expect(try found("σίσυφος", in: index) == ["c.md": [21..<35]])
        #expect(try found("h", in: index) == ["a.md": [3..<4]])
    }

    @Test("finds a title, and that alone where the text does not hold it")
    func titles() throws {
        try scratch.write("nothing", to: "Sub/Garden plan.md")
        try scratch.write("a garden plan", to: "x.md")
        let index = try index()
        let hits = try index.search(try SearchQuery("garden PLAN")).hits
        #expect(hits.map(\.path.description) == ["Sub/Garden plan.md", "x.md"])
        #expect(hits.map(\.isInTitle) == [true, false])
        #expect(hits.map(\.matches) == [[], [2..<13]])
        #expect(hits[0].title == "Garden plan")
    }

    @Test("minds marks unless it is told not to")
    func marks() throws {
        try scratch.write("un café noir", to: "nfc.md")
        try scratch.write("un cafe\u{301} noir", to: "nfd.md")
        try scratch.write("un cafe noir", to: "plain.md")
        let index = try index()
        #expect(try found("CAFÉ", in: index) == ["nfc.md": [3..<8], "nfd.md": [3..<9]])
        #expect(try Set(found("cafe ", in: index).keys) == ["plain.md"])
        #expect(
            try found("cafe", .ignoringMarks, in: index)
                == ["nfc.md": [3..<8], "nfd.md": [3..<9], "plain.md": [3..<7]])
        #expect(try found("çafÉ", .ignoringMarks, in: index).count == 3)
    }

    @Test("matches regular expressions, within limits")
    func expressions() throws {
        try scratch.write("due 2026-12-01 #project\nÉtude 12", to: "a.md")
        try scratch.write(String(repeating: "a", count: 5000), to: "b.md")
        let index = try index()
        #expect(try found(#"20\d\d-[01]\d-\d\d.*#PROJECT"#, .regularExpression, in: index) == ["a.md": [4..<23]])
        #expect(try found("^étude", .regularExpression, in: index) == ["a.md": [24..<30]])
        #expect(
            try found("^etude", [.regularExpression, .ignoringMarks], in: index) == ["a.md": [24..<30]])
        #expect(throws: SearchError.self) { try SearchQuery("(", options: .regularExpression) }
        #expect {
            _ = try found("(a+)+$x", .regularExpression, in: index)
        } throws: { ($0 as? SearchError)?.code == .tooCostly }
    }

    @Test("tells links, tags, headings, tasks and properties")
    func structure() throws {
        try scratch.write(
            "---\ntags: [one]\naliases: [Other]\nstars: 4\n---\n# Head\n[[Target#x|y]] #two\n- [ ] do\n",
            to: "a.md")
        try scratch.write("[t](../Target.md) #One", to: "sub/b.md")
        try scratch.write("", to: "Target.md")
        let index = try index()
        let key = VaultNames.key(of: NotePath("Target.md"))
        #expect(try index.links(toKey: key).map(\.note.description) == ["a.md", "sub/b.md"])
        #expect(try index.links(from: NotePath("a.md")).map(\.subpath) == ["#x"])
        #expect(try index.headings(of: NotePath("a.md")).map(\.text) == ["Head"])
        #expect(try index.tasks().map(\.text) == ["do"])
        #expect(try index.properties(named: "Stars").map(\.text) == ["4"])
        #expect(try index.tags() == [IndexedTag(name: "one", notes: 2), IndexedTag(name: "two", notes: 1)])
        #expect(try index.note(at: NotePath("a.md"))?.aliases == ["Other"])
        #expect(try index.notes().count == 3)
    }
}
