// SPDX-License-Identifier: MIT
// A session on a real disk: opening, editing, saving, conflicts, what a killed process left.

import Foundation
import Glibc
import NoteKit
import Testing

@Suite("A session")
struct NoteSessionTests {
    @Test("shows, edits and saves a note, and lets go of it")
    func editsAndSaves() async throws {
        let bench = try SessionBench("a\r\nb")
        let session = bench.session()
        try await session.open()
        #expect(await session.status == .ready)
        #expect(await session.text == "a\nb")
        let revision = try await session.replace(3..<3, with: "\nc")
        #expect(await session.status == .editing)
        try await session.save()
        #expect(await session.status == .saved)
        #expect(bench.file == "a\r\nb\r\nc")
        try await session.replace(0..<1, with: "A", revision: revision)
        try await session.close()
        #expect(bench.file == "A\r\nb\r\nc")
        #expect(await session.status == .loading)
    }

    @Test("writes nothing when nothing was edited")
    func writesNothing() async throws {
        let bench = try SessionBench()
        let before = try NoteDisk().read(bench.note).facts
        let session = bench.session()
        try await session.open()
        try await session.setText("a\nb\nc\n")
        try await session.save()
        #expect(await session.status == .ready)
        try await session.close()
        #expect(try NoteDisk().read(bench.note).facts == before)
    }

    @Test("of an edited note that was changed elsewhere is in conflict, and each choice does what it says")
    func choices() async throws {
        for (choice, file, kept): (ConflictChoice, String, [String]) in [
            (.mine, "a\nB\nc\n", ["a\nb\ntheirs\n"]),
            (.theirs, "a\nb\ntheirs\n", ["a\nB\nc\n"]),
            (.merged("a\nB\ntheirs\n"), "a\nB\ntheirs\n", ["a\nB\nc\n", "a\nb\ntheirs\n"]),
            (.both, "a\nB\nc\n", []),
        ] {
            let bench = try SessionBench()
            let session = bench.session()
            try await session.open()
            try await session.replace(2..<3, with: "B")
            try bench.write("a\nb\ntheirs\n")
            await #expect(throws: SessionError.self) { try await session.save() }
            #expect(await session.status == .changedElsewhere)
            #expect(bench.file == "a\nb\ntheirs\n")
            let conflict = try #require(await session.conflict)
            #expect(conflict.theirs == Array("a\nb\ntheirs\n".utf8))
            #expect(conflict.merge?.bytes == Array("a\nB\ntheirs\n".utf8))
            try await session.resolve(choice)
            #expect(bench.file == file, "\(choice)")
            #expect(
                bench.keeper.versions(of: bench.note).map { String(decoding: $0.bytes, as: UTF8.self) }
                    == kept)
            try await session.close()
            if choice == .both {
                let copy = try NoteDisk().read(bench.path("n 1.md"))
                #expect(copy.bytes == Array("a\nb\ntheirs\n".utf8))
            }
        }
    }

    @Test("is one session for all handles on the file, through a link as well")
    func oneSession() async throws {
        let bench = try SessionBench()
        let link = bench.path("link.md")
        #expect(symlink("n.md", "\(link)") == 0)
        let one = bench.session()
        let other = NoteSession(at: link, options: bench.options)
        let updates = other.updates
        try await one.open()
        try await other.open()
        try await one.replace(0..<1, with: "A")
        #expect(await other.text == "A\nb\nc\n")
        var iterator = updates.makeAsyncIterator()
        var seen: [SessionUpdate] = []
        while let update = await iterator.next() {
            seen.append(update)
            if case .change = update { break }
        }
        guard case .change(let change)? = seen.last else {
            Issue.record("the other handle was not told")
            return
        }
        #expect(change.range == 0..<1 && change.text == "A" && !change.isOutside)
        try await one.close()
        try await other.close()
        #expect(bench.file == "A\nb\nc\n")
    }
}

@Suite("A session that is told of outside changes")
struct WatchingSessionTests {
    /// The updates up to the first that fulfils a condition.
    private func updates(
        _ updates: SessionUpdates, until condition: (SessionUpdate) -> Bool
    ) async -> [SessionUpdate] {
        var seen: [SessionUpdate] = []
        for await update in updates {
            seen.append(update)
            if condition(update) { break }
        }
        return seen
    }

    @Test("shows them as the smallest edits, when nothing is unsaved")
    func shows() async throws {
        let bench = try SessionBench("one\ntwo\nthree\n")
        let session = bench.session()
        let news = session.updates
        try await session.open()
        try bench.write("one\n2\nthree\n")
        let seen = await updates(news) { if case .change = $0 { true } else { false } }
        guard case .change(let change)? = seen.last else {
            Issue.record("the change was not told")
            return
        }
        #expect(change.range == 4..<7 && change.text == "2" && change.isOutside)
        #expect(await session.text == "one\n2\nthree\n")
        #expect(await session.status == .ready)
        try await session.close()
    }

