// SPDX-License-Identifier: MIT
// Where links lead, by the names of a vault alone.

import NoteKit
import Testing

@Suite("The names of a vault")
struct VaultNamesTests {
    static let paths = [
        "Top.md", "both.md", "a/both.md", "a/note.md", "a/b/deep.md", "z/far.md", "long/way/far.md",
        "a/b/far.md", "v1.2 plan.md", "image.png", "a/image.png", "image.png.md", "Makefile", "Makefile.md",
        "Case/Naive.MD", "me\u{301}re.md", "with space.md", "100%.md", "odd/x#y.png", "x/y/shared.md",
        "q/y/shared.md", "LICENSE", "files/kept.md", "x.md/inside.md",
    ]

    private let names = VaultNames(
        paths.map { NotePath($0) }, settings: VaultSettings(attachmentFolder: "files"))

    static let links: [(link: String, style: LinkStyle, file: String?)] = [
        ("Top", .wikilink, "Top.md"), ("Top.md", .wikilink, "Top.md"), ("Top.MD", .wikilink, "Top.md"),
        ("top", .wikilink, "Top.md"), ("TOP", .path, "Top.md"), ("/Top", .wikilink, "Top.md"),
        ("both", .wikilink, "both.md"), ("both", .path, "a/both.md"), ("./both", .wikilink, "a/both.md"),
        ("../both.md", .path, "both.md"), ("../BOTH", .path, "both.md"), ("b/deep", .path, "a/b/deep.md"),
        ("a/b/deep", .wikilink, "a/b/deep.md"), ("b/deep", .wikilink, "a/b/deep.md"),
        ("B/Deep.md", .wikilink, "a/b/deep.md"), ("deep", .wikilink, "a/b/deep.md"),
        ("far", .wikilink, "a/b/far.md"), ("y/shared", .wikilink, "q/y/shared.md"),
        ("x/y/shared", .wikilink, "x/y/shared.md"), ("X/y/shared", .wikilink, "x/y/shared.md"),
        ("v1.2 plan", .wikilink, "v1.2 plan.md"), ("image.png", .wikilink, "image.png"),
        ("image.png", .path, "a/image.png"), ("image.png.md", .wikilink, "image.png.md"),
        ("Makefile", .wikilink, "Makefile.md"), ("LICENSE", .wikilink, "LICENSE"),
        ("naive", .wikilink, "Case/Naive.MD"), ("m\u{E9}re", .wikilink, "me\u{301}re.md"),
        ("M\u{C9}RE", .wikilink, "me\u{301}re.md"), ("with space", .wikilink, "with space.md"),
        ("with%20space", .wikilink, nil), ("with%20space.md", .path, "with space.md"),
        ("100%", .path, "100%.md"), ("100%25.md", .path, "100%.md"), ("Top#Heading", .wikilink, "Top.md"),
        ("x#y.png", .wikilink, "odd/x#y.png"), ("b\\deep", .path, "a/b/deep.md"),
        ("kept", .path, "files/kept.md"), (" Top\t", .wikilink, "Top.md"),
        ("Top #Heading", .wikilink, "Top.md"),
        (" Top.md #x ", .wikilink, "Top.md"), (" a/b/deep\t", .wikilink, "a/b/deep.md"),
        (" x#y.png ", .wikilink, "odd/x#y.png"), (" Top", .path, nil),
        ("nowhere", .wikilink, nil), ("a", .wikilink, nil), ("a/", .path, nil), ("../../Top", .path, nil),
        (".hidden", .wikilink, nil), ("x", .wikilink, nil), ("x.md", .wikilink, nil),
    ]

    @Test("lead a link to the file that Obsidian finds", arguments: links)
    func files(link: String, style: LinkStyle, file: String?) {
        let expected = file.map { LinkTarget.file(NotePath($0)) } ?? .missing
        #expect(names.target(of: link, written: style, from: NotePath("a/note.md")) == expected)
        for key in file.map({ [VaultNames.key(of: NotePath($0))] }) ?? [] {
            #expect(VaultNames.keys(of: link, written: style).contains(key), "the key finds the link")
        }
    }

    static let other: [(link: String, style: LinkStyle, target: LinkTarget)] = [
        ("", .wikilink, .within), (" ", .wikilink, .within), (" #h", .wikilink, .within),
        ("#h", .path, .within), ("https://a.b/c.md", .path, .outside),
        ("mailto:a@b", .path, .outside), ("obsidian://open?vault=v", .path, .outside),
        ("//host/x", .path, .outside), ("1a:b", .path, .missing), ("https://a.b", .wikilink, .missing),
    ]

    @Test("tell a place in the note and an address from a file", arguments: other)
    func notFiles(link: String, style: LinkStyle, target: LinkTarget) {
        #expect(names.target(of: link, written: style, from: NotePath("a/note.md")) == target)
    }

    @Test("prefer, of files of one name, the one below the note, else the one with the shortest path")
    func nearest() {
        func far(from note: String) -> NotePath? {
            names.target(of: "far", written: .wikilink, from: NotePath(note)).file
        }
        #expect(far(from: "long/note.md") == NotePath("long/way/far.md"))
        #expect(far(from: "note.md") == NotePath("z/far.md"))
    }

