// SPDX-License-Identifier: MIT
// What a store that is open does when others change it, move it or mend it.

import Foundation
import Glibc
import NoteFiles
import Synchronization
import Testing

@testable import NoteStore

@Suite("A store that others use as well")
struct SharedStoreTests {
    let scratch: Scratch
    let notices = Notices()

    init() throws { scratch = try Scratch() }

    private func store() throws -> VaultStore {
        try scratch.store { [notices] in notices.add($0.description) }
    }

    @Test("and that a later edition has taken on meanwhile is left at the later step, and refused")
    func takenOn() throws {
        let store = try store()
        try store.keep(NoteVersion("n.md", "1", at: 1))
        let later = try Database(at: store.folder.appending(NotePath("store.sqlite")))
        try later.note(step: 1000)
        let error = #expect(throws: StoreError.self) { try store.keep(NoteVersion("n.md", "2", at: 2)) }
        #expect(error?.code == .tooNew)
        var database = later
        #expect(try database.lastStep(upTo: 1000) == 1000)
    }

    @Test("never takes what another connection has just done for damage")
    func consistent() async throws {
        let (one, other) = (try store(), try store())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<150 {
                    try one.remember(
                        StoredConflict(
                            of: NotePath("n.md"), base: Array("\(number)".utf8), mine: [1], theirs: [2],
                            since: FileTime(seconds: 1, nanoseconds: 0)))
                    try one.resolveConflict(of: NotePath("n.md"))
                }
            }
            group.addTask { for _ in 0..<3_000 { _ = try other.conflicts() } }
            try await group.waitForAll()
        }
        #expect(notices.all.isEmpty)
    }

    @Test("whose database is put back or taken away under it goes on in the one that is there")
    func replaced() throws {
        let store = try store()
        try store.keep(NoteVersion("n.md", "1", at: 1))
        for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
            unlink("\(store.folder)/\(name)")
        }
        try store.keep(NoteVersion("n.md", "2", at: 2))
        #expect(try scratch.store().texts(of: "n.md") == ["2"])
        #expect(try store.texts(of: "n.md") == ["2"])
    }

    @Test("may be asked by who hears what it did")
    func heard() throws {
        let folder = try {
            let store = try scratch.store()
            try store.keep(NoteVersion("n.md", "1", at: 1))
            return store.folder
        }()
        let file = URL(fileURLWithPath: "\(folder)/store.sqlite")
        var bytes = try Data(contentsOf: file)
        let heard = Mutex<VaultStore?>(nil)
        let answers = Notices()
        bytes[0] ^= 1
        let again = try VaultStore(
            of: scratch.path("vault"), stateFolder: scratch.state, rule: .anyByte
        ) { _ in
            answers.add("\((try? heard.withLock { try $0?.retention().days }) ?? 0)")
        }
        heard.withLock { $0 = again }
        for name in ["store.sqlite-wal", "store.sqlite-shm"] { unlink("\(folder)/\(name)") }
        unlink(file.path)
        try bytes.write(to: file)
        #expect(try again.texts(of: "n.md") == ["1"])
        #expect(answers.all == ["30"])
    }

    @Test(
        "with tables that are not those which were made is mended",
        arguments: [
            "UPDATE sqlite_schema SET sql = replace(sql, 'edited_nanoseconds', 'fdited_nanoseconds')",
            "UPDATE sqlite_schema SET sql = replace(sql, 'REFERENCES notes(id)', 'REFERENCES notfs(id)')",
            "UPDATE sqlite_sequence SET seq = 0",
            "UPDATE sqlite_schema SET name = 'textt', tbl_name = 'textt', sql = replace(sql, 'TABLE texts', 'TABLE textt') WHERE name = 'texts'",
        ])
    func schema(change: String) throws {
        do {
            let store = try store()
            try store.keep(NoteVersion("n.md", "1", at: 1))
            try store.keep(NoteVersion("m.md", "2", at: 2))
            let database = try Database(at: store.folder.appending(NotePath("store.sqlite")))
            try database.execute("PRAGMA writable_schema=ON; \(change)")
        }
        let store = try store()
        try store.keep(NoteVersion("n.md", "3", at: 3))
        #expect(try store.texts(of: "n.md") == ["3", "1"])
        #expect(try store.texts(of: "m.md") == ["2"])
        #expect(notices.all.count == 1)
    }
}

@Suite("A failure of the store")
struct StoreErrorTests {
    @Test("for want of room is one of room, however the disk says it", arguments: [ENOSPC, EDQUOT, EFBIG])
    func room(number: Int32) {
        // 778 is SQLITE_IOERR_WRITE.
        let error = StoreError(result: 778, NotePath("s"), message: "disk I/O error", systemError: number)
        #expect(error.code == .noSpace)
    }

    @Test("of a file that cannot be opened says why")
    func descriptors() {
        // 14 is SQLITE_CANTOPEN.
        let error = StoreError(result: 14, NotePath("s"), message: "unable to open", systemError: EMFILE)
        #expect(error.code == .other)
        #expect(error.description.contains("Too many open files"))
        #expect(
            StoreError(result: 14, NotePath("s"), message: "unable to open", systemError: EACCES).code
                == .notPermitted)
    }

    @Test("to read what is to be recovered is not taken for a file that is not there")
    func unreadable() throws {
        #expect(try RawFile.open(NotePath("/nowhere/at/all")) == nil)
        #expect(throws: StoreError.self) {
            _ = try RawFile.open(NotePath("/tmp/" + String(repeating: "x", count: 300)))
        }
    }
}
