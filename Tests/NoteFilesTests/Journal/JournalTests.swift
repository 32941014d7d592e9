// SPDX-License-Identifier: MIT
// A journal from its first edit to its last, on a real disk.

import Foundation
import Glibc
import NoteKit
import NoteSyntax
import Synchronization
import Testing

@Suite("A journal")
struct JournalTests {
    let scratch: TemporaryFolder
    let folder: JournalFolder
    let note: NotePath
    let base = Array("\u{FEFF}one\r\ntwo\rthree".utf8)

    init() throws {
        scratch = try TemporaryFolder()
        folder = JournalFolder(of: scratch.disk)
        note = scratch.vault.appending(NotePath("note.md"))
    }

    private func begin() throws -> NoteJournal {
        try NoteJournal(of: note, key: nil, base: base, in: folder)
    }

    /// The journal of a process that dies.
    private func abandon(_ write: (inout NoteJournal, inout NoteText) throws -> Void) throws {
        var journal = try begin()
        var text = try NoteText(bytes: base)
        try write(&journal, &text)
    }

    private func onlyOrphan(of note: NotePath? = nil) throws -> OrphanedJournal {
        let found = try folder.orphans(of: note ?? self.note, key: nil)
        #expect(found.problems.isEmpty)
        try #require(found.journals.count == 1)
        return found.journals[0]
    }

    @Test("whose owner has died tells base and text, to the byte")
    func roundTrip() throws {
        try abandon { journal, text in
            try journal.append([text.replace(3..<3, with: "\n!")])
            try journal.append([text.replace(0..<1, with: ""), text.replace(0..<0, with: "O")])
        }
        let orphan = try onlyOrphan()
        #expect(orphan.base == base)
        #expect(orphan.mine == Array("\u{FEFF}One\r\n!\r\ntwo\rthree".utf8))
        #expect(orphan.note == note && orphan.editCount == 3)
        #expect(orphan.hasUnsavedEdits && !orphan.wasCut)
    }

    @Test("is listed among the unsaved without being locked, whoever else has it")
    func listed() throws {
        try abandon { journal, text in try journal.append([text.replace(3..<3, with: "!")]) }
        let held = try folder.allOrphans()
        #expect(try folder.unsavedNotes().notes == [note])
        #expect(held.journals.count == 1)
        try Data("notekit journal 1\nbroken".utf8).write(
            to: URL(fileURLWithPath: "\(folder.path)/0123456789abcdef-0123456789abcdef"))
        let found = try folder.unsavedNotes()
        #expect(found.notes == [note] && found.problems.count == 1)
    }

