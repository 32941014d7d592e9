// SPDX-License-Identifier: MIT
// How the canvases of a vault follow when files get other paths.

import NoteKit
import NoteStore
import Testing

@testable import NoteLibrary

@Suite("A canvas, when files of its vault get other paths")
struct CanvasRenamingTests {
    private static let canvas = #"""
        {
        	"nodes":[
        		{"id":"1","type":"file","file":"d\/old.md","subpath":"#old","x":0},
        		{"id":"2","type":"text","text":"# T\n\n[[old]] and [x](d\/old.md)\n","file2":"d/old.md"},
        		{"id":"3","type":"group","label":"d/old.md","background":"d/i.png"}, {"file":"old.md"}
        	],
        	"edges":[{"id":"d/old.md","label":"[[old]]"}]
        }
        """#

    private static let files = [
        "d/old.md": "Old.\n", "a.md": "[[old]]\n", "d/i.png": "i", "board.canvas": canvas,
        "other.canvas": #"{"nodes":[{"file":"a.md"}]}"#,
        "empty.canvas": "",
    ]

    private func expected(_ changes: [(String, String)]) -> String {
        changes.reduce(Self.canvas) { $0.replacing($1.0, with: $1.1) }
    }

    @Test(
        "follows a note in its cards and their writing, and is taken back to the byte",
        arguments: [true, false])
    func renamed(usesIndex: Bool) throws {
        let vault = try TestVault(Self.files)
        let before = try vault.texts()
        let index = usesIndex ? try SearchIndex(of: vault.root, stateFolder: vault.state) : nil
        let renaming = NoteRenaming(try vault.runner(), index: index)
        let (old, new) = (NotePath("d/old.md"), NotePath("d/new one.md"))
        let plan = try renaming.plan(from: old, to: new)
        #expect(plan.notes.map(\.path.description) == ["a.md", "board.canvas"])
        #expect(
            plan.notes.last?.edits.map { String(decoding: $0.old, as: UTF8.self) } == [
                #"d\/old.md"#, "old", #"d\/old.md"#,
            ])
        let outcome = try renaming.carryOut(plan)
        #expect(outcome.isComplete && outcome.problems.isEmpty, "\(outcome)")
        let text = expected([
            (#""file":"d\/old.md""#, #""file":"d\/new one.md""#), ("\\n\\n[[old]]", "\\n\\n[[new one]]"),
            (#"(d\/old.md)"#, #"(d\/new%20one.md)"#),
        ])
        #expect(try vault.text(of: "board.canvas") == text)
        #expect(try vault.text(of: "other.canvas") == before["other.canvas"])
        #expect(try renaming.undoLast().isComplete)
        #expect(try vault.texts() == before)
    }

    @Test("keeps what was changed in it since, when a rename is taken back")
    func changedSince() throws {
        let vault = try TestVault(Self.files)
        let renaming = NoteRenaming(try vault.runner())
        _ = try renaming.rename(NotePath("d/old.md"), to: NotePath("d/new.md"))
        let text = try vault.text(of: "board.canvas").replacing("\"x\":0", with: "\"x\":10")
        try vault.write(text, to: "board.canvas")
        #expect(try renaming.undoLast().isComplete)
        #expect(try vault.text(of: "board.canvas") == Self.canvas.replacing("\"x\":0", with: "\"x\":10"))
    }

    @Test(
        "that we cannot read, but others may, is told where it may name the note", arguments: [true, false])
    func unreadable(usesIndex: Bool) throws {
        var files = [
            "old.md": "Old.\n", "broken.canvas": #"{"nodes":[{"file":"old.md""#,
            "mark.canvas": "\u{FEFF}" + #"{"nodes":[{"file":"old.md"}]}"#,
            "double.canvas": #"{"nodes":[{"file":"x","file":"old.md"}]}"#,
            "surrogate.canvas": #"{"nodes":[{"file":"old.md","text":"\ud800"}]}"#,
            "other.canvas": #"{"nodes":[{"file":"another.md""#, "empty.canvas": "",
        ]
        files["LOUD.CANVAS"] = #"{"nodes":[{"file":"old.md"}]}"#
        let vault = try TestVault(files)
        let index = usesIndex ? try SearchIndex(of: vault.root, stateFolder: vault.state) : nil
        let outcome = try NoteRenaming(try vault.runner(), index: index)
            .rename(NotePath("old.md"), to: NotePath("new.md"))
        let told = Set(outcome.refusals.map(\.path.description))
        for name in ["broken.canvas", "mark.canvas", "double.canvas", "surrogate.canvas"] {
            // What can be read is written, and nothing else is left without a word.
            let text = try vault.text(of: name)
            #expect(told.contains(name) || !text.contains("old.md"), "\(name): \(text)")
        }
        #expect(told.isDisjoint(with: ["other.canvas", "empty.canvas", "LOUD.CANVAS"]))
        #expect(try vault.text(of: "LOUD.CANVAS") == #"{"nodes":[{"file":"new.md"}]}"#)
    }

    @Test("that was changed since is told, and stays whole, when links that followed a rename are taken back")
    func outsideRename() throws {
        let vault = try TestVault(Self.files)
        let renaming = NoteRenaming(try vault.runner())
        let (old, new) = (NotePath("d/old.md"), NotePath("d/new.md"))
        try vault.rename("d/old.md", to: "d/new.md")
        #expect(try renaming.follow(old, to: new).isComplete)
        let text = try vault.text(of: "board.canvas").replacing("\"x\":0", with: "\"x\":10")
        try vault.write(text, to: "board.canvas")
        let outcome = try renaming.undoLast()
        #expect(outcome.refusals.map(\.path) == [NotePath("board.canvas")])
        #expect(try vault.text(of: "board.canvas") == text)
        #expect(try vault.text(of: "a.md") == "[[old]]\n")
    }

    @Test("follows a folder that moves, with what it shows and where it lies itself")
    func folder() throws {
        var files = Self.files
        files["d/in.canvas"] = #"{"nodes":[{"file":"d/i.png"},{"text":"![](i.png) [n](../a.md)"}]}"#
        let vault = try TestVault(files)
        let before = try vault.texts()
        let hierarchy = FolderHierarchy(try vault.runner())
        #expect(try hierarchy.rename(NotePath("d"), to: NotePath("e f")).isComplete)
        let text = expected([
            (#""file":"d\/old.md""#, #""file":"e f\/old.md""#), (#"(d\/old.md)"#, #"(e%20f\/old.md)"#),
            (#""background":"d/i.png""#, #""background":"e f/i.png""#),
        ])
        #expect(try vault.text(of: "board.canvas") == text)
        #expect(
            try vault.text(of: "e f/in.canvas")
                == #"{"nodes":[{"file":"e f/i.png"},{"text":"![](i.png) [n](../a.md)"}]}"#)
        #expect(try hierarchy.undoLast(.folderRename).isComplete)
        #expect(try vault.texts() == before)
        #expect(try hierarchy.moveNote(NotePath("d/old.md"), into: .top).isComplete)
        #expect(try vault.text(of: "board.canvas").contains(#""file":"old.md","subpath""#))
    }
}
