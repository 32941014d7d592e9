// SPDX-License-Identifier: MIT
// Whole texts that are written into notes which others have open: nothing that was answered is lost by it.

import Foundation
import NoteKit
import Testing

@testable import NoteService

@Suite("A whole text written into an open note", .serialized, .timeLimit(.minutes(2)))
struct ServedWritingTests {
    let daemon: PairedDaemon

    init() throws { daemon = try PairedDaemon() }

    private func note(_ vault: String, _ more: String = "") -> String {
        #"{"vault": "\#(vault)", "path": "a.md"\#(more)}"#
    }

    private func type(
        _ text: String, _ range: Range<Int> = 0..<0, in session: Opening, _ client: PairedClient
    ) async throws {
        _ = try await client.ask(
            "note/edit",
            """
            {"session": \(session.id), "revision": \(session.revision), "edits": [{"start": \(range.lowerBound), \
            "end": \(range.upperBound), "text": "\(text)"}]}
            """)
    }

    /// What note/open answered.
    struct Opening {
        let id: Int
        let revision: Int
    }

    private func open(_ vault: String, _ client: PairedClient) async throws -> Opening {
        let answer = try await client.ask("note/open", note(vault))
        return Opening(id: answer.number("session"), revision: answer.number("revision"))
    }

    /// Returns when what was sent before would have been done: as much was, and more, of other notes.
    private func writeOthers(_ vault: String, _ client: PairedClient) async throws {
        for _ in 0..<10 {
            let name = "\(UUID().uuidString).md"
            _ = try await client.ask(
                "note/write", #"{"vault": "\#(vault)", "path": "\#(name)", "text": "x"}"#)
        }
    }

    /// The texts of all versions.
    private func versions(_ vault: String, _ client: PairedClient) async throws -> [String: String] {
        var texts: [String: String] = [:]
        for version in try await client.ask("note/history", note(vault)).objects("versions") {
            let id = version.text("id")
            texts[try await client.ask("note/read", note(vault, #", "version": "\#(id)""#)).text("text")] = id
        }
        return texts
    }

    /// A note that held `one` and holds `two`; answers the vault and the version.
    private func older(_ client: PairedClient) async throws -> (vault: String, version: String) {
        try daemon.write("a.md", "one\n")
        let vault = try await daemon.open(client)
        let digest = try await client.ask("note/read", note(vault)).text("digest")
        _ = try await client.ask("note/write", note(vault, #", "base": "\#(digest)", "text": "two\n""#))
        return (vault, try #require(try await versions(vault, client)["one\n"]))
    }

    @Test("has what was typed before saved first, so that it is a version: note/restore")
    func restore() async throws {
        let (typist, other) = (try await daemon.client(), try await daemon.client())
        let (vault, version) = try await older(other)
        let session = try await open(vault, typist)
        try await type("typed ", in: session, typist)
        _ = try await other.ask("note/restore", note(vault, #", "version": "\#(version)""#))
        #expect(try daemon.text("a.md") == "one\n")
        #expect(try await versions(vault, other).keys.contains("typed two\n"))
        try await typist.wait { _ in typist.news("note/changed").last.map { $0.number("revision") == 2 } }
        await daemon.end()
        try daemon.remove()
    }

    @Test("is refused in a conflict, which stays that of whoever is in it")
    func conflict() async throws {
        let (typist, other) = (try await daemon.client(), try await daemon.client())
        let (vault, version) = try await older(other)
        let session = try await open(vault, typist)
        try await type("MINE", 0..<3, in: session, typist)
        try daemon.write("a.md", "theirs\n")
        #expect(try await typist.refusal("note/save", #"{"session": \#(session.id)}"#)?.word == "conflict")
        let digest = SHA256Digest(of: Array("theirs\n".utf8)).description
        for (method, more) in [
            ("note/restore", #", "version": "\#(version)""#),
            ("note/write", #", "base": "\#(digest)", "text": "x""#), ("note/write", #", "text": "x""#),
        ] {
            let refusal = try await other.refusal(method, note(vault, more))
            #expect(refusal == PairedRefusal(word: "conflict", digest: digest))
        }
        let shown = try await other.ask("conflict/show", note(vault))
        #expect(shown.text("mine") == "MINE\n" && shown.text("theirs") == "theirs\n")
        await daemon.end()
        try daemon.remove()
    }

    @Test("waits for a hold, and is written behind it: note/write, note/resolve")
    func held() async throws {
        let (typist, other, holder) = (
            try await daemon.client(), try await daemon.client(), try await daemon.client()
        )
        let (vault, _) = try await older(other)
        let session = try await open(vault, typist)
        let path = #"{"path": "\#(daemon.vault)"}"#
        let digest = SHA256Digest(of: Array("two\n".utf8)).description
        var hold = try await holder.ask("vault/hold", path).number("hold")
        let write = try other.send("note/write", note(vault, #", "base": "\#(digest)", "text": "three\n""#))
        try await writeOthers(vault, typist)
        #expect(try daemon.text("a.md") == "two\n")
        _ = try await holder.ask("vault/release", #"{"hold": \#(hold)}"#)
        #expect(try await other.answer(write).text("status") == "saved")

        try await type("MINE ", in: session, typist)
        try daemon.write("a.md", "theirs\n")
        #expect(try await typist.refusal("note/save", #"{"session": \#(session.id)}"#)?.word == "conflict")
        hold = try await holder.ask("vault/hold", path).number("hold")
        let token = try await other.ask("conflict/show", note(vault)).text("token")
        let resolve = try typist.send(
            "note/resolve", #"{"session": \#(session.id), "choice": "mine", "token": "\#(token)"}"#)
        try await writeOthers(vault, other)
        #expect(try daemon.text("a.md") == "theirs\n")
        _ = try await holder.ask("vault/release", #"{"hold": \#(hold)}"#)
        _ = try await typist.answer(resolve)
        #expect(try daemon.text("a.md") == "MINE three\n")
        await daemon.end()
        try daemon.remove()
    }

    @Test("has what was typed before saved first: note/resolve of a conflict that only the store remembers")
    func remembered() async throws {
        try daemon.write("a.md", "one\n")
        var client = try await daemon.client()
        var vault = try await daemon.open(client)
        try await type("MINE", 0..<3, in: try await open(vault, client), client)
        try daemon.write("a.md", "theirs\n")
        #expect(try await client.refusal("note/save", #"{"session": 1}"#)?.word == "conflict")
        await daemon.end()
        try FileManager.default.removeItem(at: daemon.folder.appendingPathComponent("state/journal"))

        let next = try PairedDaemon(in: daemon.folder)
        client = try await next.client()
        vault = try await next.open(client)
        let session = try await open(vault, client)
        let conflicts = try await client.ask("conflict/list", #"{"vault": "\#(vault)"}"#).objects("conflicts")
        #expect(conflicts.map { $0.text("path") } == ["a.md"], "nobody has chosen")
        try await type("PRECIOUS ", in: session, client)
        let other = try await next.client()
        let second = try await open(vault, other)
        let shown = try await other.ask("conflict/show", note(vault))
        // What the note holds by now, not what it held when the conflict came up.
        #expect(shown.text("mine") == "MINE\n" && shown.text("theirs") == "PRECIOUS theirs\n")
        let sides = #""session": \#(second.id), "token": "\#(shown.text("token"))""#
        try await type("LATER ", in: second, other)
        for choice in [#""mine""#, #""theirs""#, #""both""#, #""merged", "text": "m\n""#] {
            let refusal = try await other.refusal("note/resolve", "{\(sides), \"choice\": \(choice)}")
            #expect(refusal?.word == "conflict")
        }
        let now = try await other.ask("conflict/show", note(vault)).text("token")
        let choice = #"{"session": \#(second.id), "token": "\#(now)", "choice": "mine"}"#
        _ = try await other.ask("note/resolve", choice)
        #expect(try next.text("a.md") == "MINE\n")
        #expect(try await versions(vault, other).keys.contains("LATER PRECIOUS theirs\n"))
        await next.end()
        try next.remove()
    }

    @Test("goes to the path that was named, wherever the open note has moved")
    func moved() async throws {
        let (typist, other) = (try await daemon.client(), try await daemon.client())
        let (vault, version) = try await older(other)
        _ = try await open(vault, typist)
        try FileManager.default.moveItem(atPath: daemon.vault + "/a.md", toPath: daemon.vault + "/b.md")
        _ = try await other.refusal("note/restore", note(vault, #", "version": "\#(version)""#))
        #expect(try daemon.text("b.md") == "two\n")
        await daemon.end()
        try daemon.remove()
    }

    @Test("is shown to all who have it open, to the byte of the version")
    func bytes() async throws {
        let (typist, other) = (try await daemon.client(), try await daemon.client())
        try daemon.write("a.md", "one\r\ntwo\r\n")
        let vault = try await daemon.open(other)
        let digest = try await other.ask("note/read", note(vault)).text("digest")
        let written = try await other.ask(
            "note/write",
            note(vault, #", "base": "\#(digest)", "edits": [{"start": 0, "end": 3, "text": "1"}]"#))
        #expect(try daemon.text("a.md") == "1\r\ntwo\r\n")
        let version = try #require(try await versions(vault, other)["one\ntwo\n"])
        _ = try await open(vault, typist)
        let text = #", "base": "\#(written.text("digest"))", "text": "x\n""#
        let again = try await other.ask("note/write", note(vault, text))
        #expect(again.text("digest") == SHA256Digest(of: Array("x\r\n".utf8)).description)
        _ = try await other.ask("note/restore", note(vault, #", "version": "\#(version)""#))
        #expect(try daemon.text("a.md") == "one\r\ntwo\r\n")
        await daemon.end()
        try daemon.remove()
    }
}
