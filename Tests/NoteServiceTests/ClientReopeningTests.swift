// SPDX-License-Identifier: MIT
// What becomes of the sessions and vaults of a client when they are opened anew, against a daemon that a test plays.

import Synchronization
import Testing

@testable import NoteProtocol

@Suite("A client that opens anew what it had open")
struct ClientReopeningTests {
    /// The next piece of news that something is found in.
    private static func next<Found>(
        _ news: inout ServiceNewsStream.Iterator, _ found: (ServiceNews) -> Found?
    ) async -> Found? {
        while let piece = await news.next() {
            if let result = found(piece) { return result }
        }
        return nil
    }

    @Test("hears each change of the text once, however the news of the old opening come")
    func crossing() async throws {
        let daemon = ScriptedDaemon { request in
            guard request.method == "note/open" else { return nil }
            guard request.repetition > 0 else { return [request.opened(1)] }
            return [
                ScriptedDaemon.changed(1, revision: 1), request.opened(2, revision: 2),
                ScriptedDaemon.changed(1, revision: 2), ScriptedDaemon.changed(1, revision: 3),
                ScriptedDaemon.changed(2, revision: 3),
            ]
        }
        let client = try await daemon.client()
        let vault = try await client.answer(to: Service.VaultOpen(path: "/v")).vault
        let (session, text) = try await client.open("a.md", in: vault)
        #expect(text.revision == RemoteRevision(opening: 1, number: 0))
        let again = try await session.reopen()
        #expect(again.revision == RemoteRevision(opening: 2, number: 2))
        var news = client.news.makeAsyncIterator()
        var told: [RemoteRevision] = []
        while told.last?.number != 3 {
            let revision = await Self.next(&news) { piece -> RemoteRevision? in
                if case .changed(_, let revision, _) = piece { revision } else { nil }
            }
            told.append(try #require(revision))
        }
        #expect(told == [RemoteRevision(opening: 1, number: 1), RemoteRevision(opening: 2, number: 3)])
        client.close()
    }

    @Test(
        "keeps a session whose note cannot be opened at present, and hinders nobody else meanwhile",
        arguments: ["busy", "ending", "limit", "not-read", "store", "internal-error", "a-word-of-later"])
    func passing(word: String) async throws {
        let isOver = Mutex(false)
        let daemon = ScriptedDaemon { request in
            guard request.method == "note/open", request.connection > 1, !isOver.withLock({ $0 }) else {
                return nil
            }
            return [request.refusal(word)]
        }
        let client = try await daemon.client()
        let vault = try await client.answer(to: Service.VaultOpen(path: "/v")).vault
        let (session, _) = try await client.open("a.md", in: vault)
        daemon.hangUp()
        var news = client.news.makeAsyncIterator()
        _ = await Self.next(&news) { if case .reconnected = $0 { true } else { nil } }
        // Others are served before the note can be opened.
        #expect(try await client.answer(to: Service.VaultList()).vaults.isEmpty)
        isOver.withLock { $0 = true }
        let reopened = await Self.next(&news) { piece -> Bool? in
            switch piece {
            case .reopened(let which, let text): which == session && text.revision.opening == 2
            case .ended: false
            default: nil
            }
        }
        #expect(reopened == true)
        #expect(try await session.close().isSaved)
        client.close()
    }

    @Test("opens the notes of a vault when that can be opened at last", arguments: ["busy", "store"])
    func passingVault(word: String) async throws {
        let daemon = ScriptedDaemon { request in
            guard request.connection > 1, request.method == "vault/open", request.repetition < 3 else {
                return nil
            }
            return [request.refusal(word)]
        }
        let client = try await daemon.client()
        let vault = try await client.answer(to: Service.VaultOpen(path: "/v")).vault
        _ = try await client.open("a.md", in: vault)
        daemon.hangUp()
        var news = client.news.makeAsyncIterator()
        let reopened = await Self.next(&news) { piece -> Bool? in
            switch piece {
            case .reopened: true
            case .ended: false
            default: nil
            }
        }
        #expect(reopened == true)
        let asked = daemon.requests.filter { $0.connection == 2 }.map(\.method)
        #expect(asked == ["initialize"] + Array(repeating: "vault/open", count: 4) + ["note/open"])
        client.close()
    }

    @Test("asks again for a note whose opening has no answer")
    func unanswered() async throws {
        let daemon = ScriptedDaemon { request in
            request.method == "note/open" && request.connection > 1 && request.repetition == 0 ? [] : nil
        }
        let client = try await daemon.client { $0.patience = .milliseconds(300) }
        let vault = try await client.answer(to: Service.VaultOpen(path: "/v"), within: .seconds(60)).vault
        let (session, _) = try await client.open("a.md", in: vault, within: .seconds(60))
        daemon.hangUp()
        var news = client.news.makeAsyncIterator()
        let reopened = await Self.next(&news) { piece -> Bool? in
            switch piece {
            case .reopened(let which, _): which == session
            case .ended: false
            default: nil
            }
        }
        #expect(reopened == true)
        client.close()
    }

    @Test(
        "ends a session whose note or vault is gone for good",
        arguments: [
            ("note/open", "missing"), ("note/open", "outside-vault"), ("note/open", "invalid-params"),
            ("vault/open", "missing"),
        ])
    func final(method: String, word: String) async throws {
        let daemon = ScriptedDaemon { request in
            request.method == method && request.connection > 1 ? [request.refusal(word)] : nil
        }
        let client = try await daemon.client()
        let vault = try await client.answer(to: Service.VaultOpen(path: "/v")).vault
        let (session, _) = try await client.open("a.md", in: vault)
        daemon.hangUp()
        var news = client.news.makeAsyncIterator()
        let ended = await Self.next(&news) { piece -> NoteClientError? in
            if case .ended(let which, let error) = piece, which == session { error } else { nil }
        }
        #expect(ended?.refusal?.word == word)
        client.close()
    }

    @Test("demands that a note is there of which it was not told that it is not")
    func existence() async throws {
        let daemon = ScriptedDaemon { request in
            guard request.method == "note/open" else { return nil }
            switch request.connection {
            case 1: return [request.opened(1)]
            case 2: return [request.opened(1, status: "missing")]
            case 3: return [request.opened(1, status: "missing"), ScriptedDaemon.status(1, "saved")]
            default: return nil
            }
        }
        let client = try await daemon.client()
        let vault = try await client.answer(to: Service.VaultOpen(path: "/v")).vault
        _ = try await client.open("a.md", in: vault)
        var news = client.news.makeAsyncIterator()
        for connection in 2...4 {
            daemon.hangUp()
            _ = await Self.next(&news) { if case .reopened = $0 { true } else { nil } }
            guard connection == 3 else { continue }
            _ = await Self.next(&news) { if case .status = $0 { true } else { nil } }
        }
        let openings = daemon.requests.filter { $0.method == "note/open" }
        let demanded = openings.map { $0.parameters.truth("mustExist") }
        #expect(demanded == [nil, true, nil, true])
        client.close()
    }

    @Test("waits for a daemon that takes nobody at present, as long as its patience goes")
    func occupied() async throws {
        let daemon = ScriptedDaemon { _ in nil }
        let busy = ServiceError(.occupied, "No.")
        daemon.refuse(3, with: busy)
        let client = try await daemon.client()
        #expect(try await client.answer(to: Service.VaultList()).vaults.isEmpty)
        client.close()
        daemon.refuse(1_000_000, with: busy)
        await #expect {
            try await daemon.client { $0.patience = .milliseconds(20) }
        } throws: {
            ($0 as? NoteClientError)?.code == .unreachable
        }
        // 1, 2, 4, 5, 5 and the 3 that are left.
        #expect(daemon.refused == 3 + 7)
        daemon.refuse(1, with: ServiceError(.notRunning, "No."))
        await #expect {
            try await daemon.client()
        } throws: {
            ($0 as? NoteClientError)?.code == .notRunning
        }
    }

    @Test("tells folders apart whose names differ in their bytes alone")
    func bytes() async throws {
        let daemon = ScriptedDaemon { _ in nil }
        let client = try await daemon.client()
        let paths = ["/caf\u{E9}", "/cafe\u{301}"]
        for path in paths + paths { _ = try await client.answer(to: Service.VaultOpen(path: path)) }
        daemon.hangUp()
        var news = client.news.makeAsyncIterator()
        _ = await Self.next(&news) { if case .reconnected = $0 { true } else { nil } }
        #expect(try await client.answer(to: Service.VaultList()).vaults.isEmpty)
        let opened = daemon.requests.filter { $0.connection == 2 && $0.method == "vault/open" }
        #expect(opened.map { Array($0.parameters.text("path").utf8) } == paths.map { Array($0.utf8) })
        client.close()
    }
}
