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
