// SPDX-License-Identifier: MIT
// What is left of a damaged store, and what happens to the file.

import Foundation
import Glibc
import NoteFiles
import SyntaxProof
import Testing

@testable import NoteStore

@Suite("A damaged store")
struct MendingTests {
    let scratch: Scratch
    let notices = Notices()

    init() throws { scratch = try Scratch() }

    private var database: URL {
        get throws { URL(fileURLWithPath: try folder.description + "/store.sqlite") }
    }
    private var folder: NotePath {
        get throws { try VaultRegistry(in: scratch.state).folder(of: scratch.path("vault")) }
    }

    private func text(_ number: Int) -> String {
        "text \(number) "
            + String(repeating: "\(number * 7919) ", count: number % 7 == 0 ? 4_000 : number % 50)
    }

    /// Forty notes with five versions each, all in the database file; a pin and a conflict.
    private func fill() throws {
        let store = try scratch.store()
        for number in 0..<200 {
            try store.keep(NoteVersion("n\(number % 40).md", text(number), at: Int64(number)))
        }
        try store.setPinned(true, note: NotePath("n3.md"))
        try store.remember(
            StoredConflict(
                of: NotePath("n4.md"), base: [1], mine: [2], theirs: nil,
                since: FileTime(seconds: 9, nanoseconds: 9)))
        try store.setRetention(RetentionPolicy(days: 99, count: 7, bytes: nil))
    }

    private func store() throws -> VaultStore {
        try scratch.store { [notices] in notices.add($0.description) }
    }

    /// How many of the versions are there; none may be another text than was kept.
    private func survivors(_ store: VaultStore) throws -> Int {
        var count = 0
        for note in 0..<40 {
            for version in try store.versions(of: NotePath("n\(note).md")) {
                let found: String
                do {
                    found = String(decoding: try store.bytes(of: version), as: UTF8.self)
                } catch {
                    guard error.code == .missing else { throw error }
                    // It was listed before it turned out to be damaged.
                    continue
                }
                let number = try #require(Int(found.split(separator: " ")[1]))
                #expect(found == text(number) && number % 40 == note)
                count += 1
            }
        }
        return count
    }

    private func flip(_ offset: Int, _ mask: UInt8) throws {
        var bytes = try Data(contentsOf: database)
        bytes[offset] ^= mask
        try bytes.write(to: database)
    }

