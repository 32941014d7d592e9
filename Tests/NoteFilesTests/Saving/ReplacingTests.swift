// SPDX-License-Identifier: MIT
// What replacing a note does on the real disk, when nobody and when somebody interferes.

import Foundation
import Testing

@testable import NoteFiles

@Suite("Replacing a note")
struct ReplacingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("puts the new bytes there, proven and durable, and leaves nothing beside them")
    func replaces() throws {
        let note = try folder.write("old\n", to: "n.md")
        let outcome = try folder.disk.replace(note, with: Array("new\n".utf8), base: Array("old\n".utf8))
        let receipt = SaveReceipt(proof: .proven, method: .exchanged, durable: true, lost: [])
        #expect(outcome == .saved(receipt))
        #expect(try folder.text(of: note) == "new\n")
        #expect(try folder.names(in: folder.vault) == ["n.md"])
    }

    @Test("of which the bytes are there already writes nothing")
    func unchanged() throws {
        let note = try folder.write("new\n", to: "n.md")
        let before = try folder.disk.read(note)
        let outcome = try folder.disk.replace(note, with: Array("new\n".utf8), base: Array("old\n".utf8))
        #expect(outcome == .unchanged)
        #expect(try folder.disk.read(note).facts == before.facts)
    }

    @Test("that somebody changed is a conflict and keeps theirs")
    func changed() throws {
        let note = try folder.write("theirs\n", to: "n.md")
        let outcome = try folder.disk.replace(note, with: Array("new\n".utf8), base: Array("old\n".utf8))
        #expect(outcome == .conflict(SaveConflict(reason: .changed, kept: [])))
        #expect(try folder.text(of: note) == "theirs\n")
    }

    @Test("that somebody removed is a conflict and makes no file")
    func missing() throws {
        let note = folder.vault.appending(NotePath("n.md"))
        let outcome = try folder.disk.replace(note, with: [1], base: [2])
        #expect(outcome == .conflict(SaveConflict(reason: .missing, kept: [])))
        #expect(try folder.names(in: folder.vault).isEmpty)
    }

    @Test("with several names rewrites it in place, so that all names show the new text")
    func hardLink() throws {
        let note = try folder.write("v1\n", to: "n.md")
        let other = folder.vault.appending(NotePath("m.md"))
        try FileManager.default.linkItem(atPath: note.description, toPath: other.description)
        let before = try folder.disk.read(note).facts
        let outcome = try folder.disk.replace(note, with: Array("v2\n".utf8), base: Array("v1\n".utf8))
        let receipt = SaveReceipt(proof: .proven, method: .inPlace, durable: true, lost: [])
        #expect(outcome == .saved(receipt))
        #expect(try folder.text(of: other) == "v2\n")
        let after = try folder.disk.read(note).facts
        #expect(after.identity == before.identity && after.links == 2 && after.born == before.born)
        #expect(try folder.names(in: folder.state.appending(NotePath("undo"))).isEmpty)
    }

    @Test("with several names that a program only reads is a conflict too, and stays as it is")
    func hardLinkThatIsRead() throws {
        let note = try folder.write("v1\n", to: "n.md")
        let other = folder.vault.appending(NotePath("m.md"))
        try FileManager.default.linkItem(atPath: note.description, toPath: other.description)
        let reader = try #require(FileHandle(forReadingAtPath: other.description))
        defer { try? reader.close() }
        var disk = folder.disk
        disk.patience = 0
        let outcome = try disk.replace(note, with: Array("v2\n".utf8), base: Array("v1\n".utf8))
        #expect(outcome == .conflict(SaveConflict(reason: .openForWriting, kept: [])))
        #expect(try folder.text(of: other) == "v1\n")
        #expect(try folder.names(in: folder.state.appending(NotePath("undo"))).isEmpty)
    }

    @Test("that a program holds open for writing is a conflict with that reason, after patience")
    func openForWriting() throws {
        let note = try folder.write("old\n", to: "n.md")
        let writer = try #require(FileHandle(forUpdatingAtPath: note.description))
        defer { try? writer.close() }
        var disk = folder.disk
        disk.patience = 0
        let outcome = try disk.replace(note, with: Array("new\n".utf8), base: Array("old\n".utf8))
        #expect(outcome == .conflict(SaveConflict(reason: .openForWriting, kept: [])))
        #expect(try folder.text(of: note) == "old\n")
    }

    @Test("through a symbolic link replaces the target and leaves the link", arguments: [1, 2])
    func symbolicLink(depth: Int) throws {
        let note = try folder.write("old\n", to: "real.md")
        var link = note
        for step in 0..<depth {
            let next = folder.vault.appending(NotePath("link\(step).md"))
            try FileManager.default.createSymbolicLink(
                atPath: next.description, withDestinationPath: link.name.description)
            link = next
        }
        _ = try folder.disk.replace(link, with: Array("new\n".utf8), base: Array("old\n".utf8))
        #expect(try folder.text(of: note) == "new\n")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link.description)
                == (depth == 1 ? "real.md" : "link0.md"))
    }

    @Test("keeps mode, creation date and extended attributes")
    func properties() throws {
        let note = try folder.write("old\n", to: "n.md")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: note.description)
        let before = try folder.disk.read(note)
        _ = try folder.disk.replace(note, with: Array("new\n".utf8), base: Array("old\n".utf8))
        let after = try folder.disk.read(note)
        #expect(after.facts.permissions == 0o640)
        #expect(after.created == before.facts.born)
        #expect(after.facts.identity != before.facts.identity)
    }
}
