// SPDX-License-Identifier: MIT
// The end of the daemon and its beginning after a kill: all that was answered is in the notes.

import Foundation
import NoteJSON
import NoteKit
import Testing

@testable import NoteService

@Suite("The daemon", .serialized, .timeLimit(.minutes(3)))
struct ServiceEndTests {
    let daemon: PairedDaemon

    init() throws { daemon = try PairedDaemon() }

    /// The journals of the daemon, by name.
    private var journals: [String] {
        let folder = daemon.folder.path + "/state/journal"
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            return ["\(error)"]
        }
    }

    @Test("ends once: all who ask for it hear the same notes, and clients leave no journals")
    func endsOnce() async throws {
        for name in ["a", "b", "c"] { try daemon.write("\(name).md", "x\n") }
        let client = try await daemon.client()
        let vault = try await daemon.open(client)
        for name in ["a", "b", "c"] {
            let session = try await client.ask("note/open", #"{"vault": "\#(vault)", "path": "\#(name).md"}"#)
                .number("session")
            _ = try await client.ask(
                "note/edit",
                #"{"session": \#(session), "revision": 0, "edits": [{"start": 0, "end": 0, "text": "T"}]}"#)
        }
        try daemon.write("c.md", "theirs\n")
        let shutdown = try client.send("shutdown")
        async let second = daemon.daemon.end()
        let third = await daemon.daemon.end()
        let answer = try await client.answer(shutdown).objects("unsaved").map { $0.text("path") }
        #expect(answer == [daemon.vault + "/c.md"])
        #expect(await second.map(\.note.description) == answer && third.map(\.note.description) == answer)
        #expect(try daemon.text("a.md") == "Tx\n" && daemon.text("b.md") == "Tx\n")
        #expect(journals.count == 1, "that of the conflict")
        await daemon.end()
        try daemon.remove()
    }

    @Test("answers at its end all that it was asked before")
    func answersAll() async throws {
        try daemon.write("a.md", String(repeating: "line of text\n", count: 20_000))
        for _ in 0..<10 {
            let daemon = try PairedDaemon(in: daemon.folder)
            let client = try await daemon.client()
            let vault = try await daemon.open(client)
            let asked = try (0..<8).map { _ in
                try client.send("note/read", #"{"vault": "\#(vault)", "path": "a.md"}"#)
            }
            let shutdown = try client.send("shutdown")
            _ = try await client.answer(shutdown)
            await daemon.end()
            for id in asked {
                let answer = try await client.wait { $0.first { $0["id"] == .whole(id) } }
                let word = answer.object("error")?.object("data")?.text("code")
                #expect(answer.object("result") != nil || word == "ending")
            }
        }
        await daemon.end()
        try daemon.remove()
    }

    @Test("makes the edits that wait for a hold when it ends, and holds nothing more")
    func endsHolds() async throws {
        for name in ["a", "b"] { try daemon.write("\(name).md", "x\n") }
        let (typist, holder, next) = (
            try await daemon.client(), try await daemon.client(), try await daemon.client()
        )
        let vault = try await daemon.open(typist)
        let session = try await typist.ask("note/open", #"{"vault": "\#(vault)", "path": "a.md"}"#)
            .number("session")
        let path = #"{"path": "\#(daemon.vault)"}"#
        let hold = try await holder.ask("vault/hold", path)
        #expect(hold.number("notes") == 1)
        let second = try next.send("vault/hold", path)
        let edit = try typist.send(
            "note/edit",
            #"{"session": \#(session), "revision": 0, "edits": [{"start": 0, "end": 0, "text": "T"}]}"#)
        // What was sent before is under way when this is answered.
        for client in [typist, next] { _ = try await client.ask("vault/list") }
        for _ in 0..<100 { await Task.yield() }
        #expect(await daemon.end().isEmpty)
        #expect(try await typist.answer(edit).number("revision") == 1)
        #expect(try daemon.text("a.md") == "Tx\n")
        await #expect(throws: PairedRefusal(word: "ending", digest: nil)) {
            _ = try await next.answer(second)
        }
        try daemon.remove()
    }

    @Test("has no more than 64 holds of a client at once, and forgets those that are over")
    func manyHolds() async throws {
        let client = try await daemon.client()
        for _ in 0..<100 {
            let hold = try await client.ask("vault/hold", #"{"path": "/nowhere"}"#).number("hold")
            #expect(try await client.ask("vault/release", #"{"hold": \#(hold)}"#).truth("wasHeld") == true)
        }
        for _ in 0..<64 { _ = try await client.ask("vault/hold", #"{"path": "/nowhere"}"#) }
        #expect(try await client.refusal("vault/hold", #"{"path": "/nowhere"}"#)?.word == "limit")
        let other = try await daemon.client()
        _ = try await other.ask("vault/hold", #"{"path": "/nowhere"}"#)
        await daemon.end()
        try daemon.remove()
    }

    @Test("brings all edits back that a killed daemon left, of several vaults at once")
    func several() async throws {
        let folder = JournalFolder(of: NoteDisk(stateFolder: NotePath(daemon.folder.path + "/state")))
        for vault in 0..<4 {
            let path = daemon.folder.appendingPathComponent("vault\(vault)")
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            for note in 0..<12 {
                let file = path.appendingPathComponent("\(note).md")
                try Data("old\n".utf8).write(to: file)
                var text = try NoteText(bytes: Array("old\n".utf8))
                var journal = try NoteJournal(
                    of: NotePath(file.path), key: nil, base: text.bytes, in: folder)
                try journal.append([text.replace(checking: 0..<0, with: Array("typed ".utf8)[...])])
                journal.leave()
            }
        }
        try Data("notekit journal 1\nbroken".utf8).write(
            to: daemon.folder.appendingPathComponent("state/journal/0123456789abcdef-0123456789abcdef"))
        let client = try await daemon.client()
        let others = [
            client, try await daemon.client(), try await daemon.client(), try await daemon.client(),
        ]
        let asked = try others.enumerated().map { number, client in
            try client.send("vault/open", #"{"path": "\#(daemon.folder.path)/vault\#(number)"}"#)
        }
        for (client, id) in zip(others, asked) { _ = try await client.answer(id) }
        #expect(daemon.words.filter { $0.contains("are back") }.count == 48)
        #expect(daemon.words.contains { $0.contains("is damaged") })
        await daemon.end()
        for vault in 0..<4 {
            for note in 0..<12 {
                let file = daemon.folder.appendingPathComponent("vault\(vault)/\(note).md")
                #expect(try String(contentsOf: file, encoding: .utf8) == "typed old\n")
            }
        }
        try daemon.remove()
    }
}
