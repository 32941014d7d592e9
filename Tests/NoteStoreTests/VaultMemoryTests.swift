// SPDX-License-Identifier: MIT
// Pins, conflicts, and how old versions expire.

import Foundation
import NoteFiles
import SyntaxProof
import Testing

@testable import NoteStore

@Suite("A vault's pins and conflicts")
struct VaultMemoryTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func conflict(_ note: String, _ texts: [String?], at second: Int64) -> StoredConflict {
        let bytes = texts.map { $0.map { Array($0.utf8) } }
        return StoredConflict(
            of: NotePath(note), base: bytes[0], mine: bytes[1], theirs: bytes[2],
            since: FileTime(seconds: second, nanoseconds: 0))
    }

    @Test("are there when the store is opened anew, and follow renames")
    func persistent() throws {
        let first = try scratch.store()
        try first.setPinned(true, note: NotePath("z.md"))
        try first.setPinned(true, note: NotePath("a.md"))
        try first.setPinned(true, note: NotePath("gone.md"))
        try first.setPinned(false, note: NotePath("gone.md"))
        try first.setPinned(false, note: NotePath("never.md"))
        let conflicts = [
            conflict("a.md", ["b", "m", nil], at: 1), conflict("c.md", [nil, "", "t"], at: 2),
        ]
        for one in conflicts.reversed() { try first.remember(one) }
        let second = try scratch.store()
        #expect(try second.conflicts() == conflicts)
        #expect(try second.pinnedNotes() == [NotePath("a.md"), NotePath("z.md")])
        try second.rename(NotePath("a.md"), to: NotePath("b.md"))
        #expect(try first.conflicts().map(\.note) == [NotePath("b.md"), NotePath("c.md")])
        #expect(try first.pinnedNotes() == [NotePath("b.md"), NotePath("z.md")])
    }

    @Test("lose no side when another conflict takes the place, and make each a version once")
    func replaced() throws {
        let store = try scratch.store()
        try store.remember(conflict("a.md", ["base", "mine 1", "theirs 1"], at: 1))
        try store.remember(conflict("a.md", ["base", "mine 2", "theirs 1"], at: 2))
        #expect(try store.texts(of: "a.md") == ["mine 1"])
        try store.remember(conflict("a.md", ["base", "mine 2", "theirs 2"], at: 3))
        #expect(try store.conflicts() == [conflict("a.md", ["base", "mine 2", "theirs 2"], at: 3)])
        #expect(try store.texts(of: "a.md").sorted() == ["mine 1", "theirs 1"])
        // The same once more.
        try store.remember(conflict("a.md", ["base", "mine 2", "theirs 2"], at: 4))
        #expect(try store.texts(of: "a.md").sorted() == ["mine 1", "theirs 1"])
    }

    @Test("leave nothing when the conflict is over, but what is a version as well")
    func over() throws {
        let store = try scratch.store()
        try store.remember(conflict("a.md", ["base", "mine", "theirs"], at: 1))
        try store.keep(NoteVersion("a.md", "theirs", at: 2))
        try store.resolveConflict(of: NotePath("a.md"))
        #expect(try store.conflicts().isEmpty)
        #expect(try store.texts(of: "a.md") == ["theirs"])
        let digests = try store.read { database throws(StoreError) in
            try database.rows("SELECT digest FROM texts") { $0.bytes(0) }
        }
        #expect(digests == [SHA256Digest(of: Array("theirs".utf8)).bytes])
    }
}

@Suite("Old versions")
struct RetentionTests {
    let scratch: Scratch
    let day: Int64 = 86_400
    var now: FileTime { FileTime(seconds: 1_000 * day, nanoseconds: 0) }

    init() throws { scratch = try Scratch() }

    /// Keeps a version for each number of days before now, and lets as many days pass.
    private func fill(_ store: VaultStore, _ note: String, _ ages: [Int64], days: Int = 100) throws {
        for age in ages {
            try store.keep(NoteVersion(note, "\(note) \(age)", at: now.seconds - age * day))
        }
        try pass(days, in: store)
    }

    /// Lets days pass on which the store is used.
    private func pass(_ days: Int, in store: VaultStore) throws {
        let policy = try store.retention()
        try store.setRetention(RetentionPolicy(days: 0, count: nil, bytes: nil))
        var start = try store.read { database throws(StoreError) in try database.lastDay() }?.seconds ?? 0
        for _ in 0..<days {
            start += day
            try store.expire(at: FileTime(seconds: start, nanoseconds: 0))
        }
        try store.setRetention(policy)
    }

    @Test("stay for thirty days whatever the limits are, and as long as there is room without a word")
    func byDefault() throws {
        let store = try scratch.store()
        #expect(try store.retention() == RetentionPolicy(days: 30, count: 1_000, bytes: 1 << 30))
        try fill(store, "n.md", [400, 40, 29, 28])
        #expect(try store.expire(at: now) == 0)
        try store.setRetention(RetentionPolicy(days: 30, count: 0, bytes: 0))
        #expect(try store.expire(at: now) == 2)
        #expect(try store.texts(of: "n.md") == ["n.md 28", "n.md 29"])
    }

    @Test("stay for ever with limits that no number of days reaches")
    func forEver() throws {
        let store = try scratch.store()
        try fill(store, "n.md", [400, 40])
        try store.setRetention(RetentionPolicy(days: .max, count: 0, bytes: 0))
        #expect(try store.expire(at: now) == 0)
        try store.setRetention(RetentionPolicy(days: -1, count: -1, bytes: -1))
        #expect(try store.retention() == RetentionPolicy(days: 0, count: 0, bytes: 0))
    }

