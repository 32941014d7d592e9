// SPDX-License-Identifier: MIT
// Edits whose answers are lost with the connection: each is made once or not at all, and its maker is told which.

import Foundation
import NoteJSON
import Synchronization
import Testing

@testable import NoteProtocol
@testable import NoteService

@Suite("An edit whose answer is lost", .serialized, .timeLimit(.minutes(2)))
struct LostEditTests {
    let daemon: PairedDaemon

    init() throws { daemon = try PairedDaemon() }

    /// The connections of a client, in order.
    private final class Relays: Sendable {
        private let all = Mutex<[Relay]>([])
        var last: Relay? { all.withLock { $0.last } }
        func add(_ relay: Relay) { all.withLock { $0.append(relay) } }
    }

    private func connect(_ relays: Relays) async throws -> NoteClient {
        var options = NoteClientOptions()
        options.door = { [loop = daemon.loop] () throws(ServiceError) in
            let relay = try Relay(to: loop)
            relays.add(relay)
            return relay.client
        }
        return try await NoteClient.connect(as: "test", options: options)
    }

    /// Begins an edit at the beginning of the note, and returns once it was sent.
    private func edit(
        _ text: String, _ session: RemoteSession, _ revision: RemoteRevision, _ client: NoteClient
    ) async throws -> Task<Result<RemoteRevision, NoteClientError>, Never> {
        let known = client.state.withLock { $0.count }
        let task = Task {
            do throws(NoteClientError) {
                let edit = Service.TextEdit(start: 0, end: 0, text: text)
                return Result<RemoteRevision, NoteClientError>.success(
                    try await session.edit([edit], on: revision))
            } catch {
                return .failure(error)
            }
        }
        while !client.state.withLock({ $0.calls.contains { $0.key > known && $0.value.sentOver != nil } }) {
            try Task.checkCancellation()
            await Task.yield()
        }
        return task
    }

    /// The text with which the session was opened anew.
    private func reopened(_ client: NoteClient) async -> RemoteText? {
        var news = client.news.makeAsyncIterator()
        while let piece = await news.next() { if case .reopened(_, let text) = piece { return text } }
        return nil
    }

    private func error(_ result: Result<RemoteRevision, NoteClientError>) -> NoteClientError? {
        if case .failure(let error) = result { error } else { nil }
    }

    @Test("was made where the connection was cut behind it, and is not made again")
    func cutBehind() async throws {
        try daemon.write("a.md", "x\n")
        let (relays, other) = (Relays(), try await daemon.client())
        let vault = try await daemon.open(other)
        _ = try await other.ask("note/open", #"{"vault": "\#(vault)", "path": "a.md"}"#)
        let client = try await connect(relays)
        _ = try await client.answer(to: Service.VaultOpen(path: daemon.vault))
        let (session, text) = try await client.open("a.md", in: vault)
        relays.last?.lose(.answers)
        let task = try await edit("once ", session, text.revision, client)
        // Somebody else sees that it was made.
        try await other.wait { _ in other.news("note/changed").first }
        relays.last?.cut()
        #expect(try await task.value.get() == text.revision)
        let now = try #require(await reopened(client))
        #expect(now.text == "once x\n")
        await #expect {
            _ = try await session.edit(
                [Service.TextEdit(start: 0, end: 0, text: "again ")], on: text.revision)
        } throws: {
            ($0 as? NoteClientError)?.code == .staleSession
        }
        _ = try await session.edit([Service.TextEdit(start: 0, end: 0, text: "and ")], on: now.revision)
        try await session.save()
        #expect(try daemon.text("a.md") == "and once x\n")
        client.close()
        await daemon.end()
        try daemon.remove()
    }

    @Test("was not made where the connection was cut before it")
    func cutBefore() async throws {
        try daemon.write("a.md", "x\n")
        let relays = Relays()
        let client = try await connect(relays)
        let vault = try await client.answer(to: Service.VaultOpen(path: daemon.vault)).vault
        let (session, text) = try await client.open("a.md", in: vault)
        relays.last?.lose(.questions)
        let task = try await edit("never ", session, text.revision, client)
        relays.last?.cut()
        let lost = error(await task.value)
        #expect(lost?.code == .lost && lost?.isUndone == true)
        #expect(await reopened(client)?.text == "x\n")
        try await session.save()
        #expect(try daemon.text("a.md") == "x\n")
        client.close()
        await daemon.end()
        try daemon.remove()
    }

    @Test(
        "is never made behind the answer that tells of it, though it waits in the daemon when the connection is cut"
    )
    func onTheWay() async throws {
        try daemon.write("a.md", "x\n")
        let (relays, other) = (Relays(), try await daemon.client())
        let client = try await connect(relays)
        let vault = try await client.answer(to: Service.VaultOpen(path: daemon.vault)).vault
        let (session, text) = try await client.open("a.md", in: vault)
        let trail = try #require(session.key.flatMap { daemon.daemon.trails[$0] })
        let hold = try await other.ask("vault/hold", #"{"path": "\#(daemon.vault)"}"#).number("hold")
        let first = try await edit("first ", session, text.revision, client)
        let second = try await edit("second ", session, text.revision, client)
        relays.last?.cut()
        while !trail.isOver {
            try Task.checkCancellation()
            await Task.yield()
        }
        _ = try await other.ask("vault/release", #"{"hold": \#(hold)}"#)
        let failure = error(await second.value)
        #expect(failure?.code == .lost && failure?.isUndone == true)
        // The first may have begun before the hold was seen to be over, or not; what is told of it is true.
        let isMade = error(await first.value) == nil
        #expect(await reopened(client)?.text == (isMade ? "first x\n" : "x\n"))
        try await session.save()
        #expect(try daemon.text("a.md") == (isMade ? "first x\n" : "x\n"))
        client.close()
        await daemon.end()
        try daemon.remove()
    }

    @Test("is not known where the daemon knows nothing of the session any more")
    func forgotten() async throws {
        try daemon.write("a.md", "x\n")
        let client = try await daemon.client()
        let vault = try await daemon.open(client)
        let note = #""vault": "\#(vault)", "path": "a.md""#
        let answer = try await client.ask(
            "note/open", "{\(note), \"resume\": \"strange\", \"unanswered\": [1]}")
        #expect(answer["made"] == nil)
        let key = String(repeating: "k", count: 65)
        for bad in ["\"key\": \"\"", "\"key\": \"\(key)\""] {
            #expect(try await client.refusal("note/open", "{\(note), \(bad)}")?.word == "invalid-params")
        }
        let trails = EditTrails(most: 4)
        for number in 0..<6 { trails.add(EditTrail(), "\(number)") }
        #expect(trails["0"] == nil && trails["5"] != nil)
        if let trail = trails["5"] { trails.remove(trail) }
        #expect(trails["5"] == nil && trails["4"] != nil)
        await daemon.end()
        try daemon.remove()
    }
}