    private func setAside() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.description)
            .filter { $0.hasPrefix("store-damaged-") }.sorted()
    }

    @Test("whose first page is gone gives back everything, and its file is kept as it was")
    func header() throws {
        try fill()
        var bytes = try Data(contentsOf: database)
        bytes.replaceSubrange(0..<4096, with: Data(repeating: 0x55, count: 4096))
        try bytes.write(to: database)
        let store = try store()
        #expect(try survivors(store) == 200)
        #expect(try store.pinnedNotes() == [NotePath("n3.md")])
        #expect(try store.conflicts().map(\.mine) == [[2]])
        #expect(try store.retention() == RetentionPolicy(days: 99, count: 7, bytes: nil))
        #expect(notices.all.count == 1)
        #expect(notices.all.first?.contains("200 versions") == true)
        let kept = try #require(try setAside().first)
        #expect(
            try Data(contentsOf: database.deletingLastPathComponent().appendingPathComponent(kept)) == bytes)
        // The new one is sound, and nothing more is said.
        #expect(try survivors(try self.store()) == 200)
        #expect(notices.all.count == 1)
        try store.keep(NoteVersion("n0.md", "more", at: 1_000))
    }

    @Test("never answers a wrong text, whatever bit is flipped, and loses only what the page held")
    func flips() throws {
        try fill()
        let whole = try Data(contentsOf: database)
        var random = SeededGenerator(seed: 1)
        var least = 200
        for _ in 0..<60 {
            for name in try setAside() { try scratch.removeState(folder.appending(NotePath(name))) }
            for ending in ["-wal", "-shm"] { unlink(try database.path + ending) }
            try whole.write(to: database)
            try flip(
                Int.random(in: 0..<whole.count, using: &random), 1 << UInt8.random(in: 0..<8, using: &random))
            let store = try store()
            try store.check()
            least = min(least, try survivors(store))
            #expect(try store.retention().days == 99 || setAside().isEmpty == false)
            try store.keep(NoteVersion("n0.md", "more", at: 1_000))
        }
        #expect(least >= 120)
    }

    @Test("that was cut off gives back what is left", arguments: [0, 100, 4096, 8192, 50_000])
    func truncated(size: Int) throws {
        try fill()
        try Data(contentsOf: database).prefix(size).write(to: database)
        let store = try store()
        #expect(try survivors(store) <= 200)
        try store.keep(NoteVersion("n0.md", text(0), at: 1_000))
        #expect(try store.texts(of: "n0.md").first == text(0))
        #expect(try setAside().isEmpty == (size == 0))
    }

    @Test("does not take over the log of another database")
    func foreignLog() throws {
        try fill()
        try scratch.makeVault("other")
        let other = try scratch.store("other")
        for number in 0..<20 { try other.keep(NoteVersion("x.md", "other \(number)", at: Int64(number))) }
        try Data(contentsOf: URL(fileURLWithPath: other.folder.description + "/store.sqlite-wal"))
            .write(to: URL(fileURLWithPath: try database.path + "-wal"))
        let store = try store()
        #expect(try survivors(store) == 200)
        #expect(try store.texts(of: "x.md").isEmpty)
        #expect(notices.all.first?.contains("log of another database") == true)
        #expect(try setAside().count == 1)
    }

    @Test("keeps its own log when the first page of the database is gone", arguments: [0..<4096, 60..<80])
    func ownLog(damage: Range<Int>) throws {
        try fill()
        var files: [String: Data] = [:]
        do {
            let store = try scratch.store()
            try store.keep(NoteVersion("n0.md", text(200), at: 200))
            for name in ["store.sqlite", "store.sqlite-wal"] {
                files[name] = try Data(
                    contentsOf: URL(fileURLWithPath: "\(store.folder)/\(name)"))
            }
        }
        files["store.sqlite"]?.replaceSubrange(damage, with: Data(repeating: 0x55, count: damage.count))
        for (name, bytes) in files { try bytes.write(to: URL(fileURLWithPath: "\(try folder)/\(name)")) }
        let store = try store()
        #expect(try survivors(store) == 201)
        #expect(notices.all.allSatisfy { !$0.contains("another database") })
    }

    @Test("whose database is gone gives back what its log holds")
    func logOnly() throws {
        let copy = try {
            let store = try scratch.store()
            for number in 0..<40 {
                try store.keep(NoteVersion("n\(number).md", text(number), at: Int64(number)))
            }
            // As after a kill: the log is taken over at the end, as a rule.
            return try Data(contentsOf: URL(fileURLWithPath: store.folder.description + "/store.sqlite-wal"))
        }()
        try copy.write(to: URL(fileURLWithPath: try database.path + "-wal"))
        try Data().write(to: database)
        #expect(try survivors(try store()) == 40)
    }

    @Test("whose log is gone gives back what the database holds, says so, and goes on")
    func withoutLog() throws {
        try fill()
        var bytes = Data()
        do {
            let store = try scratch.store()
            try store.keep(NoteVersion("n0.md", "in the log", at: 1_000))
            bytes = try Data(contentsOf: database)
        }
        try bytes.write(to: database)
        let store = try store()
        try store.check()
        #expect(try survivors(store) == 200)
        try store.keep(NoteVersion("n0.md", "more", at: 2_000))
        // What the log held had been kept.
        #expect(notices.all.count == 1)
    }

    @Test("in a folder that may not be written is refused in words")
    func readOnly() throws {
        // Nobody may make a folder there, not even the superuser.
        let error = #expect(throws: StoreError.self) {
            try VaultStore(of: scratch.path("vault"), stateFolder: NotePath("/sys/kernel/notekit"))
        }
        #expect(error?.code == .notPermitted)
        #expect(error?.description.hasSuffix("No note was touched.") == true)
    }

    @Test(
        "whose step has a flipped bit is mended, and is not one of a later edition",
        arguments: [0, 6, 14, 24, 30, 31])
    func step(bit: Int) throws {
        try scratch.store().keep(NoteVersion("n0.md", text(0), at: 1))
        // Big-endian, at byte 60 of the first page.
        try flip(60 + bit / 8, 1 << UInt8(bit % 8))
        #expect(try survivors(try store()) == 1)
        #expect(notices.all.count == 1)
    }

    @Test("of a later edition is left alone, to the byte")
    func later() throws {
        try fill()
        do {
            let later = try Database(at: NotePath(database.path))
            try later.note(step: 1000)
            try later.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let before = try Data(contentsOf: database)
        let error = #expect(throws: StoreError.self) { try store() }
        #expect(error?.code == .tooNew)
        #expect(try Data(contentsOf: database) == before)
        #expect(try setAside().isEmpty && notices.all.isEmpty)
    }

    @Test("is not moved under another that has it open, who can go on")
    func inUse() throws {
        try fill()
        let folder = try folder
        let using = try FileLock(of: folder.appending(NotePath("using")))
        #expect(try using.takeIfFree(.shared))
        try flip(30, 0xFF)
        try flip(0, 0xFF)
        let error = #expect(throws: StoreError.self) { try store() }
        #expect(error?.code == .damaged)
        #expect(try setAside().isEmpty)
    }

    @Test("that was being mended when the process was killed is mended by the next")
    func interrupted() throws {
        try fill()
        // The mended one has its name, and the damaged one is still in its place.
        let files = StoreFiles(in: try folder)
        try Data(contentsOf: database).write(to: URL(fileURLWithPath: files.mended.description))
        try Data(repeating: 1, count: 9_000).write(to: database)
        #expect(try survivors(try store()) == 200)
        #expect(try setAside().count == 1 && notices.all.count == 1)
        // And a draft that was cut short is nothing.
        try Data(repeating: 2, count: 9_000).write(
            to: URL(fileURLWithPath: try folder.description + "/store-draft.sqlite"))
        try flip(0, 0xFF)
        #expect(try survivors(try store()) == 200)
    }
}