    @Test("stay when the clock was years ahead or behind for a while, and when many ask on one day")
    func wrongClock() throws {
        let store = try scratch.store()
        try store.setRetention(RetentionPolicy(days: 30, count: 0, bytes: 0))
        // Kept in 1970, as on a machine without a battery, and at the right time.
        for second in [5, now.seconds, now.seconds + 1] {
            try store.keep(NoteVersion("n.md", "\(second)", at: second))
        }
        let moments = [now.seconds, now.seconds + 4_000 * day, now.seconds + 60, now.seconds - 9_000 * day]
        for moment in moments + (0..<50).map({ now.seconds + $0 }) {
            #expect(try store.expire(at: FileTime(seconds: moment, nanoseconds: 0)) == 0)
        }
        var passed: Int64 = 0
        while try store.versions(of: NotePath("n.md")).count == 3, passed < 100 {
            passed += 1
            try store.expire(at: FileTime(seconds: now.seconds + passed * day, nanoseconds: 0))
        }
        #expect(passed >= 27 && passed <= 31)
        #expect(try store.texts(of: "n.md").first == "\(now.seconds + 1)")
    }

    @Test("expire beyond the newest so many of their note, but never the last one nor a pinned one")
    func count() throws {
        let store = try scratch.store()
        try fill(store, "n.md", [100, 90, 80, 70, 60])
        try fill(store, "single.md", [500])
        try store.setPinned(true, try #require(try store.versions(of: NotePath("n.md")).last))
        try store.setRetention(RetentionPolicy(days: 10, count: 2, bytes: nil))
        #expect(try store.expire(at: now) == 2)
        #expect(try store.texts(of: "n.md") == ["n.md 60", "n.md 70", "n.md 100"])
        try store.setRetention(RetentionPolicy(days: 0, count: 0, bytes: 0))
        try store.expire(at: now)
        #expect(try store.texts(of: "n.md") == ["n.md 60", "n.md 100"])
        #expect(try store.texts(of: "single.md") == ["single.md 500"])
    }

    @Test("expire until the texts take no more than they may, the oldest of all first")
    func bytes() throws {
        let store = try scratch.store()
        var random = SeededGenerator(seed: 1)
        for (note, age) in [("a.md", 100), ("b.md", 90), ("a.md", 80), ("b.md", 70)] as [(String, Int64)] {
            let text = (0..<30_000).map { _ in String(random.next() & 15, radix: 16) }.joined()
            try store.keep(NoteVersion(note, "\(age) \(text)", at: now.seconds - age * day))
        }
        try pass(100, in: store)
        try store.setRetention(
            RetentionPolicy(days: 30, count: nil, bytes: try store.size().bytes * 4 / 5))
        #expect(try store.expire(at: now) == 1)
        #expect(try store.texts(of: "a.md").map { $0.prefix(2) } == ["80"])
        #expect(try store.texts(of: "b.md").map { $0.prefix(2) } == ["70", "90"])
    }

    @Test("that share a text with a younger one, or with a conflict, leave it there")
    func shared() throws {
        let store = try scratch.store()
        for (age, text) in [(100, "A"), (90, "B"), (80, "A"), (70, "C")] as [(Int64, String)] {
            try store.keep(NoteVersion("n.md", text, at: now.seconds - age * day))
        }
        try pass(100, in: store)
        try store.remember(
            StoredConflict(of: NotePath("o.md"), base: Array("B".utf8), mine: nil, theirs: nil, since: now))
        try store.setRetention(RetentionPolicy(days: 75, count: 0, bytes: nil))
        #expect(try store.expire(at: now) == 3)
        #expect(try store.texts(of: "n.md") == ["C"])
        #expect(try store.conflicts().first?.base == Array("B".utf8))
        #expect(try store.size().texts == 2)
    }

    @Test("give their space back to the file system")
    func space() throws {
        let store = try scratch.store()
        var random = SystemRandomNumberGenerator()
        for age in 50..<70 {
            let text = (0..<40_000).map { _ in String(random.next() & 15, radix: 16) }.joined()
            try store.keep(NoteVersion("n.md", text, at: now.seconds - Int64(120 - age) * day))
        }
        try pass(31, in: store)
        let database = store.folder.appending(NotePath("store.sqlite"))
        try store.setRetention(RetentionPolicy(days: 30, count: 1, bytes: nil))
        try store.use { database throws(StoreError) in
            try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let before = try #require(PrivateFile.size(of: database))
        #expect(try store.expire(at: now) == 19)
        #expect(try #require(PrivateFile.size(of: database)) < before / 5)
    }

    @Test("expire by themselves, at most once a day")
    func daily() throws {
        let store = try scratch.store()
        try fill(store, "n.md", [100, 90], days: 40)
        let last = try #require(
            try store.read { database throws(StoreError) in try database.lastDay()?.seconds })
        try store.setRetention(RetentionPolicy(days: 30, count: 1, bytes: nil))
        store.expireDaily(at: FileTime(seconds: last + day - 1, nanoseconds: 0))
        #expect(try store.versions(of: NotePath("n.md")).count == 2)
        store.expireDaily(at: FileTime(seconds: last + day, nanoseconds: 0))
        #expect(try store.texts(of: "n.md") == ["n.md 90"])
    }

    @Test("are looked for when a version is kept, by the clock of the machine")
    func looked() throws {
        let store = try scratch.store()
        for second in 1...2 { try store.keep(NoteVersion("n.md", "\(second)", at: Int64(second))) }
        let days = try store.read { database throws(StoreError) in
            try database.sealed(DayRow.self, where: "TRUE")
        }
        #expect(days.map(\.version) == [1])
        #expect(days.allSatisfy { $0.holds(LinuxCalls().wallClock().seconds) })
    }
}
