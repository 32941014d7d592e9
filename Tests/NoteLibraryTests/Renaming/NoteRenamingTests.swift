// SPDX-License-Identifier: MIT
// A rename on the disk: with its links, interrupted, disturbed, and taken back.

import Glibc
import NoteKit
import Synchronization
import SyntaxProof
import Testing

@testable import NoteLibrary

@Suite("A note that is renamed")
struct NoteRenamingTests {
    private static let files = [
        "old.md": "I am [[old]].\n", "a.md": "\u{FEFF}[[old|o]]\r\n[x](old.md#h)\r", "b.md": "nothing\n",
        "d/c.md": "![[old]] [y](../old.md) `[[old]]`\n", "d/old.md": "another [[old]] [[d/old]]\n",
    ]
    private static let renamed = [
        "new.md": "I am [[new]].\n", "a.md": "\u{FEFF}[[new|o]]\r\n[x](new.md#h)\r", "b.md": "nothing\n",
        "d/": "", "d/c.md": "![[new]] [y](../new.md) `[[old]]`\n", "d/old.md": "another [[new]] [[d/old]]\n",
    ]

    private func path(_ text: String) -> NotePath { NotePath(text) }

    @Test("takes its links with it, moves no other note, and is taken back to the byte")
    func whole() throws {
        let vault = try TestVault(Self.files)
        let before = try vault.texts()
        let renaming = NoteRenaming(try vault.runner())
        let plan = try renaming.plan(from: path("old.md"), to: path("new.md"))
        #expect(plan.notes.map(\.path.description) == ["a.md", "d/c.md", "d/old.md", "old.md"])
        #expect(try vault.texts() == before, "a plan writes nothing")
        let outcome = try renaming.carryOut(plan)
        #expect(outcome.isComplete && outcome.problems.isEmpty, "\(outcome)")
        #expect(outcome.edited.map(\.description) == ["a.md", "d/c.md", "d/old.md", "new.md"])
        #expect(try vault.texts() == Self.renamed)
        guard case .file(_, let modified) = try vault.everything()[path("b.md")] else {
            Issue.record("no file")
            return
        }
        #expect(modified.seconds == 1_000_000_000, "what has no link is not touched")
        let undone = try renaming.undoLast()
        #expect(undone.isComplete && undone.old == path("new.md") && undone.new == path("old.md"))
        #expect(try vault.texts() == before)
        #expect(throws: LibraryError.self) { try renaming.undoLast() }
    }

    @Test("is found by the index as by reading every note")
    func byIndex() throws {
        let vault = try TestVault(Self.files)
        let index = try SearchIndex(of: vault.root, stateFolder: vault.state)
        let plain = try NoteRenaming(try vault.runner()).plan(from: path("old.md"), to: path("new.md"))
        let quick = try NoteRenaming(try vault.runner(), index: index).plan(
            from: path("old.md"), to: path("new.md"))
        #expect(plain == quick)
        _ = try NoteRenaming(try vault.runner(), index: index).rename(path("old.md"), to: path("new.md"))
        #expect(try vault.texts() == Self.renamed)
    }

