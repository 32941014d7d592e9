// SPDX-License-Identifier: MIT
// What is left of a store whose log is damaged, and what is told of it.

import Foundation
import Glibc
import NoteFiles
import SyntaxProof
import Testing

@testable import NoteStore

@Suite("A store whose log was left behind")
struct LogDamageTests {
    let scratch: Scratch
    let notices = Notices()

    init() throws { scratch = try Scratch() }

    private static let inDatabase = 20
    private static let inLog = 30
    private static let frame = 4096 + 24
    private static let names = ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "reached"]

    private func text(_ number: Int) -> String {
        "text \(number) "
            + String(repeating: "\(number * 7919) ", count: number % 7 == 0 ? 4_000 : number % 50)
    }

    private func keep(_ numbers: Range<Int>, in store: VaultStore) throws {
        for number in numbers {
            try store.keep(NoteVersion("n\(number % 10).md", text(number), at: Int64(number)))
        }
    }

    /// Does something with the store, and answers what a process that is killed then leaves behind.
    private func left(by body: (VaultStore) throws -> Void) throws -> [String: Data] {
        let store = try scratch.store()
        try body(store)
        return try files()
    }

    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in Self.names { files[name] = FileManager.default.contents(atPath: try path(name)) }
        return files
    }

    private func path(_ name: String) throws -> String { "\(try scratch.memory())/\(name)" }

    private func put(_ files: [String: Data]) throws {
        for name in try setAside() { unlink(try path(name)) }
        for name in Self.names {
            unlink(try path(name))
            if let bytes = files[name] { try bytes.write(to: URL(fileURLWithPath: path(name))) }
        }
    }

    private func setAside() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.memory().description)
            .filter { $0.hasPrefix("store-damaged-") }
    }

    private func fill() throws -> [String: Data] {
        try keep(0..<Self.inDatabase, in: scratch.store())
        return try left { try keep(Self.inDatabase..<Self.inDatabase + Self.inLog, in: $0) }
    }

    /// Opens the store, and answers which of the texts are there; none may be another than was kept.
    private func survivors() throws -> Set<Int> {
        let store = try scratch.store { [notices] in notices.add($0.description) }
        try store.check()
        var found: Set<Int> = []
        for note in 0..<10 {
            for version in try store.versions(of: NotePath("n\(note).md")) {
                let bytes: [UInt8]
                do {
                    bytes = try store.bytes(of: version)
                } catch {
                    guard error.code == .missing else { throw error }
                    // It was listed before it turned out to be damaged.
                    continue
                }
                let words = String(decoding: bytes, as: UTF8.self)
                let number = try #require(Int(words.split(separator: " ")[1]))
                #expect(words == text(number) && number % 10 == note)
                found.insert(number)
            }
        }
        return found
    }

    private var all: Set<Int> { Set(0..<Self.inDatabase + Self.inLog) }

    @Test("is taken over as it is, and the last one to go takes the log with it")
    func whole() throws {
        try put(try fill())
        #expect(try survivors() == all)
        #expect(notices.all.isEmpty)
        #expect(try files()["store.sqlite-wal"] == nil)
    }

    @Test("gives back what was kept behind the damage, and says that it was damaged")
    func middle() throws {
        let files = try fill()
        let log = try #require(files["store.sqlite-wal"])
        let count = (log.count - 32) / Self.frame
        var least = all.count
        for index in 0..<count - 12 where index % 5 == 0 {
            var damaged = files
            // A bit of the page, or its number, or its checksum.
            let place = 32 + index * Self.frame + [1_000, 3, 20][index / 5 % 3]
            damaged["store.sqlite-wal"]?[place] ^= 0x10
            try put(damaged)
            let before = notices.all.count
            least = min(least, try survivors().count)
            #expect(notices.all.count == before + 1, "frame \(index)")
            #expect(notices.all.last?.contains("No note was touched.") == true)
            #expect(try setAside().count == 2)
            // And it is sound from then on.
            _ = try survivors()
            #expect(notices.all.count == before + 1)
        }
        // A page that is lost holds a few rows.
        #expect(least >= all.count - 3)
    }

    @Test("whose header is damaged gives back everything", arguments: [0, 9, 17, 21, 25])
    func header(place: Int) throws {
        var files = try fill()
        files["store.sqlite-wal"]?[place] ^= 1
        try put(files)
        #expect(try survivors() == all)
        #expect(notices.all.count == 1)
    }

    @Test("whose header is torn as the log begins anew says nothing")
    func begun() throws {
        var files = try left { store in
            try keep(0..<50, in: store)
            let database = try Database(at: NotePath(path("store.sqlite")))
            try database.execute("PRAGMA wal_checkpoint(FULL)")
        }
        files["store.sqlite-wal"]?.replaceSubrange(16..<32, with: Data(repeating: 7, count: 16))
        try put(files)
        #expect(try survivors() == all)
        #expect(notices.all.isEmpty)
    }

    @Test("says nothing of what a power cut has torn, which nobody was told is kept")
    func torn() throws {
        var (before, after): ([String: Data], [String: Data]) = ([:], [:])
        try keep(0..<Self.inDatabase, in: scratch.store())
        let store = try scratch.store()
        try keep(Self.inDatabase..<Self.inDatabase + Self.inLog, in: store)
        before = try files()
        try keep(Self.inDatabase + Self.inLog..<Self.inDatabase + Self.inLog + 1, in: store)
        after = try files()
        let start = try #require(before["store.sqlite-wal"]).count
        let end = try #require(after["store.sqlite-wal"]).count
        #expect(end > start)
        for frame in stride(from: start, to: end, by: Self.frame) {
            for kind in 0..<3 {
                var files = before
                var log = try #require(after["store.sqlite-wal"])
                switch kind {
                case 0: log = log.prefix(frame + 100)
                case 1: log.replaceSubrange(frame..<frame + Self.frame, with: Data(count: Self.frame))
                default: log.replaceSubrange(frame + 512..<frame + 1024, with: Data(count: 512))
                }
                // A sector of zeros may be what was there.
                guard log != after["store.sqlite-wal"] else { continue }
                files["store.sqlite-wal"] = log
                try put(files)
                #expect(try survivors() == all)
                #expect(notices.all.isEmpty, "kind \(kind) at \(frame)")
            }
        }
        withExtendedLifetime(store) {}
    }

    @Test("says so when the last of what was kept is gone, with the log, its end or a frame of it")
    func last() throws {
        let files = try fill()
        let log = try #require(files["store.sqlite-wal"])
        for kind in 0..<4 {
            var damaged = files
            switch kind {
            case 0: damaged["store.sqlite-wal"] = nil
            case 1: damaged["store.sqlite-wal"] = Data()
            case 2: damaged["store.sqlite-wal"] = log.prefix(log.count - Self.frame)
            default: damaged["store.sqlite-wal"]?[log.count - Self.frame + 500] ^= 1
            }
            try put(damaged)
            let before = notices.all.count
            let found = try survivors()
            #expect(found.isSuperset(of: 0..<Self.inDatabase))
            #expect(notices.all.count == before + 1, "kind \(kind)")
            _ = try survivors()
            #expect(notices.all.count == before + 1, "kind \(kind)")
        }
    }

    @Test("does not take what an earlier use of the file has left for damage")
    func stale() throws {
        let files = try left { store in
            try keep(0..<40, in: store)
            try Database(at: NotePath(path("store.sqlite"))).execute("PRAGMA wal_checkpoint(RESTART)")
            try keep(40..<50, in: store)
        }
        try put(files)
        #expect(try survivors() == all)
        #expect(notices.all.isEmpty)
    }

    @Test("keeps the log small, however often a process is killed")
    func bounded() throws {
        var files: [String: Data] = [:]
        for round in 0..<12 {
            files = try left { try keep(round * 10..<round * 10 + 10, in: $0) }
            try put(files)
            #expect(try #require(files["store.sqlite-wal"]).count <= 2 << 20)
        }
    }

    @Test("never answers a wrong text, whatever is damaged, and says whenever something is lost")
    func random() throws {
        let files = try fill()
        let seeds = ProcessInfo.processInfo.environment["NOTEKIT_STORE_SEEDS"].flatMap { UInt64($0) } ?? 60
        for seed in 1...seeds {
            var random = SeededGenerator(seed: seed)
            var damaged = files
            for _ in 0...random.below(3) {
                let name = Self.names[random.below(3)]
                guard var bytes = damaged[name], !bytes.isEmpty else { continue }
                let place = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[place] ^= 1 << UInt8(random.below(8))
                case 1:
                    let page = place / 4096 * 4096
                    let end = min(page + 4096, bytes.count)
                    bytes.replaceSubrange(page..<end, with: Data(count: end - page))
                case 2:
                    let end = min(place + 600, bytes.count)
                    bytes.replaceSubrange(
                        place..<end, with: (place..<end).map { _ in UInt8(random.below(256)) })
                default: bytes = bytes.prefix(place)
                }
                damaged[name] = bytes
            }
            try put(damaged)
            let before = notices.all.count
            let found = try survivors()
            #expect(found == all || notices.all.count > before, "seed \(seed)")
            let told = notices.all.count
            // What was found is there for good.
            #expect(try survivors() == found, "seed \(seed)")
            #expect(notices.all.count == told, "seed \(seed)")
        }
    }
}