    @Test("answer for a crowd of one name as for a few, and as if made anew after each change")
    func crowd() {
        var generator = SeededGenerator(seed: 6)
        let parts = ["a", "A", "b", "e\u{301}", "\u{E9}", "c"]
        let links = [
            "readme", "README", "a/readme", "A/readme.md", "b/a/README", "\u{E9}/readme", "./readme",
            "../readme",
            "c/b/a/readme",
        ]
        var kept: [NotePath] = []
        var names = VaultNames(kept)
        var most = 0
        for round in 0..<500 {
            if kept.count > 20, generator.oneIn(round < 350 ? 5 : 2) {
                let gone = kept.remove(at: generator.below(kept.count))
                names.remove(gone)
            } else {
                let folders = (0..<2 + generator.below(3)).map { _ in parts[generator.below(parts.count)] }
                let path = NotePath(
                    (folders + [generator.oneIn(5) ? "README.md" : "readme.md"]).joined(separator: "/"))
                names.insert(path)
                if !kept.contains(path) { kept.append(path) }
            }
            guard round % 20 == 0 else { continue }
            #expect(names.count == kept.count)
            most = max(most, kept.count)
            for link in links {
                let note = NotePath(
                    (0..<generator.below(3)).map { _ in parts[generator.below(parts.count)] + "/" }.joined()
                        + "n.md")
                for style in [LinkStyle.wikilink, .path] {
                    let found = names.target(of: link, written: style, from: note).file
                    #expect(
                        found == plainly(link, style, from: note, among: kept),
                        "\(link) in \(note), round \(round)")
                }
            }
        }
        #expect(most > 60, "the crowd is one")
    }

    @Test(
        "are made and asked in a moment where a thousand folders of one name lie in each other",
        .timeLimit(.minutes(1)))
    func chain() {
        let paths = (0..<1_000).map { depth in
            NotePath(String(repeating: "d/", count: depth) + "n.md")
        }
        var names = VaultNames(paths)
        for path in paths { #expect(names.files(alike: path) == [path]) }
        let deep = NotePath(String(repeating: "d/", count: 500) + "other.md")
        for (link, depth) in [("n", 0), ("d/n", 1), ("./N", 500), ("../n", 499), ("d/d/d/d/d/d/d/d/n", 8)] {
            #expect(names.target(of: link, written: .wikilink, from: deep).file == paths[depth], "\(link)")
        }
        names.remove(paths[0])
        names.remove(paths[500])
        #expect(names.target(of: "n", written: .wikilink, from: deep).file == paths[501])
        #expect(names.target(of: "n", written: .wikilink, from: NotePath("x/y.md")).file == paths[1])
    }

    /// The same rule, looked up file by file.
    private func plainly(_ link: String, _ style: LinkStyle, from note: NotePath, among paths: [NotePath])
        -> NotePath?
    {
        func folded(_ path: some StringProtocol) -> String { String(path).lowercased() }
        let target = link.lowercased().hasSuffix(".md") ? link : link + ".md"
        let folder = note.folder.description == "." ? "" : note.folder.description + "/"
        let isRelative = target.hasPrefix("./") || target.hasPrefix("../")
        var expected: [String] = []
        if isRelative {
            var up = folder.split(separator: "/").map(String.init)
            var rest = target[...]
            while rest.hasPrefix("../") || rest.hasPrefix("./") {
                if rest.hasPrefix("../"), up.popLast() == nil { return nil }
                rest = rest.drop { $0 != "/" }.dropFirst()
            }
            expected = [(up + [String(rest)]).joined(separator: "/")]
        } else {
            expected = style == .wikilink ? [target, folder + target] : [folder + target, target]
        }
        let all = paths.map { (path: $0, text: String(decoding: $0.bytes, as: UTF8.self)) }
        for place in expected {
            if let found = all.first(where: { $0.path == NotePath(place) }) { return found.path }
        }
        func shortest(_ some: [(path: NotePath, text: String)]) -> NotePath? {
            some.map(\.path).min { ($0.bytes.count, $0) < ($1.bytes.count, $1) }
        }
        for place in expected {
            if let found = shortest(all.filter { folded($0.text) == folded(place) }) { return found }
        }
        guard !target.hasPrefix("../") else { return nil }
        let end = "/" + (target.hasPrefix("./") ? String(target.dropFirst(2)) : target)
        let ending = all.filter { folded("/" + $0.text).hasSuffix(folded(end)) }
        let exact = ending.filter { ("/" + $0.text).utf8.suffix(end.utf8.count).elementsEqual(end.utf8) }
        let among = exact.isEmpty ? ending : exact
        return shortest(among.filter { $0.text.utf8.starts(with: folder.utf8) }) ?? shortest(among)
    }

    @Test("find the files that are alike but for case or the form of accents")
    func alike() {
        #expect(names.files(alike: NotePath("A/B/FAR.md")) == [NotePath("a/b/far.md")])
        #expect(names.files(alike: NotePath("m\u{E9}re.md")) == [NotePath("me\u{301}re.md")])
        #expect(names.files(alike: NotePath("far.md")).isEmpty)
    }

    @Test("give equal keys equal bytes")
    func keys() {
        #expect(VaultNames.key(of: NotePath("x/Me\u{301}re.MD")).utf8.elementsEqual("m\u{E9}re".utf8))
        #expect(VaultNames.keys(of: "x/note%20name.md", written: .path) == ["note name", "note%20name"])
        #expect(VaultNames.keys(of: "https://a.b", written: .path).isEmpty)
    }
}
