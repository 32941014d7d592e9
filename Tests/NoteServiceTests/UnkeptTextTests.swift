// SPDX-License-Identifier: MIT
// What is answered where the text that a write replaces cannot be kept: no program believes it to be in the history.

import Foundation
import NoteKit
import NoteStore
import Synchronization
import Testing

@testable import NoteService

@Suite("A replaced text that cannot be kept", .serialized, .timeLimit(.minutes(2)))
struct UnkeptTextTests {
    /// A store whose disk can be filled.
    private final class Disk: VersionKeeper {
        private let keeper: StoreVersionKeeper
        let isFull = Mutex(false)

        init(stateFolder: NotePath) { keeper = StoreVersionKeeper(stateFolder: stateFolder) }

        var keepsReplacedTexts: Bool { true }

        func keep(_ version: NoteVersion) throws(FileError) {
            if isFull.withLock({ $0 }) {
                throw FileError(
                    .keep, version.note, call: "pwrite64", code: .noSpace, because: "no room is left")
            }
            try keeper.keep(version)
        }
    }

    let daemon: PairedDaemon
    private let disk: Disk

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("unkept-\(UUID().uuidString.prefix(8))").resolvingSymlinksInPath()
        disk = Disk(stateFolder: NotePath(folder.path + "/state"))
        daemon = try PairedDaemon(in: folder, replacedTexts: disk)
    }

    private func note(_ vault: String, _ more: String = "") -> String {
        #"{"vault": "\#(vault)", "path": "a.md"\#(more)}"#
    }

    /// A note that held `one` and holds `two`, with the disk full; answers the vault and the version.
    private func older(_ client: PairedClient) async throws -> (vault: String, version: String) {
        try daemon.write("a.md", "one\n")
        let vault = try await daemon.open(client)
        let digest = try await client.ask("note/read", note(vault)).text("digest")
        let written = try await client.ask(
            "note/write", note(vault, #", "base": "\#(digest)", "text": "two\n""#))
        #expect(written.optionalText("warning") == nil)
        let version = try await client.ask("note/history", note(vault)).objects("versions")[0].text("id")
        disk.isFull.withLock { $0 = true }
        return (vault, version)
    }

    @Test("is told with the answer of note/write, and once in the log", arguments: [false, true])
    func write(isOpen: Bool) async throws {
        let client = try await daemon.client()
        let (vault, _) = try await older(client)
        if isOpen { _ = try await client.ask("note/open", note(vault)) }
        for text in ["three", "four"] {
            let digest = try await client.ask("note/read", note(vault)).text("digest")
            let written = try await client.ask(
                "note/write", note(vault, #", "base": "\#(digest)", "text": "\#(text)""#))
            #expect(written.text("status") == "saved")
            #expect(written.text("warning").contains("a.md' held before is not in its history. "))
            #expect(try daemon.text("a.md") == text)
        }
        #expect(daemon.words.filter { $0.contains("What saves replace") }.count == 1)
        disk.isFull.withLock { $0 = false }
        let digest = try await client.ask("note/read", note(vault)).text("digest")
        let written = try await client.ask(
            "note/write", note(vault, #", "base": "\#(digest)", "text": "five""#))
        #expect(written.optionalText("warning") == nil)
        #expect(daemon.words.filter { $0.contains("What saves replace") }.count == 2)
        await daemon.end()
        try daemon.remove()
    }

    @Test("stays in the note, which no version takes the place of", arguments: [false, true])
    func restore(isOpen: Bool) async throws {
        let client = try await daemon.client()
        let (vault, version) = try await older(client)
        if isOpen { _ = try await client.ask("note/open", note(vault)) }
        let restore = note(vault, #", "version": "\#(version)""#)
        #expect(try await client.refusal("note/restore", restore)?.word == "not-written")
        #expect(try daemon.text("a.md") == "two\n")
        disk.isFull.withLock { $0 = false }
        _ = try await client.ask("note/restore", restore)
        #expect(try daemon.text("a.md") == "one\n")
        await daemon.end()
        try daemon.remove()
    }

    @Test("stands in the way of a resolution, which names the disk")
    func resolve() async throws {
        let client = try await daemon.client()
        let (vault, _) = try await older(client)
        let session = try await client.ask("note/open", note(vault))
        let id = session.number("session")
        _ = try await client.ask(
            "note/edit",
            #"{"session": \#(id), "revision": \#(session.number("revision")), "edits": [{"start": 0, "end": 3, "text": "MINE"}]}"#
        )
        try daemon.write("a.md", "theirs\n")
        #expect(try await client.refusal("note/save", #"{"session": \#(id)}"#)?.word == "conflict")
        let token = try await client.ask("conflict/show", note(vault)).text("token")
        for choice in ["mine", "theirs"] {
            let refusal = try await client.refusal(
                "note/resolve", #"{"session": \#(id), "choice": "\#(choice)", "token": "\#(token)"}"#)
            #expect(refusal?.word == "not-written")
        }
        #expect(try daemon.text("a.md") == "theirs\n")
        await daemon.end()
        try daemon.remove()
    }
}
