// SPDX-License-Identifier: MIT
// What a check of links finds in a vault, and what it leaves alone.

import NoteKit
import Testing

@testable import NoteLibrary

@Suite("A check of links")
struct LinkCheckTests {
    /// What is found in some files: path, kind, target and line, in order.
    private func findings(_ files: [String: String], jobs: Int? = nil) throws -> [String] {
        let vault = try TestVault(files)
        return try LinkCheck(vault: vault.root, jobs: jobs).run().findings.map { finding in
            let line = finding.line.map { ":\($0)" } ?? ""
            return "\(finding.path)\(line) \(finding.kind)" + (finding.target.map { " \($0)" } ?? "")
        }
    }

    // MARK: - Dead links

    @Test(
        "finds a link to a file that is not there, in every way of writing one",
        arguments: [
            ("[[gone]]", "gone"), ("![[gone.png]]", "gone.png"), ("[x](gone.md)", "gone.md"),
            ("![x](sub/gone.png)", "sub/gone.png"), ("[x](<gone away.md>)", "gone away.md"),
            ("[x][r]\n\n[r]: gone.md", "gone.md"), ("[[gone#part|alias]]", "gone#part"),
            ("[[ gone ]]", "gone"), ("---\nup: \"[[gone]]\"\n---\n", "gone"),
        ])
    func deadLink(text: String, target: String) throws {
        let found = try findings(["a.md": text])
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix(" deadLink \(target)") == true, "\(found)")
    }

    @Test(
        "follows every link that leads somewhere",
        arguments: [
            "[[b]]", "[[ b ]]", "[[B]]", "[[b.md]]", "[[sub/c]]", "[[c]]", "![[p.png]]", "[x](b.md)",
            "[x](b)",
            "[x](sub/c.md)", "[x](/sub/c.md)", "[x](with%20blank.md)", "[x](<with blank.md>)", "[x](sub/)",
            "[x](sub)", "[x](https://a.example/gone.md)", "<https://a.example>", "https://a.example/gone",
            "[x](mailto:a@b.example)", "[x](../outside.md)", "[x](.github/x.md)", "[x]()", "[[#Top]]",
            "[[{{title}}]]", "[[<% tp.file.title %>]]", "`[[gone]]`", "```\n[[gone]]\n```", "%%[[gone]]%%",
            "[x](x.md \"a title\")", "\\[[gone]]",
        ])
    func living(text: String) throws {
        let found = try findings([
            "a.md": "# Top\n\n\(text)\n\n![[p.png]]", "b.md": "", "sub/c.md": "", "p.png": "", "x.md": "",
            "with blank.md": "",
        ])
        #expect(found == [])
    }

    @Test("finds links to files relative to the note that they are in")
    func relative() throws {
        let found = try findings(["sub/a.md": "[x](b.md) [y](c.md) [z](../b.md)", "sub/c.md": "", "b.md": ""])
        #expect(found == [])
    }

    private static let places = """
        # One Two
        ## Three: four
        text ^block-1

        # Été
        ## With [[other|a link]]
        ## *Bold* `code`
        <a name="anchor"></a>
        # Usage
        # Usage
        """

    @Test(
        "follows a heading or a block to its note",
        arguments: [
            "#One Two", "#one two", "#One Two#Three four", "#Three: four", "#^block-1", "#^Block-1", "#été",
            "#E\u{301}te\u{301}", "#With a link", "#With other a link", "#Bold code", "#", "#Three  four",
        ])
    func livingPlace(subpath: String) throws {
        let note = "[[b\(subpath)]]\n![[b\(subpath)|x]]"
        #expect(try findings(["a.md": note, "b.md": Self.places, "other.md": ""]) == Self.doubled)
        let own = Self.places + "\n\n[[\(subpath)]]"
        #expect(try findings(["b.md": own, "other.md": ""]) == Self.doubled)
    }

    private static let doubled = ["b.md:10 doubledHeading Usage"]

    @Test(
        "finds a heading or a block that is not there",
        arguments: ["#Two", "#Three four#One Two", "#Été#Three four", "#^block-2", "#^Three four", "#gone"])
    func deadPlace(subpath: String) throws {
        let found = try findings(["a.md": "\n[[b\(subpath)]]", "b.md": Self.places, "other.md": ""])
        #expect(found == ["a.md:2 deadLink b\(subpath)"] + Self.doubled)
        let own = try findings(["b.md": Self.places + "\n\n[[\(subpath)]]", "other.md": ""])
        #expect(own == Self.doubled + ["b.md:12 deadLink \(subpath)"])
    }

    @Test(
        "follows a heading as addresses of web pages spell it",
        arguments: [
            ("#one-two", true), ("#One%20Two", true), ("#three-four", true), ("#anchor", true),
            ("#usage-1", true), ("#usage-2", false), ("#one-two-1", false), ("#%C3%A9t%C3%A9", true),
        ])
    func slug(subpath: String, isThere: Bool) throws {
        let found = try findings(["a.md": "[x](b.md\(subpath))", "b.md": Self.places, "other.md": ""])
        #expect(found == (isThere ? [] : ["a.md:1 deadLink b.md\(subpath)"]) + Self.doubled)
    }

    @Test("asks no file that is no note, and no note that is not UTF-8, for its headings")
    func noHeadings() throws {
        let vault = try TestVault(["a.md": "![[p.pdf#page=3]] [[w#x]]", "p.pdf": ""])
        try vault.write([0xFF, 0xFE, 0x41, 0], to: NotePath("w.md"))
        let report = try LinkCheck(vault: vault.root).run()
        #expect(report.findings == [])
        #expect(report.reading.unreadable.count == 1)
    }

    @Test("tells the bytes and the line of a link")
    func place() throws {
        let vault = try TestVault(["a.md": "\u{FEFF}ä\r\n x [[gone]] y\r\n"])
        let finding = try #require(try LinkCheck(vault: vault.root).run().findings.first)
        #expect(finding.line == 2)
        #expect(finding.range == 10..<18)
    }

    // MARK: - Headings and properties

    @Test("finds a heading that no link reaches, and no other")
    func doubledHeading() throws {
        let text = "# A\n## x\n## X\n# B\n## x\n### x\n# a\n## x\n"
        #expect(try findings(["n.md": text]) == ["n.md:3 doubledHeading X", "n.md:7 doubledHeading a"])
        #expect(try findings(["n.md": "#\n#\n"]) == [])
    }

    @Test("finds front matter that is not read as it was meant")
    func brokenProperty() throws {
        #expect(try findings(["n.md": "---\na: [\n---\n"]).first?.contains("brokenProperty") == true)
        #expect(try findings(["n.md": "---\na: 1\na: 2\n---\n"]) == ["n.md:3 brokenProperty"])
        #expect(try findings(["n.md": "---\na: 1\nb: \"[x]\"\n---\n"]) == [])
    }

    // MARK: - Files

    @Test("finds the conflict copies of other tools, of notes and of other files")
    func conflictCopy() throws {
        let found = try findings([
            "a.md": "![[p.png]]", "a.sync-conflict-20260102-030405-ABCDEFG.md": "", "p.png": "",
            "p (Ada's conflicted copy 2026-01-02).png": "",
        ])
        #expect(
            found == [
                "a.sync-conflict-20260102-030405-ABCDEFG.md conflictCopy a.md",
                "p (Ada's conflicted copy 2026-01-02).png conflictCopy p.png",
            ])
    }

    @Test(
        "counts a file as named by everything that names it",
        arguments: [
            "![[p q.png]]", "[[p q.png]]", "![](p%20q.png)", "![](f/p%20q.png)", "[x][r]\n\n[r]: <f/p q.png>",
            "[unused]: <f/p q.png>", "<img src=\"f/p%20q.png\">", "<img src='f/p q.png'>",
            "---\nattachments:\n  - p q.png\n---\n", "---\nattachments: [\"[[p q.png]]\"]\n---\n",
            "---\ndrawing: p q.png\n---\n", "---\ncover: f/p q.png\n---\n", "![[P Q.PNG]]",
        ])
    func named(text: String) throws {
        #expect(try findings(["a.md": text, "f/p q.png": ""]) == [])
        #expect(
            try findings(["a.md": text, "f/p q.png": "", "f/r.png": ""]) == ["f/r.png orphanedAttachment"])
    }

    @Test("counts a file as named by a canvas, and finds what a canvas names in vain")
    func canvas() throws {
        let canvas = """
            {"nodes":[{"type":"file","file":"f/p.png"},{"type":"text","text":"![[q.png]] [[none]]"},
             {"type":"file","file":"gone.md"}],"edges":[]}
            """
        let found = try findings(["c.canvas": canvas, "f/p.png": "", "q.png": ""])
        #expect(found == ["c.canvas deadLink gone.md", "c.canvas deadLink none"])
        #expect(try findings(["c.canvas": "{", "p.png": ""]) == ["p.png orphanedAttachment"])
        let group = #"{"nodes":[{"type":"group","background":"f/p.png"}]}"#
        #expect(try findings(["c.canvas": group, "f/p.png": ""]) == [])
    }

    @Test("counts a file as named by a base that holds its name")
    func base() throws {
        let base = "views:\n  - filters: file.name == \"P.png\"\n"
        #expect(try findings(["b.base": base, "f/p.png": "", "q.png": ""]) == ["q.png orphanedAttachment"])
    }

    @Test("follows a link whose letters are written as numbers")
    func numbers() throws {
        let text = "[a](caf&#233;.md#h&#49;) [b](caf&#xE9;.md#none) ![c](p\\#1.png)\n"
        #expect(
            try findings(["a.md": text, "caf\u{E9}.md": "# h1\n", "p#1.png": ""])
                == ["a.md:1 deadLink caf\u{E9}.md#none"])
    }

    @Test(
        "takes only files for attachments that belong to notes",
        arguments: [
            ("LICENSE", false), ("package.json", false), ("x.canvas", false), ("x.base", false),
            ("x.js", false),
            (".hidden.png", false), (".obsidian/x.png", false), ("x.PNG", true), ("x.pdf", true),
            ("deep/x.mp4", true), ("att/x.json", true), ("att/deep/x.csv", true), ("att/LICENSE", false),
        ])
    func attachments(name: String, isOne: Bool) throws {
        let settings = "{\"attachmentFolderPath\":\"att\"}"
        let found = try findings(["a.md": "", ".obsidian/app.json": settings, name: ""])
        #expect(found == (isOne ? ["\(name) orphanedAttachment"] : []))
    }

    @Test("finds names that differ in case or in the form of accents only, folders too")
    func ambiguous() throws {
        // Swift takes names that differ in the form of accents for one.
        let vault = try TestVault(["a.md": "", "A.md": "", "f/a.md": "", "g/x.md": "", "G/y.md": ""])
        for name in ["f/\u{E9}.txt", "f/e\u{301}.txt"] { try vault.write("", to: name) }
        let found = try LinkCheck(vault: vault.root).run().findings
        #expect(found.allSatisfy { $0.kind == .ambiguous })
        // Spelled by bytes, which the comparison of strings is not.
        let pairs = Set(found.map { [UInt8]("\($0.path) \($0.target ?? "")".utf8) })
        let names = [("A.md", "a.md"), ("G", "g"), ("f/e\u{301}.txt", "f/\u{E9}.txt")]
        var expected: Set<[UInt8]> = []
        for (one, other) in names {
            expected.insert([UInt8]("\(one) \(other)".utf8))
            expected.insert([UInt8]("\(other) \(one)".utf8))
        }
        #expect(pairs == expected)
    }

    // MARK: - The whole

    @Test("finds the same with any number of threads, ordered by path and place", arguments: [1, 2, 7])
    func threads(jobs: Int) throws {
        var files: [String: String] = [:]
        for number in 0..<300 {
            files["n\(number).md"] = "[[n\(number + 1)#h]]\n# h\n[[n\(number)#none]]\n[[gone \(number)]]\n"
        }
        let found = try findings(files, jobs: jobs)
        #expect(found.count == 601)
        let paths = found.map { Array($0.prefix { $0 != ":" }.utf8) }
        #expect(paths == paths.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test("changes nothing in the vault, not even a time")
    func readsOnly() throws {
        let vault = try TestVault([
            "a.md": "[[gone]]", "sub/b.md": "![[p.png]]", "p.png": "x", "c.canvas": "{}",
        ])
        let before = try FolderScan(of: vault.root).map { $0 }
        _ = try LinkCheck(vault: vault.root).run()
        #expect(try FolderScan(of: vault.root).map { $0 } == before)
    }

    @Test("can be cancelled, and tells how far it is")
    func cancelled() throws {
        var files: [String: String] = [:]
        for number in 0..<200 { files["n\(number).md"] = "" }
        let vault = try TestVault(files)
        #expect(throws: CancellationError.self) {
            try LinkCheck(vault: vault.root).run(isCancelled: { true })
        }
        var told: [Int] = []
        _ = try LinkCheck(vault: vault.root).run(progress: { done, _ in told.append(done) })
        #expect(told == [64, 128, 192, 200])
    }

    @Test("throws where there is no vault")
    func noVault() {
        #expect(throws: FileError.self) { try LinkCheck(vault: NotePath("/nowhere")).run() }
    }
}
