// SPDX-License-Identifier: MIT
// Sessions as their clients see them: the order of what they are told, edits without waiting, edits in no journal.

import Foundation
import NoteJSON
import NoteKit
import Testing

@testable import NoteService

@Suite("A session of a client", .serialized, .timeLimit(.minutes(3)))
struct ServedSessionTests {
    let daemon: PairedDaemon

    init() throws { daemon = try PairedDaemon() }

    private func edit(
        _ session: Int, _ revision: Int, _ range: Range<Int>, _ text: String, _ more: String = ""
    ) -> String {
        """
        {"session": \(session), "revision": \(revision)\(more), "edits": [{"start": \(range.lowerBound), \
        "end": \(range.upperBound), "text": "\(text)"}]}
        """
    }

    private func open(_ client: PairedClient) async throws -> Opening {
        let vault = try await daemon.open(client)
        let answer = try await client.ask("note/open", #"{"vault": "\#(vault)", "path": "a.md"}"#)
        return Opening(
            vault: vault, session: answer.number("session"), warning: answer.optionalText("warning"))
    }

    struct Opening {
        let vault: String
        let session: Int
        let warning: String?
    }

    @Test("is named before anything is told of it")
    func order() async throws {
        try daemon.write("a.md", String(repeating: "line of text\n", count: 20_000))
        let typist = try await daemon.client()
        let session = try await open(typist).session
        let typing = Task {
            var revision = 0
            while !Task.isCancelled {
                let answer = try await typist.ask("note/edit", edit(session, revision, 0..<0, "x"))
                revision = answer.number("revision")
            }
        }
        for _ in 0..<12 {
            let client = try await daemon.client()
            let session = try await open(client).session
            let answer = try #require(
                client.messages.firstIndex { $0.object("result")?.number("session") == session })
            let early = client.messages[..<answer].filter {
                $0.object("params")?.number("session") == session
            }
            #expect(early.isEmpty)
            let known = client.messages[answer].object("result")?.number("revision")
            // Nothing is missing in between either.
            let first = try await client.wait { _ in client.news("note/changed").first }
            let count = first.objects("changes").count
            #expect(first.number("revision") - count == known)
            client.leave()
        }
        typing.cancel()
        _ = await typing.result
        await daemon.end()
        try daemon.remove()
    }

    @Test("takes edits that stand on unanswered ones", arguments: ["utf-8", "utf-16"])
    func onTop(offsets: String) async throws {
        try daemon.write("a.md", "XY\n")
        let (client, other) = (try await daemon.client(offsets: offsets), try await daemon.client())
        let session = try await open(client).session
        let theirs = try await open(other).session
        let first = try client.send("note/edit", edit(session, 0, 0..<0, "ä", #", "number": 1"#))
        let second = try client.send(
            "note/edit",
            edit(session, 0, offsets == "utf-8" ? 2..<2 : 1..<1, "b", #", "number": 2, "after": 1"#))
        _ = try await (client.answer(first), client.answer(second))
        _ = try await other.ask("note/edit", edit(theirs, 2, 0..<0, "other "))
        let third = edit(session, 0, offsets == "utf-8" ? 3..<3 : 2..<2, "c", #", "number": 3, "after": 2"#)
        _ = try await client.ask("note/edit", third)
        _ = try await client.ask("note/save", #"{"session": \#(session)}"#)
        #expect(try daemon.text("a.md") == "other äbcXY\n")
        // What stands on a refused edit is refused, too.
        let bad = edit(session, 4, 90..<91, "", #", "number": 4, "after": 3"#)
        #expect(try await client.refusal("note/edit", bad)?.word == "bad-edit")
        let next = edit(session, 4, 0..<0, "!", #", "number": 5, "after": 4"#)
        #expect(try await client.refusal("note/edit", next)?.word == "stale-revision")
        #expect(try await client.refusal("note/edit", edit(session, 4, 0..<0, "!")) == nil)
        await daemon.end()
        try daemon.remove()
    }

    @Test("carries out an edit that comes as a notification, and tells the whole text where it cannot")
    func notification() async throws {
        try daemon.write("a.md", "XY\n")
        let client = try await daemon.client()
        let session = try await open(client).session
        try client.notify("note/edit", edit(session, 0, 0..<0, "N"))
        try client.notify("note/edit", edit(session, 1, 90..<91, "lost"))
        try client.notify("$/unheard-of", "{}")
        _ = try await client.ask("note/save", #"{"session": \#(session)}"#)
        #expect(try daemon.text("a.md") == "NXY\n")
        let told = try #require(client.news("note/changed").last)
        #expect(told.text("text") == "NXY\n" && told.number("revision") == 1)
        #expect(daemon.words.filter { $0.contains("as a notification") }.count == 1)
        await daemon.end()
        try daemon.remove()
    }

    @Test("says that its edits are in no journal, has them saved at once, and says when that is over")
    func notJournalled() async throws {
        try daemon.write("a.md", "x\n")
        let journals = daemon.folder.appendingPathComponent("state/journal")
        try Data().write(to: journals)
        let (client, other) = (try await daemon.client(), try await daemon.client())
        let opened = try await open(client)
        #expect(opened.warning == nil)
        let answer = try await client.ask("note/edit", edit(opened.session, 0, 0..<0, "TYPED "))
        #expect(answer.optionalText("warning") != nil)
        try await client.wait { _ in client.news("note/status").first { $0.text("status") == "saved" } }
        #expect(try daemon.text("a.md") == "TYPED x\n", "without the pause")
        let second = try await open(other)
        #expect(second.warning != nil)
        let facts = try await other.ask("vault/list").objects("vaults")[0].objects("degraded")
        #expect(facts.map { $0.text("reason") } == ["notJournalled"])
        try FileManager.default.removeItem(at: journals)
        let again = try await client.ask("note/edit", edit(opened.session, 1, 0..<0, "MORE "))
        #expect(again.optionalText("warning") == nil)
        #expect(try await other.ask("vault/list").objects("vaults")[0].objects("degraded").isEmpty)
        _ = try await client.ask("note/save", #"{"session": \#(opened.session)}"#)
        _ = try await client.ask("note/edit", edit(opened.session, 2, 0..<0, "LAST "))
        #expect(try daemon.text("a.md") == "MORE TYPED x\n", "with the pause")
        #expect(daemon.words.filter { $0.contains("journal") }.count == 2)
        await daemon.end()
        try daemon.remove()
    }
}
