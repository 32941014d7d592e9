// SPDX-License-Identifier: MIT
// That an index is a mirror: thrown away without a word when it is of no use, and never missed.

import Foundation
import NoteFiles
import Testing

@testable import NoteStore

@Suite("The file of an index")
struct IndexMirrorTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        for name in 0..<40 { try scratch.write("garden number \(name) [[n]] #t", to: "\(name).md") }
    }

    private func file() throws -> String { try scratch.memory().description + "/index.sqlite" }

    private func expectSound(_ index: SearchIndex, _ comment: Comment = "") throws {
        #expect(try index.found("GARDEN number").count == 40, comment)
        #expect(try index.tags() == [IndexedTag(name: "t", notes: 40)], comment)
    }

    @Test("is for this user alone, and so is its log")
    func modes() throws {
        let index = try scratch.index()
        try index.refresh()
        for ending in ["", "-wal", "-shm"] {
            var status = stat()
            try #require(stat(try file() + ending, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
    }

    @Test(
        "is made anew when it is damaged", arguments: ["garbage", "empty", "truncated", "middle", "schema"])
    func damage(kind: String) throws {
        try scratch.index(ahead: 10).refresh()
        let path = try file()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        switch kind {
        case "garbage": bytes = Data(repeating: 0x41, count: 9000)
        case "empty": bytes = Data()
        case "truncated": bytes = bytes.prefix(bytes.count / 2)
        case "middle":
            bytes.replaceSubrange(4096..<bytes.count, with: Data(repeating: 0x55, count: bytes.count - 4096))
        default: bytes.replaceSubrange(100..<4096, with: Data(repeating: 0, count: 3996))
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        let index = try scratch.index(ahead: 10)
        let report = try index.refresh()
        #expect(report.hindrance == nil && report.read == 40)
        try expectSound(index)
        #expect(try scratch.index(ahead: 10).refresh().read == 0)
    }

    @Test("is read around when a search meets its damage, and made anew by the next look")
    func damageWhileOpen() throws {
        let index = try scratch.index(ahead: 10)
        try index.refresh()
        var database = try Database(at: NotePath(try file()), as: .mirror)
        try database.run("UPDATE grams_data SET block = ? WHERE id > 10", .blob([1, 2, 3]))
        try database.run("UPDATE structures SET packed = ?", .blob([0xFF]))
        try expectSound(index)
        #expect(index.hindrance?.code == .damaged)
        #expect(try index.refresh().hindrance == nil)
        try expectSound(index)
        #expect(index.hindrance == nil)
    }

    @Test(
        "is made anew when a row of it makes no sense",
        arguments: ["number = 9223372036854775807", "number = -1", "path = X'610062'"])
    func senselessRow(change: String) throws {
        try scratch.index(ahead: 10).refresh()
        var database = try Database(at: NotePath(try file()), as: .mirror)
        try database.run("UPDATE notes SET \(change) WHERE path = X'372E6D64'")
        let index = try scratch.index(ahead: 10)
        #expect(try index.refresh().hindrance == nil)
        try expectSound(index)
    }

    @Test("is made anew when it is of another edition, or of another vault", arguments: ["edition", "vault"])
    func foreign(what: String) throws {
        try scratch.index(ahead: 10).refresh()
        var database = try Database(at: NotePath(try file()), as: .mirror)
        try database.setAbout(what, "another")
        #expect(try scratch.index(ahead: 10).refresh().read == 40)
        try expectSound(try scratch.index(ahead: 10))
    }

    @Test("follows a vault that was moved")
    func movedVault() throws {
        try scratch.index(ahead: 10).refresh()
        try scratch.move("vault", to: "elsewhere/notes")
        let index = try SearchIndex(of: scratch.path("elsewhere/notes"), stateFolder: scratch.state)
        try index.refresh()
        #expect(index.hindrance == nil)
        try expectSound(index)
    }

    @Test("is not missed where there is no folder to remember in")
    func noFolder() throws {
        let index = try SearchIndex(of: scratch.path("vault"), stateFolder: NotePath("/proc/none"))
        #expect(try index.refresh().hindrance != nil)
        try expectSound(index)
        try scratch.write("more garden number 40 #t", to: "more.md")
        try index.apply(FolderBatch(changes: [.created(NotePath("more.md"))]))
        #expect(try index.found("garden").count == 41)
    }

    @Test("is not waited for while another process updates it: what it does not know is read")
    func busy() throws {
        let first = try scratch.index(ahead: 10)
        try first.refresh()
        let lock = try FileLock(of: try scratch.memory().appending(NotePath("index-writing")))
        try lock.take(.exclusive)
        try scratch.write("new garden number", to: "new.md")
        try scratch.write("nothing", to: "0.md")
        let index = try scratch.index(ahead: 10)
        let report = try index.refresh()
        #expect(report.hindrance?.code == .busy && report.notes == 41)
        #expect(try index.found("garden").count == 40)
        #expect(try index.found("new garden").count == 1)
        extendLifetime(lock)
    }

    @Test("is made anew when more of it leads nowhere than anywhere")
    func worn() throws {
        let index = try scratch.index(ahead: 10)
        try index.refresh()
        let before = try index.read { $0.making }
        var database = try Database(at: NotePath(try file()), as: .mirror)
        try database.setAbout("next", "\(IndexMirror.mostDead + 42)")
        #expect(try index.refresh().read == 40)
        #expect(try index.read { $0.making } != before)
        try expectSound(index)
        #expect(try index.refresh().read == 0)
    }

    @Test("can be compared while more of its numbers lead nowhere than anywhere")
    func wornContents() throws {
        let index = try scratch.index(ahead: 10)
        try index.refresh()
        let contents = try index.contents()
        var database = try Database(at: NotePath(try file()), as: .mirror)
        try database.setAbout("next", "\(IndexMirror.mostDead + 42)")
        #expect(contents.count == 40)
        #expect(try index.contents() == contents)
    }

    @Test("is made by several at once, and no lock is seen")
    func together() async throws {
        let (vault, state) = (scratch.path("vault"), scratch.state)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let index = try SearchIndex(of: vault, stateFolder: state)
                    try index.refresh()
                    return try index.found("garden number").count
                }
            }
            for try await count in group { #expect(count == 40) }
        }
        try expectSound(try scratch.index(ahead: 10))
    }

    @Test("touches nothing in the vault")
    func vault() throws {
        let before = try scratch.files(below: "vault")
        try scratch.index().refresh()
        #expect(try scratch.files(below: "vault") == before)
    }
}
