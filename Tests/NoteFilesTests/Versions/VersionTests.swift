// SPDX-License-Identifier: MIT
// Texts that are in no note are kept, once, and found again by a person and by a program.

import CNoteLinux
import Foundation
import Glibc
import NoteKit
import Synchronization
import Testing

@Suite("A kept version")
struct VersionTests {
    let scratch: TemporaryFolder
    let keeper: FileVersionKeeper
    let note: NotePath
    let moment = FileTime(seconds: 1_796_071_234, nanoseconds: 5_000_678)

    init() throws {
        scratch = try TemporaryFolder()
        keeper = FileVersionKeeper(on: scratch.disk)
        note = scratch.vault.appending(NotePath("my note.md"))
    }

    private func version(
        _ text: String, _ reason: NoteVersion.Reason = .theirs, later seconds: Int64 = 0
    ) -> NoteVersion {
        NoteVersion(
            of: note, Array(text.utf8), because: reason,
            at: FileTime(seconds: moment.seconds + seconds, nanoseconds: moment.nanoseconds))
    }

    @Test("is a plain file that says when and why, in a folder that says of which note")
    func plainFile() throws {
        try keeper.keep(version("\u{FEFF}theirs\r\n"))
        let kept = try #require(try keeper.versions(of: note).first)
        #expect(try scratch.text(of: kept.file) == "\u{FEFF}theirs\r\n")
        let digest = "\(SHA256Digest(of: Array("\u{FEFF}theirs\r\n".utf8)))".prefix(32)
        #expect("\(kept.file.name)" == "20261130-204034-005000678-theirs-\(digest).md")
        #expect(kept.moment == moment && kept.reason == .theirs && kept.digestStart == digest)
        let folder = kept.file.folder
        #expect("\(folder.name)".hasPrefix("my note.md-"))
        #expect(folder.folder == scratch.state.appending(NotePath("versions")))
        #expect(try scratch.text(of: folder.appending(NotePath("path"))) == "\(note)\n")
        #expect(try LinuxCalls().facts(of: kept.file)?.permissions == 0o600)
        #expect(try LinuxCalls().facts(of: folder)?.permissions == 0o700)
    }

    @Test("is there once, however often and for whatever reason it is kept")
    func once() throws {
        try keeper.keep(version("a"))
        try keeper.keep(version("a", .mine, later: 5))
        try keeper.keep(version("b", later: 5))
        #expect(try keeper.versions(of: note).map(\.moment.seconds) == [moment.seconds, moment.seconds + 5])
    }

    @Test("of the same moment as another keeps its own name")
    func sameMoment() throws {
        try keeper.keep(version("a"))
        try keeper.keep(version("b"))
        #expect(try keeper.versions(of: note).count == 2)
    }

    @Test("that a person has edited is kept again beside it")
    func edited() throws {
        try keeper.keep(version("a"))
        let kept = try #require(try keeper.versions(of: note).first)
        try LinuxCalls().rewrite(kept.file, with: Array("edited".utf8))
        try keeper.keep(version("a"))
        let texts = try keeper.versions(of: note).map { try scratch.text(of: $0.file) }
        #expect(texts == ["edited", "a"])
    }

    @Test("belongs to its note alone, be they called alike")
    func otherNotes() throws {
        try keeper.keep(version("a"))
        let other = scratch.vault.appending(NotePath("folder/my note.md"))
        #expect(try keeper.versions(of: other).isEmpty)
        try keeper.keep(NoteVersion(of: other, [], because: .mine, at: moment))
        #expect(try keeper.versions(of: other).map(\.reason) == [.mine])
        #expect(try keeper.versions(of: note).map(\.reason) == [.theirs])
    }

    @Test(
        "has a name that can be read back, whatever the moment",
        arguments: [Int64.min, -1, 0, 951_782_399, 253_402_300_799, .max])
    func moments(seconds: Int64) throws {
        let moment = FileTime(seconds: seconds, nanoseconds: 999_999_999)
        try keeper.keep(NoteVersion(of: note, [1], because: .recovered, at: moment))
        let kept = try #require(try keeper.versions(of: note).first)
        #expect(kept.moment.seconds == min(max(seconds, 0), 253_402_300_799))
    }

    @Test("may belong to a note of any name")
    func anyName() throws {
        for bytes: [UInt8] in [[0xFF, 0x2E], Array(repeating: 0x61, count: 255), Array("-\n".utf8)] {
            let note = scratch.vault.appending(NotePath(bytes: bytes))
            try keeper.keep(NoteVersion(of: note, bytes, because: .mine, at: moment))
            #expect(try keeper.versions(of: note).count == 1)
        }
    }

    @Test("is there once when several keep it at the same time")
    func together() async throws {
        let (keeper, version) = (keeper, version("a"))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { #expect(throws: Never.self) { try keeper.keep(version) } }
            }
        }
        #expect(try keeper.versions(of: note).count == 1)
        let names = try scratch.names(in: #require(try keeper.versions(of: note).first).file.folder)
        #expect(names.count == 2)
    }

    @Test("in memory is there once too")
    func inMemory() throws {
        let keeper = MemoryVersionKeeper()
        for text in ["a", "a", "b"] { keeper.keep(version(text)) }
        #expect(keeper.versions(of: note).map(\.bytes) == [Array("a".utf8), Array("b".utf8)])
    }
}