    @Test("leaves links to another note of its new name leading there", arguments: [true, false])
    func namesake(usesIndex: Bool) throws {
        let vault = try TestVault([
            "old.md": "", "x/new.md": "", "n.md": "[[new]] [n](new.md)", "x/m.md": "[[new]]",
        ])
        let index = usesIndex ? try SearchIndex(of: vault.root, stateFolder: vault.state) : nil
        _ = try NoteRenaming(try vault.runner(), index: index).rename(path("old.md"), to: path("new.md"))
        #expect(
            try vault.texts() == [
                "new.md": "", "x/": "", "x/new.md": "", "n.md": "[[x/new]] [n](x/new.md)",
                "x/m.md": "[[x/new]]",
            ])
    }

    @Test("keeps its history and what its links were written over")
    func history() throws {
        let vault = try TestVault(Self.files)
        let runner = try vault.runner()
        _ = try NoteRenaming(runner).rename(path("old.md"), to: path("new.md"))
        // What a note held under its former title is a version too: the same text, once.
        for (name, old) in [("new.md", "I am [[old]].\n"), ("d/c.md", Self.files["d/c.md"] ?? "")] {
            let versions = try runner.store.versions(of: path(name))
            #expect(try Set(versions.map { try runner.store.bytes(of: $0) }) == [Array(old.utf8)], "\(name)")
        }
    }

    static let refused: [(new: String, code: LibraryError.Code)] = [
        ("b", .nameTaken), ("B", .nameTaken), ("a/b", .invalidName), ("", .invalidName),
        (" \t", .invalidName), (" x", .invalidName), ("x ", .invalidName), ("x .md", .invalidName),
        (".x", .invalidName), ("a|b", .invalidName), ("a#b", .invalidName), ("a^b", .invalidName),
        ("a[b", .invalidName), ("a]b", .invalidName), ("a\\", .invalidName), ("a\u{0}b", .invalidName),
        ("a\nb", .invalidName), (String(repeating: "x", count: 253), .invalidName), (".md", .invalidName),
    ]

    @Test("refuses a title that is taken or impossible, and changes nothing", arguments: refused)
    func refusal(new: String, code: LibraryError.Code) throws {
        let vault = try TestVault(Self.files)
        let before = try vault.everything()
        let error = #expect(throws: LibraryError.self) {
            let new = try NoteRenaming.path(of: path("old.md"), titled: new)
            _ = try NoteRenaming(try vault.runner()).rename(path("old.md"), to: new)
        }
        #expect(error?.code == code && error?.description.isEmpty == false)
        #expect(try vault.everything() == before)
    }

    /// Where a note cannot get to, and whence.
    static let impossible: [(old: String, new: String, code: LibraryError.Code)] = [
        ("old.md", "none/new.md", .missing), ("old.md", "b.md/new.md", .missing),
        ("old.md", "link/new.md", .symbolicLink), ("link/c.md", "new.md", .symbolicLink),
        ("old.md", "folder.md", .nameTaken), ("old.md", "FOLDER.md", .nameTaken),
        ("old.md", "b.md", .nameTaken), ("old.md", "B.md", .nameTaken), ("old.md", "old.md", .nameTaken),
        ("gone.md", "new.md", .missing), ("old.md", ".new.md", .invalidName),
        ("old.md", "../new.md", .invalidName), ("old.md", "new.txt", .invalidName),
        ("old.md", "dangling.md", .nameTaken),
    ]

    @Test("is refused as it is when it is only planned", arguments: impossible)
    func planned(old: String, new: String, code: LibraryError.Code) throws {
        let vault = try TestVault(Self.files, folders: ["folder.md"])
        try vault.write("c\n", to: "../outside/c.md")
        try vault.link("link", to: "../outside")
        try vault.link("dangling.md", to: "nothing.md")
        let before = try vault.everything()
        let renaming = NoteRenaming(try vault.runner())
        let planned = #expect(throws: LibraryError.self) { try renaming.plan(from: path(old), to: path(new)) }
        let done = #expect(throws: LibraryError.self) { try renaming.rename(path(old), to: path(new)) }
        #expect(planned == done && planned?.code == code, "\(String(describing: planned))")
        #expect(try vault.everything() == before)
    }

    @Test("of two names that differ in the form of accents or in case is taken back beside the other")
    func twins() throws {
        for (one, other) in [("caf\u{E9}.md", "cafe\u{301}.md"), ("note.md", "Note.md")] {
            let vault = try TestVault(["a.md": "[[\(one.dropLast(3))]]\n"])
            try vault.write("one\n", to: one)
            try vault.write("other\n", to: other)
            // No dictionary of strings: to those both names are one.
            let before = try vault.everything().mapValues(\.text)
            let renaming = NoteRenaming(try vault.runner())
            #expect(try renaming.rename(path(one), to: path("new.md")).isComplete)
            #expect(try renaming.undoLast().isComplete)
            #expect(before.count == 3)
            #expect(try vault.everything().mapValues(\.text) == before)
        }
    }

    @Test("may get a title of 252 bytes, one with the ending, or its own in another case")
    func allowed() throws {
        let long = String(repeating: "\u{E9}", count: 126)
        for (title, name) in [
            (long, long + ".md"), ("New.md", "New.md"), ("OLD", "OLD.md"), ("x: \"y\"", "x: \"y\".md"),
        ] {
            let vault = try TestVault(["old.md": "x", "a.md": "[[old]]"])
            let new = try NoteRenaming.path(of: path("old.md"), titled: title)
            #expect(try NoteRenaming(try vault.runner()).rename(path("old.md"), to: new).isComplete)
            #expect(try vault.texts() == [name: "x", "a.md": "[[\(String(name.dropLast(3)))]]"])
        }
        #expect(try NoteRenaming.path(of: path("d/Old.MD"), titled: "x") == path("d/x.MD"))
    }

    @Test("tells once that it begins to change the vault: after the plan, before the first step")
    func beginning() throws {
        let vault = try TestVault(["old.md": "", "a.md": "[[old]]"])
        let before = try vault.texts()
        let told = Mutex<[[String: String]]>([])
        let runner = try OperationRunner(
            of: vault.root, stateFolder: vault.state, keeper: MemoryVersionKeeper(),
            willChange: {
                let now = (try? vault.texts()) ?? [:]
                told.withLock { $0.append(now) }
            })
        _ = try NoteRenaming(runner).plan(from: NotePath("old.md"), to: NotePath("new.md"))
        #expect(told.withLock { $0.isEmpty }, "a plan changes nothing")
        _ = try NoteRenaming(runner).rename(NotePath("old.md"), to: NotePath("new.md"))
        #expect(told.withLock { $0 } == [before])
        #expect(throws: LibraryError.self) {
            try NoteRenaming(runner).rename(NotePath("old.md"), to: NotePath("b.md"))
        }
        #expect(told.withLock { $0.count } == 1)
    }

    @Test("takes its links with it into another folder, and theirs")
    func moved() throws {
        let vault = try TestVault([
            "old.md": "[a](a.md) [[a]] ![](i.png)", "a.md": "[o](old.md) [[old]]", "i.png": "", "d/x.md": "",
        ])
        let renaming = NoteRenaming(try vault.runner())
        let before = try vault.texts()
        _ = try renaming.rename(path("old.md"), to: path("d/old.md"), as: .noteMove)
        #expect(try vault.text(of: "d/old.md") == "[a](../a.md) [[a]] ![](../i.png)")
        #expect(try vault.text(of: "a.md") == "[o](d/old.md) [[old]]")
        #expect(try renaming.undoLast(.noteMove).isComplete)
        #expect(try vault.texts() == before)
    }

    // MARK: - Others

    @Test("is followed by the links when another program renamed it, and they are taken back alone")
    func outside() throws {
        let vault = try TestVault(Self.files)
        let before = try vault.texts()
        try vault.rename("old.md", to: "new.md")
        let renaming = NoteRenaming(try vault.runner())
        #expect(throws: LibraryError.self) { try renaming.plan(from: path("old.md"), to: path("new.md")) }
        let plan = try renaming.plan(afterOutsideRename: path("old.md"), to: path("new.md"))
        #expect(
            plan.isRenamed && plan.notes.map(\.path.description) == ["a.md", "d/c.md", "d/old.md", "new.md"])
        #expect(try renaming.carryOut(plan).isComplete)
        #expect(try vault.texts() == Self.renamed)
        try vault.write("I am [[new]]. And more.\n", to: "new.md")
        #expect(try renaming.undoLast().isComplete)
        var expected = before
        expected["old.md"] = nil
        expected["new.md"] = "I am [[old]]. And more.\n"
        #expect(try vault.texts() == expected)
    }

    @Test("leaves a note alone that changed since, but for its links, when it is taken back")
    func undoingAfterChanges() throws {
        let vault = try TestVault(Self.files)
        let renaming = NoteRenaming(try vault.runner())
        _ = try renaming.rename(path("old.md"), to: path("new.md"))
        try vault.write("\u{FEFF}More [[new|o]]\r\n[x](new.md#h)\r", to: "a.md")
        try vault.write("nothing but [[new]]\n", to: "b.md")
        #expect(try renaming.undoLast().isComplete)
        #expect(try vault.text(of: "a.md") == "\u{FEFF}More [[old|o]]\r\n[x](old.md#h)\r")
        #expect(try vault.text(of: "b.md") == "nothing but [[old]]\n")
        #expect(try vault.text(of: "d/c.md") == Self.files["d/c.md"])
    }

    @Test("brings targets back as they were spelled, also in a note that changed since")
    func undoingSpelling() throws {
        let vault = try TestVault([
            "old.md": "", "a.md": "[[OLD]] [[old.md]]", "b.md": "[[OLD]]", "x/new.md": "",
        ])
        let renaming = NoteRenaming(try vault.runner())
        _ = try renaming.rename(path("old.md"), to: path("new.md"))
        #expect(try vault.text(of: "a.md") == "[[new]] [[new.md]]")
        try vault.write("[[new]] changed", to: "b.md")
        _ = try renaming.undoLast()
        #expect(try vault.text(of: "a.md") == "[[OLD]] [[old.md]]")
        #expect(try vault.text(of: "b.md") == "[[OLD]] changed")
    }

    @Test("does not overwrite what another program writes meanwhile: its links are planned again")
    func changedMeanwhile() throws {
        var number = 1
        var wasPlannedAgain = false
        // Before each call in turn, another program puts its text into a note.
        while true {
            let vault = try TestVault(Self.files)
            let strike = number
            let calls = StruckCalls(.never) { count in
                if count == strike { try? vault.write("theirs [[old]] [[new]]\n", to: "d/c.md") }
            }
            let outcome = try NoteRenaming(try vault.runner(calls: calls)).rename(
                path("old.md"), to: path("new.md"))
            guard calls.callCount >= number else { break }
            #expect(outcome.isComplete, "at call \(number): \(outcome.refusals)")
            let text = try vault.text(of: "d/c.md")
            #expect(text.hasPrefix("theirs ") && text.hasSuffix(" [[new]]\n"), "at call \(number): \(text)")
            if text == "theirs [[new]] [[new]]\n" { wasPlannedAgain = true }
            number += 3
        }
        #expect(wasPlannedAgain && number > 100)
    }

    @Test("tells of a note that another program is writing, and does the others")
    func openElsewhere() throws {
        let vault = try TestVault(Self.files)
        let writer = vault.root.appending(path("d/c.md")).withCString { open($0, O_WRONLY) }
        defer { close(writer) }
        let outcome = try NoteRenaming(try vault.runner()).rename(path("old.md"), to: path("new.md"))
        #expect(
            outcome.refusals.map(\.path.description) == ["d/c.md"] && outcome.refusals[0].code == .changed)
        var expected = Self.renamed
        expected["d/c.md"] = Self.files["d/c.md"]
        #expect(try vault.texts() == expected)
    }

    @Test("tells of a note in conflict, and leaves it alone")
    func inConflict() throws {
        let vault = try TestVault(Self.files)
        let runner = try vault.runner()
        try runner.store.remember(
            StoredConflict(
                of: path("a.md"), base: Array("b".utf8), mine: Array("m".utf8), theirs: Array("t".utf8),
                since: FileTime(seconds: 1, nanoseconds: 0)))
        let outcome = try NoteRenaming(runner).rename(path("old.md"), to: path("new.md"))
        #expect(outcome.refusals.map(\.path.description) == ["a.md"])
        #expect(try vault.text(of: "a.md") == Self.files["a.md"])
        #expect(try vault.text(of: "d/c.md") == Self.renamed["d/c.md"])
    }

    @Test("is as before, or done when the next one looked, wherever it was killed")
    func killed() throws {
        let before = try TestVault(Self.files).texts()
        var number = 1
        while true {
            let vault = try TestVault(Self.files)
            let calls = StruckCalls(.dies(number))
            do {
                _ = try NoteRenaming(try vault.runner(calls: calls)).rename(
                    path("old.md"), to: path("new.md"))
            } catch {
                // It is dead; nobody reads this.
            }
            let runner = try vault.runner()
            try runner.finishInterrupted()
            let now = try vault.texts()
            #expect(now == before || now == Self.renamed, "killed at call \(number): \(now)")
            if now == Self.renamed {
                #expect(try NoteRenaming(runner).undoLast().isComplete, "killed at call \(number)")
                #expect(try vault.texts() == before, "killed at call \(number)")
            }
            if !calls.hasStruck { break }
            number += 1
        }
        #expect(number > 100)
    }

    @Test("is renamed or as before when its undoing is killed anywhere")
    func undoingKilled() throws {
        let before = try TestVault(Self.files).texts()
        var number = 1
        while true {
            let vault = try TestVault(Self.files)
            _ = try NoteRenaming(try vault.runner()).rename(path("old.md"), to: path("new.md"))
            let calls = StruckCalls(.dies(number))
            do {
                _ = try NoteRenaming(try vault.runner(calls: calls)).undoLast()
            } catch {
                // It is dead; nobody reads this.
            }
            try vault.runner().finishInterrupted()
            let now = try vault.texts()
            #expect(now == before || now == Self.renamed, "killed at call \(number): \(now)")
            if !calls.hasStruck { break }
            number += 3
        }
    }

    @Test("leaves random vaults to the byte as they were when it is taken back", arguments: 0..<12)
    func random(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 100)
        let made = RandomVault(&generator, notes: 12)
        let vault = try TestVault()
        for (path, text) in made.files { try vault.write(text, to: path) }
        let renaming = NoteRenaming(try vault.runner())
        let old = made.notes[generator.below(made.notes.count)]
        let new = old.folder.entry(NotePath("\(RandomVault.stem(&generator)) anew.md"))
        let before = try vault.texts()
        let outcome = try renaming.rename(old, to: new)
        #expect(outcome.refusals.allSatisfy { $0.code == .invalidName }, "seed \(seed): \(outcome)")
        #expect(try vault.texts() != before)
        _ = try renaming.undoLast()
        #expect(try vault.texts() == before, "seed \(seed)")
    }
}
