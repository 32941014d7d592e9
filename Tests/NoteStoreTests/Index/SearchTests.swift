// SPDX-License-Identifier: MIT
// What a search of a vault finds, and that the index follows the vault.

import Foundation
import NoteFiles
import NoteKit
import Testing

@testable import NoteStore

@Suite("A search")
struct SearchTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test("finds a piece of any length, case ignored, in bytes of the file")
    func pieces() throws {
        try scratch.write("\u{FEFF}Hello World\n", to: "a.md")
        try scratch.write("我们讨论了新的计划", to: "b.md")
        try scratch.write("STRASSE und straße, ΣΊΣΥΦΟΣ", to: "c.md")
        let index = try scratch.index()
        #expect(try index.refresh().read == 3)
        #expect(index.hindrance == nil)
        #expect(try index.found("WORLD") == ["a.md": [9..<14]])
        #expect(try index.found("o w") == ["a.md": [7..<10]])
        #expect(try index.found("计划") == ["b.md": [21..<27]])
        #expect(try index.found("划") == ["b.md": [24..<27]])
        #expect(try index.found("strasse") == ["c.md": [0..<7, 12..<19]])
        #expect(try index.found("σίσυφος") == ["c.md": [21..<35]])
        #expect(try index.found("h") == ["a.md": [3..<4]])
    }

    @Test("finds a title, and that alone where the text does not hold it")
    func titles() throws {
        try scratch.write("nothing", to: "Sub/Garden plan.md")
        try scratch.write("a garden plan", to: "x.md")
        let index = try scratch.index()
        let hits = try index.search(try SearchQuery("garden PLAN")).hits
        #expect(hits.map(\.path.description) == ["Sub/Garden plan.md", "x.md"])
        #expect(hits.map(\.isInTitle) == [true, false])
        #expect(hits.map(\.matches) == [[], [2..<13]])
        #expect(hits[0].title == "Garden plan")
    }

    @Test("has for its first page what the whole answer begins with, also where most notes hold a word")
    func firstPage() throws {
        for number in 0..<3_000 {
            // The last ones to change hold one word alone, so that reading them for the other is in vain.
            let words = number < 2_800 ? "garden path \(number % 7)" : "garden \(number % 7)"
            try scratch.write(words, to: "\(number * 7919 % 3_000).md")
            try scratch.age("\(number * 7919 % 3_000).md", by: 3_000 - number)
        }
        try scratch.write("nothing", to: "a path.md")
        let index = try scratch.index(ahead: 10)
        try index.refresh()
        try scratch.remove("vault/\(2_500 * 7919 % 3_000).md")
        try index.apply(FolderBatch(changes: [.removed(NotePath("\(2_500 * 7919 % 3_000).md"))]))
        for text in ["garden", "path", "path 3", "en path 5", "17"] {
            let all = try index.search(try SearchQuery(text)).hits
            for limit in [1, 3, 40] {
                let page = try index.search(try SearchQuery(text, limit: limit))
                #expect(page.hits == Array(all.prefix(limit)))
                #expect(page.isCut == (all.count > limit))
            }
        }
        #expect(try index.search(try SearchQuery("path")).hits.count == 2_800)
        #expect(try index.search(try SearchQuery("garden", limit: 3_100)).hits.count == 2_999)
    }

    @Test("minds marks unless it is told not to")
    func marks() throws {
        try scratch.write("un café noir", to: "nfc.md")
        try scratch.write("un cafe\u{301} noir", to: "nfd.md")
        try scratch.write("un cafe noir", to: "plain.md")
        let index = try scratch.index()
        #expect(try index.found("CAFÉ") == ["nfc.md": [3..<8], "nfd.md": [3..<9]])
        #expect(try Set(index.found("cafe ").keys) == ["plain.md"])
        #expect(
            try index.found("cafe", .ignoringMarks)
                == ["nfc.md": [3..<8], "nfd.md": [3..<9], "plain.md": [3..<7]])
        #expect(try index.found("çafÉ", .ignoringMarks).count == 3)
    }

    @Test("matches regular expressions, within limits")
    func expressions() throws {
        try scratch.write("due 2026-12-01 #project\nÉtude 12", to: "a.md")
        try scratch.write(String(repeating: "a", count: 5000), to: "b.md")
        let index = try scratch.index()
        #expect(try index.found(#"20\d\d-[01]\d-\d\d.*#PROJECT"#, .regularExpression) == ["a.md": [4..<23]])
        #expect(try index.found("^étude", .regularExpression) == ["a.md": [24..<30]])
        #expect(
            try index.found("^etude", [.regularExpression, .ignoringMarks]) == ["a.md": [24..<30]])
        #expect(throws: SearchError.self) { try SearchQuery("(", options: .regularExpression) }
        #expect {
            _ = try index.found("(a+)+[bc]", .regularExpression)
        } throws: { ($0 as? SearchError)?.code == .tooCostly }
    }

    @Test(
        "finds a line where an expression matches without a character, once, if nothing else is found in it")
    func emptyMatches() throws {
        try scratch.write("\u{FEFF}one\n\ntwo\r\n\r\n\rthree\n", to: "a.md")
        try scratch.write("", to: "empty.md")
        try scratch.write("\n", to: "line.md")
        try scratch.write("axb\nb", to: "x.md")
        try scratch.write("cafe\u{301} noir\nthe\u{301} e", to: "marks.md")
        let index = try scratch.index()
        #expect(
            try index.found("^$", .regularExpression) == [
                "a.md": [7..<7, 13..<13, 15..<15], "line.md": [0..<0],
            ])
        #expect(
            try index.found("^$", [.regularExpression, .ignoringMarks])["a.md"] == [7..<7, 13..<13, 15..<15])
        #expect(try index.found("x*", .regularExpression)["x.md"] == [1..<2, 4..<4])
        #expect(try index.found("^(?=b)", .regularExpression) == ["x.md": [4..<4]])
        #expect(try index.found(#"\bnoir\K"#, .regularExpression) == ["marks.md": [11..<11]])
        #expect(
            try index.found(" *(?=noir| e)", [.regularExpression, .ignoringMarks])["marks.md"] == [
                6..<7, 17..<17,
            ])
        #expect(try index.found(#"\z"#, .regularExpression)["a.md"] == [])
        #expect(try index.found(#"\z"#, .regularExpression)["x.md"] == [5..<5])
    }

    @Test("tells links, tags, headings, tasks and properties")
    func structure() throws {
        try scratch.write(
            "---\ntags: [one]\naliases: [Other]\nstars: 4\n---\n# Head\n[[Target#x|y]] #two\n- [ ] do\n",
            to: "a.md")
        try scratch.write("[t](../Target.md) #One", to: "sub/b.md")
        try scratch.write("", to: "Target.md")
        let index = try scratch.index()
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

    @Test("takes line endings for alike, and finds over them")
    func lineEndings() throws {
        try scratch.write("one\r\ntwo", to: "crlf.md")
        try scratch.write("one\ntwo", to: "lf.md")
        try scratch.write("one\rtwo", to: "cr.md")
        let index = try scratch.index()
        let expected = ["crlf.md": [2..<6], "lf.md": [2..<5], "cr.md": [2..<5]]
        #expect(try index.found("e\nt") == expected)
        #expect(try index.found("E\r\nT") == expected)
    }

    @Test("finds behind NUL bytes, in one long line, and in the front matter")
    func oddities() throws {
        try scratch.write("a\0b needle", to: "nul.md")
        try scratch.write(String(repeating: "la la ", count: 100_000) + "needle", to: "long.md")
        try scratch.write("---\nkey: needle\n---\n", to: "front.md")
        let index = try scratch.index()
        let found = try index.found("Needle")
        #expect(found["nul.md"] == [4..<10])
        #expect(found["long.md"] == [600_000..<600_006])
        #expect(found["front.md"] == [9..<15])
    }

    @Test("never begins or ends a match within a character", arguments: ["s", "i", "f", "e", "a"])
    func wholeCharacters(piece: String) throws {
        // Each folds to the letter and something more.
        try scratch.write("\u{DF} \u{130} \u{FB03} \u{E9} \u{1F0}\u{1E9A}", to: "x.md")
        #expect(try scratch.index().found(piece) == [:])
    }

    @Test("finds characters whose folding is longer or shorter than they are")
    func lengths() throws {
        try scratch.write("\u{130}stanbul \u{FB03} \u{212A}elvin \u{17F}ee ΣΑΣ", to: "x.md")
        let index = try scratch.index()
        #expect(try index.found("i\u{307}STANBUL") == ["x.md": [0..<9]])
        #expect(try index.found("istanbul", .ignoringMarks) == ["x.md": [0..<9]])
        #expect(try index.found("FFI") == ["x.md": [10..<13]])
        #expect(try index.found("kelvin") == ["x.md": [14..<22]])
        #expect(try index.found("SEE") == ["x.md": [23..<27]])
        #expect(try index.found("σας") == ["x.md": [28..<34]])
    }

    @Test("looks in one folder and those below it")
    func folders() throws {
        for path in ["a/x.md", "a/b/x.md", "ab/x.md", "x.md"] { try scratch.write("word", to: path) }
        let index = try scratch.index()
        let query = try SearchQuery("word", in: NotePath("./a/"))
        #expect(try index.search(query).hits.map(\.path.description).sorted() == ["a/b/x.md", "a/x.md"])
    }

    @Test("puts titles first, then what changed last, and stops at the limit")
    func order() throws {
        for (name, age) in [("old", 300), ("word", 400), ("new", 100), ("middle", 200)] {
            try scratch.write("a word", to: "\(name).md")
            try scratch.age("\(name).md", by: age)
        }
        let index = try scratch.index()
        let all = try index.search(try SearchQuery("word"))
        #expect(all.hits.map(\.title) == ["word", "new", "middle", "old"] && !all.isCut)
        let some = try index.search(try SearchQuery("word", limit: 2))
        #expect(some.hits.map(\.title) == ["word", "new"] && some.isCut)
    }

    @Test("refuses to look for nothing")
    func nothing() {
        #expect { try SearchQuery("") } throws: { ($0 as? SearchError)?.code == .nothingToFind }
        #expect {
            try SearchQuery("\u{301}", options: .ignoringMarks)
        } throws: { ($0 as? SearchError)?.code == .nothingToFind }
        #expect { try SearchQuery(bytes: [0xFF]) } throws: { ($0 as? SearchError)?.code == .invalidPattern }
    }

    @Test("ends where whoever asked wants no more, also while nothing is found")
    func cancelled() throws {
        for number in 0..<300 { try scratch.write("garden", to: "\(number).md") }
        let index = try scratch.index()
        try index.refresh()
        for query in [try SearchQuery("g.x", options: .regularExpression), try SearchQuery("garden")] {
            var asked = 0
            #expect {
                try index.forEachHit(of: query) {
                    asked += 1
                    return asked == 5
                } making: { hit, _ in
                    hit
                } use: { _ in
                    true
                }
            } throws: { ($0 as? SearchError)?.code == .cancelled }
            #expect(asked == 5)
        }
    }

    @Test("leaves out what is not UTF-8, also by its title")
    func unreadable() throws {
        try scratch.write("plan", to: "a.md")
        try scratch.write(bytes: [0xFF, 0xFE, 0x70, 0x00], to: "plan.md")
        let index = try scratch.index()
        #expect(try index.refresh().unreadable == [NotePath("plan.md")])
        #expect(try index.found("plan").keys.sorted() == ["a.md"])
        try scratch.write("a plan", to: "plan.md")
        try index.refresh()
        #expect(try index.found("plan").keys.sorted() == ["a.md", "plan.md"])
    }

    @Test("finds through symbolic links, and under names that are not UTF-8")
    func names() throws {
        try scratch.write("needle", to: "real.md")
        try scratch.link("real.md", to: "vault/link.md")
        try scratch.write("needle", to: "odd/x.md")
        try #require(
            rename(scratch.path("vault/odd").description, scratch.path("vault").description + "/\u{FF}") == 0)
        let index = try scratch.index()
        #expect(try index.found("needle").keys.sorted() == ["link.md", "real.md", "\u{FF}/x.md"])
    }
}
