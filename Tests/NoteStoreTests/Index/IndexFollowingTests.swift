// SPDX-License-Identifier: MIT
// That an index follows its vault, and reads no more than it must.

import Foundation
import NoteFiles
import NoteKit
import Testing

@testable import NoteStore

@Suite("An index")
struct IndexFollowingTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test("reads only what changed, once it was at rest")
    func reading() throws {
        for name in ["a", "b", "c"] { try scratch.write("text \(name)", to: "\(name).md") }
        let index = try scratch.index(ahead: 10)
        #expect(try index.refresh().read == 3)
        #expect(try index.refresh().read == 0)
        #expect(try scratch.index(ahead: 10).refresh().read == 0)
        try scratch.write("other text", to: "b.md")
        #expect(try index.refresh().read == 1)
        #expect(try index.found("other").keys.sorted() == ["b.md"])
        #expect(try index.found("text b") == [:])
    }

    @Test("does not believe facts that were young: a change within a tick of the clock is found")
    func sameTick() throws {
        try scratch.write("garden", to: "a.md")
        let index = try scratch.index()
        #expect(try index.refresh().read == 1)
        // Nobody can set a change time back, so the row is made to tell that of the changed file.
        try scratch.write("winter", to: "a.md")
        try scratch.forgeFacts(of: "a.md")
        #expect(try scratch.index().refresh().read == 1)
        #expect(try scratch.index().found("winter").count == 1)
    }

    @Test("moves a renamed note without reading it")
    func rename() throws {
        try scratch.write("garden", to: "a.md")
        try scratch.write("garden", to: "d/b.md")
        let index = try scratch.index(ahead: 10)
        try index.refresh()
        try scratch.move("vault/a.md", to: "vault/x/z.md")
        try scratch.move("vault/d", to: "vault/e")
        let report = try index.refresh()
        #expect(report.moved == 2 && report.read == 0 && report.removed == 0)
        #expect(try index.found("garden").keys.sorted() == ["e/b.md", "x/z.md"])
        #expect(try index.refresh().read == 0)
    }

    @Test("forgets what is gone")
    func removal() throws {
        try scratch.write("[[b]] #tag", to: "a.md")
        let index = try scratch.index()
        try index.refresh()
        try scratch.remove("vault/a.md")
        #expect(try index.refresh().removed == 1)
        #expect(try index.tags() == [] && index.links() == [] && index.notes() == [])
        #expect(try index.contents() == [:])
    }

    @Test("takes in what a watcher tells, and looks at nothing else")
    func batches() throws {
        for name in ["a", "b", "c", "d"] { try scratch.write("text \(name)", to: "\(name).md") }
        let index = try scratch.index(ahead: 10)
        try index.refresh()
        try scratch.write("garden", to: "a.md")
        try scratch.write("unseen", to: "d.md")
        try scratch.write("garden", to: "new/n.md")
        try scratch.remove("vault/b.md")
        try scratch.move("vault/c.md", to: "vault/c2.md")
        let report = try index.apply(
            FolderBatch(changes: [
                .changed(NotePath("a.md")), .removed(NotePath("b.md")), .created(NotePath("new/n.md")),
                .moved(from: NotePath("c.md"), to: NotePath("c2.md")),
            ]))
        #expect(report.read == 2 && report.moved == 1 && report.removed == 1 && report.notes == 4)
        #expect(try index.found("garden").keys.sorted() == ["a.md", "new/n.md"])
        #expect(try index.found("text").keys.sorted() == ["c2.md"])
        try index.apply(FolderBatch(changes: [], isComplete: false))
        #expect(try index.found("unseen").keys.sorted() == ["d.md"])
    }

    @Test("believes what another process has found since, of notes that a batch does not name")
    func twoFollowers() throws {
        try scratch.write("one", to: "a.md")
        let (first, second) = (try scratch.index(ahead: 10), try scratch.index(ahead: 10))
        try first.refresh()
        try second.refresh()
        try scratch.write("two", to: "b.md")
        try first.apply(FolderBatch(changes: [.created(NotePath("b.md"))]))
        try scratch.write("three", to: "c.md")
        let report = try second.apply(FolderBatch(changes: [.created(NotePath("c.md"))]))
        #expect(report.read == 1 && report.notes == 3)
        #expect(try second.found("two").count == 1)
    }

    @Test("takes in with the next batch what it could not write while another process held the index")
    func missedBatch() throws {
        try scratch.write("one", to: "a.md")
        try scratch.write("two", to: "b.md")
        let index = try scratch.index(ahead: 10)
        try index.refresh()
        try scratch.write("winter", to: "a.md")
        do {
            let lock = try FileLock(of: try scratch.memory().appending(NotePath("index-writing")))
            try lock.take(.exclusive)
            let report = try index.apply(FolderBatch(changes: [.changed(NotePath("a.md"))]))
            #expect(report.hindrance?.code == .busy)
            #expect(try index.found("winter").count == 1)
            extendLifetime(lock)
        }
        try scratch.write("garden", to: "b.md")
        let report = try index.apply(FolderBatch(changes: [.changed(NotePath("b.md"))]))
        #expect(report.read == 2 && report.hindrance == nil)
        #expect(try index.found("winter").count == 1 && index.found("one").isEmpty)
        #expect(try index.refresh().read == 0)
    }

    @Test("reads a note that another program writes after it was looked at")
    func lateWriter() throws {
        try scratch.write("first", to: "a.md")
        let index = try scratch.index(ahead: 10)
        try index.refresh()
        // The index knows the note as it was; a search shows it as it is.
        try scratch.write("first and then", to: "a.md")
        #expect(try index.found("first") == ["a.md": [0..<5]])
        #expect(try index.found("first and") == [:])
        try index.refresh()
        #expect(try index.found("first and") == ["a.md": [0..<9]])
    }

    @Test("knows which links lead to a note, which lead nowhere, and which notes stand alone")
    func links() throws {
        try scratch.write("[[B]] [[gone]] [[C# sheet.pdf]]", to: "a.md")
        try scratch.write("x", to: "sub/b.md")
        try scratch.write("[b](../sub/b.md) [[c]]", to: "sub/c.md")
        try scratch.write("[[#here]] https://example.org", to: "alone.md")
        try scratch.write("", to: "C# sheet.pdf")
        let index = try scratch.index()
        let names = try VaultNames(of: scratch.path("vault"))
        let back = try index.backlinks(to: NotePath("sub/b.md"), among: names)
        #expect(back.map(\.note.description) == ["a.md", "sub/c.md"])
        #expect(try index.unresolvedLinks(among: names).map(\.target) == ["gone"])
        #expect(try index.orphans(among: names) == [NotePath("alone.md")])
    }
}

extension Scratch {
    /// Makes the index believe that it saw a note's file as it is now, though it read another text.
    fileprivate func forgeFacts(of name: String) throws {
        var status = stat()
        try #require(stat(path("vault/" + name).description, &status) == 0)
        var facts = FileFacts()
        facts.identity = FileFacts.Identity(device: 0, inode: UInt64(status.st_ino))
        facts.size = Int(status.st_size)
        facts.modified = FileTime(
            seconds: Int64(status.st_mtim.tv_sec), nanoseconds: UInt32(status.st_mtim.tv_nsec))
        facts.changed = FileTime(
            seconds: Int64(status.st_ctim.tv_sec), nanoseconds: UInt32(status.st_ctim.tv_nsec))
        var database = try Database(at: try memory().appending(NotePath("index.sqlite")), as: .mirror)
        let known = try #require(try database.indexEntries().first { $0.path == NotePath(name) })
        var forged = known.facts
        forged.inode = facts.identity.inode
        (forged.size, forged.modified, forged.changed) = (facts.size, facts.modified, facts.changed)
        try database.run(
            "UPDATE notes SET facts = ? WHERE path = ?", .blob(forged.packed), .blob(known.path.bytes))
    }
}