    @Test("whose owner died after a save and before it said so knows its own text in the file")
    func savedUnsaid() throws {
        var texts: [[UInt8]] = [base]
        try abandon { journal, text in
            for edit in [(3..<3, "!"), (0..<1, ""), (0..<0, "O")] {
                try journal.append([text.replace(edit.0, with: edit.1)])
                texts.append(text.bytes)
                if texts.count == 3 { try journal.markSaved(afterEdits: 1) }
            }
        }
        let orphan = try onlyOrphan()
        #expect(orphan.base == texts[1])
        for text in texts[1...] { #expect(orphan.base(given: text) == text) }
        // Before the known save it is another program that brought it back.
        #expect(orphan.base(given: texts[0]) == texts[1])
        #expect(orphan.base(given: Array("theirs".utf8)) == texts[1])
    }

    @Test("that is open is nobody's orphan, in this process either")
    func living() throws {
        let journal = try begin()
        #expect(try folder.allOrphans().journals.isEmpty)
        try journal.discard().makeDurable()
    }

    @Test("is found by one of those who look at the same time")
    func found() throws {
        try abandon { journal, text in try journal.append([text.replace(0..<0, with: "x")]) }
        let first = try folder.orphans(of: note, key: nil).journals
        #expect(first.count == 1)
        #expect(try folder.allOrphans().journals.isEmpty)
        withExtendedLifetime(first) {}
    }

    @Test("that was discarded leaves nothing, by its owner or by who found it")
    func discarding() throws {
        var journal = try begin()
        try journal.append([])
        try journal.discard().makeDurable()
        #expect(try scratch.names(in: folder.path).isEmpty)
        try abandon { journal, text in try journal.append([text.replace(0..<0, with: "x")]) }
        try onlyOrphan().discard()
        #expect(try scratch.names(in: folder.path).isEmpty)
    }

    @Test("knows the file by what it held at the last save, also when typing went on meanwhile")
    func saved() throws {
        try abandon { journal, text in
            try journal.append([text.replace(0..<0, with: "1")])
            let count = journal.editCount
            try journal.append([text.replace(0..<0, with: "2")])
            try journal.markSaved(afterEdits: count)
        }
        let orphan = try onlyOrphan()
        #expect(orphan.base == Array("\u{FEFF}1one\r\ntwo\rthree".utf8))
        #expect(orphan.mine == Array("\u{FEFF}21one\r\ntwo\rthree".utf8))
    }

    @Test("with nothing unsaved says so")
    func nothingUnsaved() throws {
        try abandon { journal, text in
            let edit = text.replace(0..<0, with: "1")
            try journal.append([edit])
            try journal.append([edit.inverse])
        }
        let undone = try onlyOrphan()
        #expect(!undone.hasUnsavedEdits)
        try undone.discard()
        try abandon { journal, text in
            try journal.append([text.replace(0..<0, with: "1")])
            try journal.markSaved(afterEdits: 1)
        }
        #expect(try !onlyOrphan().hasUnsavedEdits)
    }

    @Test("starts again with new content under the same name")
    func restarted() throws {
        let newBase = Array("new base\n".utf8)
        var names: [String] = []
        try abandon { journal, text in
            for _ in 0..<100 { try journal.append([text.replace(0..<0, with: "x")]) }
            let before = (journal.byteCount, try scratch.names(in: folder.path))
            var other = try NoteText(bytes: newBase)
            try journal.restart(base: newBase, edits: [other.replace(0..<3, with: "newer")])
            try journal.append([other.replace(0..<0, with: "the ")])
            let after = (journal.byteCount, journal.editCount)
            #expect(after.0 < before.0 && after.1 == 2)
            names = try scratch.names(in: folder.path)
            #expect(names == before.1)
            #expect(try folder.allOrphans().journals.isEmpty, "the new file is not locked")
        }
        let orphan = try onlyOrphan()
        #expect(orphan.base == newBase && orphan.mine == Array("the newer base\n".utf8))
    }

    @Test("follows its note to another path")
    func followed() throws {
        let other = scratch.vault.appending(NotePath("folder/other.md"))
        try abandon { journal, text in
            try journal.append([text.replace(0..<0, with: "x")])
            try journal.follow(to: other, key: nil)
            try journal.append([text.replace(0..<0, with: "y")])
        }
        #expect(try folder.orphans(of: note, key: nil).journals.isEmpty)
        let all = try folder.allOrphans().journals
        #expect(all.map(\.note) == [other])
        withExtendedLifetime(all) {}
    }

    @Test("that has followed is found at the new path")
    func foundAfterFollowing() throws {
        let other = scratch.vault.appending(NotePath("folder/other.md"))
        try abandon { journal, text in
            try journal.append([text.replace(0..<0, with: "x")])
            try journal.follow(to: other, key: nil)
        }
        #expect(try onlyOrphan(of: other).mine.starts(with: Array("\u{FEFF}xone".utf8)))
    }

    @Test("is for this user alone, and so is its folder")
    func permissions() throws {
        let journal = try begin()
        let calls = LinuxCalls()
        let path = journal.path
        #expect(try calls.facts(of: path)?.permissions == 0o600)
        #expect(try calls.facts(of: folder.path)?.permissions == 0o700)
        #expect("\(path.name)".wholeMatch(of: /[0-9a-f]{16}-[0-9a-f]{16}/) != nil)
        try journal.discard().makeDurable()
    }

    @Test("can be made durable by another thread while it is written and started again")
    func otherThread() async throws {
        var journal = try begin()
        var text = try NoteText(bytes: base)
        var flushes: [Task<Void, any Error>] = []
        for round in 0..<40 {
            try journal.append([text.replace(0..<0, with: "x")])
            let sync = journal.sync
            flushes.append(Task.detached { try sync.makeDurable() })
            if round % 10 == 9 { try journal.restart(base: text.bytes, edits: []) }
        }
        for flush in flushes {
            // One that comes after a restart is told that its file is gone.
            do { try await flush.value } catch let error as FileError { #expect(error.code == .missing) }
        }
        try journal.sync.makeDurable()
        try journal.discard().makeDurable()
    }

    @Test("that somebody removed says so when it is made durable, and is there again after a restart")
    func removed() throws {
        var journal = try begin()
        try LinuxCalls().remove(journal.path)
        let sync = journal.sync
        let error = #expect(throws: FileError.self) { try sync.makeDurable() }
        #expect(error?.code == .missing && error?.operation == .journal && error?.path == note)
        try journal.restart(base: base, edits: [])
        try journal.sync.makeDurable()
        #expect(try scratch.names(in: folder.path).count == 1)
        try journal.discard().makeDurable()
    }

    @Test("whose very beginning is damaged is told of and can be set aside; one of zeros is removed")
    func unreadable() throws {
        try abandon { journal, text in try journal.append([text.replace(0..<0, with: "x")]) }
        let name = try #require(try scratch.names(in: folder.path).first)
        let path = folder.path.appending(NotePath(name))
        try LinuxCalls().rewrite(path, with: Array("notekit journal 1\n????".utf8), mode: 0o600)
        let problems = try folder.orphans(of: note, key: nil).problems
        guard case .unreadable(let journal)? = problems.first else {
            Issue.record("\(problems)")
            return
        }
        #expect(try journal.setAside() == NotePath("\(path).unreadable"))
        #expect(try folder.allOrphans().problems.isEmpty)
        try LinuxCalls().rewrite(path, with: [0, 0, 0], mode: 0o600)
        #expect(try folder.allOrphans().problems.isEmpty)
        #expect(try scratch.names(in: folder.path) == ["\(name).unreadable"])
    }

    @Test("is not taken for an orphan when it starts again between being opened and being locked")
    func restartedMeanwhile() throws {
        let stage = JournalStage()
        let living = try LivingJournal(JournalStage.begin(base, through: stage.disk))
        let hasRestarted = Mutex(false)
        let calls = InterposedCalls(stage.disk) { call in
            let isNow = call.kind == .lockExclusively && !hasRestarted.withLock { $0 }
            if isNow {
                hasRestarted.withLock { $0 = true }
                living.restart(base: [1])
            }
            return .made
        }
        let found = try JournalStage.folder(calls).orphans(of: JournalStage.note, key: nil)
        #expect(hasRestarted.withLock { $0 })
        #expect(found.journals.isEmpty && found.problems.isEmpty)
        withExtendedLifetime(living) {}
    }
}

/// A journal that is alive while another process looks.
private final class LivingJournal: Sendable {
    private let journal: Mutex<NoteJournal?>

    init(_ journal: consuming sending NoteJournal) { self.journal = Mutex(consume journal) }

    func restart(base: [UInt8]) {
        journal.withLock { journal in
            do { try journal?.restart(base: base, edits: []) } catch { preconditionFailure("\(error)") }
        }
    }
}
