// SPDX-License-Identifier: MIT
// Field cases C3 and C5: notes that get another path, and editors that only seem to give them one.

import Foundation
import NoteKit
import Testing

@Suite("A session whose file is moved")
struct MovedNoteTests {
    @Test("follows the renames of a folder above, and saves to the new path only")
    func followsFolders() async throws {
        let bench = try SessionBench(nil)
        let note = bench.path("v/a/b/n.md")
        try OutsideProgram.shell("mkdir -p v/.obsidian v/a/b; printf 'a\\n' > v/a/b/n.md", bench.note)
        let session = NoteSession(at: note, options: bench.options)
        try await session.open()
        var text = "a\n"
        for (from, to) in [("a", "z"), ("z", "a"), ("a", "q")] {
            try OutsideProgram.shell("mv v/\(from) v/\(to)", bench.note)
            let moved = bench.path("v/\(to)/b/n.md")
            try await eventually("the new path") { await session.snapshot.path == moved }
            try await session.replace(0..<0, with: "x")
            try await session.save()
            text = "x" + text
            #expect(try NoteDisk().read(moved).bytes == Array(text.utf8))
            // What is written there is seen as well.
            text = "y" + text
            try OutsideProgram.truncateAndWrite(moved, text)
            let wanted = text
            try await eventually("their text") { await session.text == wanted }
            let folders = try FileManager.default.contentsOfDirectory(atPath: bench.path("v").description)
            #expect(folders.sorted() == [".obsidian", to])
        }
        try await session.close()
    }

    @Test("follows a rename in the very moment after it was opened, in a vault that takes time to list")
    func followsAtOnce() async throws {
        let bench = try SessionBench()
        try OutsideProgram.shell("mkdir .obsidian; for i in $(seq 3000); do : > \"$i.md\"; done", bench.note)
        for round in 0..<5 {
            let (from, to) = (bench.path("from \(round).md"), bench.path("to \(round).md"))
            try OutsideProgram.truncateAndWrite(from, "a\n")
            let session = NoteSession(at: from, options: bench.options)
            try await session.open()
            #expect(rename("\(from)", "\(to)") == 0)
            try await session.look()
            #expect(await session.snapshot.path == to)
            try await session.close()
        }
    }

    @Test("stays with a note that an editor renames away and writes anew")
    func staysWithTheName() async throws {
        let bench = try SessionBench("a\nb\nc\n")
        let session = bench.session()
        let log = UpdateLog(session)
        try await session.open()
        for text in ["a\nB\nc\n", "a\nB\nC\n"] {
            try OutsideProgram.shell(
                "mv \"$1\" \"$1~\"; : > \"$1\"; printf %s \"$2\" >> \"$1\"; rm \"$1~\"", bench.note, text)
            try await eventually("their text") { await session.text == text }
            #expect(await session.snapshot.path == bench.note)
        }
        try await session.close()
        await log.end()
        #expect(!log.hasConflict)
        #expect(!log.all.contains { if case .status(.missing, _) = $0 { true } else { false } })
        #expect(!log.all.contains { if case .moved = $0 { true } else { false } })
    }

    @Test(
        "is gone where its file takes the place of another open note, which shows it",
        arguments: [true, false])
    func takesAnOpenName(isThere: Bool) async throws {
        let bench = try SessionBench("mine\n")
        let other = bench.path("other.md")
        if isThere { try OutsideProgram.truncateAndWrite(other, "theirs\n") }
        let (one, two) = (bench.session(), NoteSession(at: other, options: bench.options))
        try await one.open()
        try await two.open()
        try await one.replace(0..<0, with: "unsaved ")
        #expect(rename("\(bench.note)", "\(other)") == 0)
        try await two.look()
        #expect(await two.text == "mine\n")
        try await one.look()
        try await eventually("the conflict") { await one.status == .changedElsewhere }
        #expect(await one.snapshot.path == bench.note)
        // The file is one session's alone.
        try await two.replace(0..<0, with: "edited ")
        try await two.save()
        try await one.resolve(keepMine: true)
        #expect(bench.file == "unsaved mine\n")
        #expect(try NoteDisk().read(other).bytes == Array("edited mine\n".utf8))
        try await one.close()
        try await two.close()
    }
}
