// SPDX-License-Identifier: MIT
// Which file a note means.

import NoteKit
import Testing

@Suite("A file that a note places")
struct VaultFilesTests {
    private let vault: ScratchFolder

    init() throws {
        vault = try ScratchFolder(files: [
            ".obsidian/app.json": #"{"attachmentFolderPath":"files"}"#, ".obsidian/icon.png": "no",
            "top.png": "", "both.png": "", "a/both.png": "", "a/b/deep.png": "", "files/kept.png": "",
            "a/with space.png": "", "a/100%.png": "", "long/way/far.png": "", "z/far.png": "",
            "a/b/far.png": "",
            "Case/Image.PNG": "", "odd/x#y.png": "", "me\u{301}re.png": "", "x/note.png/inside.txt": "",
        ])
    }

    private func found(
        _ target: String, _ style: LinkStyle, from note: String = "a/note.md", everywhere: Bool = true
    ) -> String? {
        VaultFiles(of: vault.notePath, looksEverywhere: everywhere)
            .file(target, style, from: NotePath(note))?.description
    }

    static let expected: [(target: String, style: LinkStyle, file: String?)] = [
        ("top.png", .wikilink, "top.png"), ("top.png", .path, "top.png"), ("/top.png", .path, "top.png"),
        ("both.png", .wikilink, "both.png"), ("both.png", .path, "a/both.png"),
        ("./both.png", .wikilink, "a/both.png"),
        ("../both.png", .path, "both.png"), ("b/deep.png", .path, "a/b/deep.png"),
        ("a/b/deep.png", .path, "a/b/deep.png"), ("deep.png", .wikilink, "a/b/deep.png"),
        ("b/deep.png", .wikilink, "a/b/deep.png"), ("kept.png", .wikilink, "files/kept.png"),
        ("kept.png", .path, "files/kept.png"), ("with%20space.png", .path, "a/with space.png"),
        ("with space.png", .wikilink, "a/with space.png"), ("with%20space.png", .wikilink, nil),
        ("100%.png", .path, "a/100%.png"), ("100%25.png", .path, "a/100%.png"),
        ("far.png", .wikilink, "a/b/far.png"), ("image.png", .wikilink, "Case/Image.PNG"),
        ("top.png#center", .wikilink, "top.png"), ("x#y.png", .wikilink, "odd/x#y.png"),
        ("b\\deep.png", .path, "a/b/deep.png"), ("m\u{E9}re.png", .wikilink, "me\u{301}re.png"),
        ("nowhere.png", .wikilink, nil), ("", .path, nil), ("note.png", .path, nil),
        ("#heading", .wikilink, nil),
        ("ar.png", .wikilink, nil), ("a%00b.png", .path, nil), ("/", .path, nil), (".", .path, nil),
    ]

    @Test("is found as Obsidian finds it", arguments: expected)
    func places(target: String, style: LinkStyle, file: String?) {
        #expect(found(target, style) == file)
    }

    @Test("of several of one name is the one below the note, else the one with the shortest path")
    func nearest() {
        #expect(found("far.png", .wikilink, from: "long/note.md") == "long/way/far.png")
        #expect(found("far.png", .wikilink, from: "note.md") == "z/far.png")
    }

    @Test(
        "is never outside of the vault, and nothing hidden",
        arguments: [
            "../outside.png", "../../outside.png", "a/../../outside.png", "%2e%2e/%2e%2e/outside.png",
            ".obsidian/icon.png", "icon.png", "/../outside.png", "..\\..\\outside.png",
        ])
    func inside(target: String) throws {
        let outer = try ScratchFolder(files: [
            "outside.png": "secret", "vault/a/note.md": "", "vault/.obsidian/icon.png": "",
        ])
        let files = VaultFiles(of: outer.notePath.appending(NotePath("vault")))
        for style in [LinkStyle.wikilink, .path] {
            #expect(files.file(target, style, from: NotePath("a/note.md")) == nil)
        }
    }

    @Test("is found through a symbolic link in the vault, as notes are")
    func links() throws {
        let other = try ScratchFolder(files: ["shared.png": "x"])
        try vault.link("assets", to: other.path)
        #expect(found("shared.png", .wikilink) == "assets/shared.png")
        #expect(found("assets/shared.png", .path) == "assets/shared.png")
    }

    @Test("is looked for in the expected places only, where the folder is no vault")
    func noVault() {
        #expect(found("deep.png", .wikilink, everywhere: false) == nil)
        #expect(found("top.png", .wikilink, everywhere: false) == "top.png")
    }

    static let folders: [(setting: String, drawing: String, file: String?)] = [
        (#"{"attachmentFolderPath":"files"}"#, "d.svg", "files/d.svg"),
        (#"{"attachmentFolderPath":"/"}"#, "d.svg", "d.svg"), ("{}", "d.svg", "d.svg"),
        ("broken", "d.svg", "d.svg"),
        (#"{"attachmentFolderPath":"./x"}"#, "d.svg", "a/x/d.svg"),
        (#"{"attachmentFolderPath":"./"}"#, "d.svg", "a/d.svg"),
        (#"{"attachmentFolderPath":"files"}"#, "sub/d.svg", "files/sub/d.svg"),
        (#"{"attachmentFolderPath":"files"}"#, "../d.svg", nil),
        (#"{"attachmentFolderPath":"files"}"#, "", nil),
        (#"{"attachmentFolderPath":"files"}"#, ".", nil),
        (#"{"attachmentFolderPath":"files"}"#, "none.svg", nil),
        (#"{"attachmentFolderPath":"../out"}"#, "d.svg", nil),
    ]

    @Test("as a drawing is in the attachment folder of the settings", arguments: folders)
    func drawing(setting: String, drawing: String, file: String?) throws {
        let vault = try ScratchFolder(files: [
            ".obsidian/app.json": setting, "d.svg": "", "files/d.svg": "", "files/sub/d.svg": "",
            "a/d.svg": "",
            "a/x/d.svg": "",
        ])
        let found = VaultFiles(of: vault.notePath).drawing(drawing, of: NotePath("a/note.md"))
        #expect(found?.description == file)
    }
}