    @Test("is in conflict when something is unsaved")
    func conflict() async throws {
        let bench = try SessionBench()
        let session = bench.session()
        let news = session.updates
        try await session.open()
        try await session.replace(0..<1, with: "A")
        try bench.write("theirs\n")
        _ = await updates(news) { $0 == .conflict(isOver: false) }
        #expect(await session.status == .changedElsewhere)
        #expect(bench.file == "theirs\n")
        try await session.resolve(keepMine: true)
        #expect(bench.file == "A\nb\nc\n")
        try await session.close()
    }

    @Test("follows a rename, and saves to the new path")
    func follows() async throws {
        let bench = try SessionBench()
        let session = bench.session()
        let news = session.updates
        try await session.open()
        #expect(rename("\(bench.note)", "\(bench.path("z.md"))") == 0)
        _ = await updates(news) { $0 == .moved(bench.path("z.md")) }
        try await session.replace(0..<1, with: "A")
        try await session.close()
        #expect(bench.file == nil)
        #expect(try NoteDisk().read(bench.path("z.md")).bytes == Array("A\nb\nc\n".utf8))
    }

    @Test("that was killed right after a save is in no conflict with itself")
    func savedUnsaid() async throws {
        let bench = try SessionBench()
        let folder = JournalFolder(of: NoteDisk(stateFolder: bench.options.stateFolder))
        func leave() throws {
            var text = try NoteText(bytes: Array("a\nb\nc\n".utf8))
            var journal = try NoteJournal(of: bench.note, key: nil, base: text.bytes, in: folder)
            try journal.append([text.replace(0..<1, with: "A")])
            // Here it saved, and went on.
            try journal.append([text.replace(2..<3, with: "B")])
        }
        try leave()
        try bench.write("A\nb\nc\n")
        let session = bench.session()
        try await session.open()
        #expect(await session.status == .editing)
        #expect(await session.text == "A\nB\nc\n")
        try await session.close()
        #expect(bench.file == "A\nB\nc\n")
        // What another program wrote is still one.
        try leave()
        try bench.write("theirs\n")
        try await session.open()
        #expect(await session.status == .changedElsewhere)
        await #expect(throws: SessionError.self) { try await session.close() }
        #expect(bench.file == "theirs\n")
    }

    @Test(
        "brings back what was unsaved although a folder on the way got another name",
        arguments: [true, false])
    func renamedFolder(isThere: Bool) async throws {
        let bench = try SessionBench()
        for folder in ["old", "old/sub"] { #expect(mkdir("\(bench.path(folder))", 0o755) == 0) }
        let before = bench.path("old/sub/n.md")
        if isThere { try OutsideProgram.truncateAndWrite(before, "a\n") }
        let dying = NoteSession(at: before, options: bench.options)
        try await dying.open()
        try await dying.replace(0..<0, with: "mine\n")
        // What another program makes of the note keeps it from being saved, as a kill would.
        try OutsideProgram.truncateAndWrite(before, "theirs\n")
        await #expect(throws: SessionError.self) { try await dying.close() }
        #expect(rename("\(bench.path("old"))", "\(bench.path("new"))") == 0)
        // Another folder has the name by now, and a note of that name in it.
        #expect(mkdir("\(bench.path("old"))", 0o755) == 0)
        let session = NoteSession(at: bench.path("new/sub/n.md"), options: bench.options)
        try await session.open()
        #expect(await session.conflict?.mine == Array((isThere ? "mine\na\n" : "mine\n").utf8))
        #expect(await session.conflict?.theirs == Array("theirs\n".utf8))
        try await session.resolve(.mine)
        try await session.close()
        let journals = try FileManager.default.contentsOfDirectory(
            atPath: bench.folder.path + "/state/journal")
        #expect(journals == [])
    }

    @Test("is no session of a folder that is gone, whose number another folder was given")
    func reusedNumber() async throws {
        let bench = try SessionBench()
        func make(_ folder: String, _ text: String) throws -> (note: NotePath, number: UInt64) {
            let path = bench.path(folder)
            #expect(mkdir("\(path)", 0o755) == 0)
            let note = path.appending(NotePath("n.md"))
            try OutsideProgram.truncateAndWrite(note, text)
            var facts = stat()
            #expect(stat("\(path)", &facts) == 0)
            return (note, UInt64(facts.st_ino))
        }
        let gone = try make("gone", "gone\n")
        let old = NoteSession(at: gone.note, options: bench.options)
        try await old.open()
        try OutsideProgram.shell("rm -r gone", bench.note)
        // Many file systems give the number again at once.
        for round in 0..<64 {
            let new = try make("new \(round)", "new\n")
            guard new.number == gone.number || round == 63 else { continue }
            let session = NoteSession(at: new.note, options: bench.options)
            try await session.open()
            #expect(await session.text == "new\n")
            #expect(await session.snapshot.path == new.note)
            try await session.close()
            break
        }
        try await old.close()
    }
}
