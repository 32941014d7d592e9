// SPDX-License-Identifier: MIT
// Requests that their clients take back: what is ended, what is done all the same, and what was too late.

import Dispatch
import Foundation
import NoteJSON
import NoteKit
import Synchronization
import Testing

@testable import NoteProtocol
@testable import NoteService

/// Keeps all threads of some lanes until it is let go.
private final class Occupation: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let width: Int

    init(_ lanes: DiskLanes, width: Int) async {
        self.width = width
        for _ in 0..<width {
            await withCheckedContinuation { continuation in
                Task {
                    await lanes.run { [gate] in
                        continuation.resume()
                        gate.wait()
                    }
                }
            }
        }
    }

    func end() { for _ in 0..<width { gate.signal() } }

    // Where the test failed before.
    deinit { end() }
}

@Suite("A request that is taken back", .serialized, .timeLimit(.minutes(2)))
struct CancellingTests {
    let daemon: PairedDaemon

    init() throws { daemon = try PairedDaemon() }

    private func word(_ answer: JSONObject) -> String? {
        answer.object("error")?.object("data")?.text("code")
    }

    private func search(_ vault: String) -> String { #"{"vault": "\#(vault)", "query": "needle"}"# }

    @Test(
        "is answered at once, and those behind it are carried out",
        arguments: ["vault/search", "vault/check"])
    func reading(method: String) async throws {
        try daemon.write("a.md", "needle\n")
        let client = try await daemon.client()
        let vault = try await daemon.open(client)
        let lanes = method == "vault/search" ? VaultSearchMethod.searching : VaultCheckMethod.checking
        let parameters = method == "vault/search" ? search(vault) : #"{"vault": "\#(vault)"}"#
        let occupation = await Occupation(lanes, width: method == "vault/search" ? 2 : 1)
        let stuck = try client.send(method, parameters)
        let behind = try client.send("vault/notes", #"{"vault": "\#(vault)"}"#)
        try client.notify("$/cancelRequest", #"{"id": \#(stuck)}"#)
        let answer = try await client.wait { $0.first { $0["id"] == .whole(stuck) } }
        #expect(word(answer) == "cancelled" && answer.object("error")?.number("code") == -32800)
        #expect(try await client.answer(behind).number("count") == 1)
        occupation.end()
        #expect(try await client.ask("vault/search", search(vault)).objects("results").count == 1)
        await daemon.end()
        try daemon.remove()
    }

    @Test("is not begun where it waits, and nothing is changed")
    func waiting() async throws {
        try daemon.write("a.md", "x\n")
        let (client, other) = (try await daemon.client(), try await daemon.client())
        let vault = try await daemon.open(client)
        let session = try await client.ask("note/open", #"{"vault": "\#(vault)", "path": "a.md"}"#)
            .number("session")
        func edit(_ text: String) throws -> Int {
            try client.send(
                "note/edit",
                #"{"session": \#(session), "revision": 0, "edits": [{"start": 0, "end": 0, "text": "\#(text)"}]}"#
            )
        }
        // The first waits for the hold, and the second for the first.
        let hold = try await other.ask("vault/hold", #"{"path": "\#(daemon.vault)"}"#).number("hold")
        let (first, second) = (try edit("first "), try edit("second "))
        for id in [second, 99_999] { try client.notify("$/cancelRequest", #"{"id": \#(id)}"#) }
        // Behind the notifications, in a lane of its own.
        _ = try await client.ask("vault/list")
        _ = try await other.ask("vault/release", #"{"hold": \#(hold)}"#)
        #expect(try await client.answer(first).number("revision") == 1)
        let refused = try await client.wait { $0.first { $0["id"] == .whole(second) } }
        #expect(word(refused) == "cancelled")
        _ = try await client.ask("note/save", #"{"session": \#(session)}"#)
        #expect(try daemon.text("a.md") == "first x\n")
        await daemon.end()
        try daemon.remove()
    }

    @Test(
        "is done where it has begun and writes, and ended where it has begun and reads",
        arguments: [false, true])
    func begun(isCancellable: Bool) async {
        let request = AskedRequest(isCancellable: isCancellable)
        let (goOn, end) = AsyncStream.makeStream(of: Void.self)
        let outcome = await request.carryOut {
            request.takeBack()
            end.finish()
            for await _ in goOn {}
            return Task.isCancelled
        }
        #expect(outcome == (isCancellable ? nil : false))
        #expect(await request.carryOut { true } == nil, "not begun")
    }

    @Test("names its request; what names none is in the log, and a request of that name is refused")
    func malformed() async throws {
        let client = try await daemon.client()
        try client.notify("$/cancelRequest", #"{"id": null}"#)
        try client.notify("$/cancelRequest", #"{"number": 1}"#)
        #expect(try await client.refusal("$/cancelRequest", #"{"id": 1}"#)?.word == "method-not-found")
        #expect(daemon.words.filter { $0.contains("cancelRequest") }.count == 1)
        await daemon.end()
        try daemon.remove()
    }

    @Test("is every reading one of a client that is gone, which is let go at once")
    func gone() async throws {
        try daemon.write("a.md", "needle\n")
        let client = try await daemon.client()
        let vault = try await daemon.open(client)
        let occupation = await Occupation(VaultSearchMethod.searching, width: 2)
        try client.send("vault/search", search(vault))
        // What writes is done all the same, though nobody hears of it.
        try client.send("note/write", #"{"vault": "\#(vault)", "path": "b.md", "text": "b\n"}"#)
        client.leave()
        while !daemon.words.contains(where: { $0.contains("was let go") }) {
            try Task.checkCancellation()
            await Task.yield()
        }
        occupation.end()
        #expect(try daemon.text("b.md") == "b\n")
        await daemon.end()
        try daemon.remove()
    }

    @Test("is taken back for a task that is cancelled, and for one that has waited long enough")
    func client() async throws {
        try daemon.write("a.md", "needle\n")
        var options = NoteClientOptions()
        options.door = { [loop = daemon.loop] () throws(ServiceError) in try loop.connect(peer: getpid()) }
        let client = try await NoteClient.connect(as: "test", options: options)
        let vault = try await client.answer(to: Service.VaultOpen(path: daemon.vault)).vault
        let occupation = await Occupation(VaultSearchMethod.searching, width: 2)
        let task = Task {
            do throws(NoteClientError) {
                _ = try await client.answer(to: Service.VaultSearch(vault: vault, query: "needle"))
                return nil as NoteClientError?
            } catch {
                return error
            }
        }
        while client.state.withLock({ $0.calls.values.allSatisfy { $0.sentOver == nil } }) {
            try Task.checkCancellation()
            await Task.yield()
        }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        // Would wait for the search, in its lane.
        #expect(try await client.answer(to: Service.VaultNotes(vault: vault)).count == 1)
        await #expect(throws: NoteClientError.self) {
            _ = try await client.answer(
                to: Service.VaultSearch(vault: vault, query: "needle"), within: .milliseconds(1))
        }
        #expect(try await client.answer(to: Service.VaultNotes(vault: vault)).count == 1)
        occupation.end()
        client.close()
        await daemon.end()
        try daemon.remove()
    }

    @Test("ends work on a thread of its own, when its task is cancelled")
    func lanes() async {
        let lanes = DiskLanes(width: 1)
        let (started, tell) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            await lanes.runCancellable { isCancelled in
                tell.finish()
                while !isCancelled() { sched_yield() }
                return true
            }
        }
        for await _ in started {}
        task.cancel()
        #expect(await task.value)
    }
}
