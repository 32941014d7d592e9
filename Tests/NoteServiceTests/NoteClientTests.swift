// SPDX-License-Identifier: MIT
// The client in Swift against a real daemon: what it asks, and what it does when the daemon goes.

import Foundation
import Synchronization
import Testing

@testable import NoteProtocol

@Suite("A client of the daemon", .serialized)
struct NoteClientTests {
    let daemon: RunningDaemon

    init() throws { daemon = try RunningDaemon() }

    private static func error(_ call: () async throws -> Void) async -> NoteClientError? {
        do {
            try await call()
            return nil
        } catch {
            return error as? NoteClientError
        }
    }

    @Test("asks every method, and gets what it asked for")
    func methods() async throws {
        try daemon.write("a.md", "# A\n\nsee [[b]]\n")
        try daemon.write("b.md", "b\n")
        try daemon.start()
        let client = try await daemon.client()
        #expect(client.daemon?.serverInfo.name == "notekitd")
        let opened = try await client.answer(to: Service.VaultOpen(path: daemon.vault))
        let vault = opened.vault
        #expect(opened.notes == 2)
        #expect(try await client.answer(to: Service.VaultList()).vaults.map(\.path) == [daemon.vault])
        #expect(
            try await client.answer(to: Service.VaultCheck(vault: vault, workDoneToken: 5)).failures.isEmpty)
        let progress = client.news.take().compactMap {
            if case .progress(let told) = $0 { told } else { nil }
        }
        #expect(progress.allSatisfy { $0.token == 5 } && progress.map(\.value.kind) == ["begin", "end"])
        #expect(progress.last?.value.done == 2 && progress.last?.value.total == 2)
        let changes = try await client.answer(to: Service.VaultChanges(vault: vault))
        #expect(changes.isFresh && changes.changes.map(\.path) == ["a.md", "b.md"])
        let found = try await client.answer(to: Service.VaultSearch(vault: vault, query: "SEE"))
        #expect(found.results.map(\.path) == ["a.md"] && found.results[0].matches[0].start == 5)
        let read = try await client.answer(to: Service.NoteRead(vault: vault, path: "b.md"))
        let written = try await client.answer(
            to: Service.NoteWrite(
                vault: vault, path: "b.md", base: read.digest,
                edits: [Service.TextEdit(start: 0, end: 1, text: "c")]))
        #expect(written.status == "saved" && written.receipt?.durable == true)
        let refusal = await Self.error {
            _ = try await client.answer(
                to: Service.NoteWrite(vault: vault, path: "b.md", base: read.digest, text: "d\n"))
        }
        #expect(refusal?.refusal?.word == "conflict" && refusal?.refusal?.digest == written.digest)
        #expect(refusal?.isUndone == true)
        let history = try await client.answer(to: Service.NoteHistory(vault: vault, path: "b.md"))
        _ = try await client.answer(
            to: Service.NoteRestore(vault: vault, path: "b.md", version: history.versions[0].id))
        #expect(try daemon.text("b.md") == "b\n")
        let renamed = try await client.answer(
            to: Service.NoteRename(vault: vault, path: "b.md", name: "B"))
        #expect(renamed.path == "B.md" && renamed.changed == ["a.md"])
        let blocks = try await client.answer(to: Service.NoteBlocks(vault: vault, path: "a.md"))
        #expect(blocks.blocks.map(\.kind) == ["heading", "paragraph"] && blocks.blocks[0].level == 1)
        #expect(try await client.answer(to: Service.ConflictList(vault: vault)).conflicts.isEmpty)

        let (session, text) = try await client.open("B.md", in: vault)
        #expect(text.text == "b\n" && text.status == "ready" && !text.isUnsaved)
        let revision = try await session.edit(
            [Service.TextEdit(start: 0, end: 0, text: "mine ")], on: text.revision)
        #expect(try await session.blocks().revision == revision.number)
        try daemon.write("B.md", "theirs\n")
        let conflict = await Self.error { try await session.save() }
        #expect(conflict?.refusal?.word == "conflict")
        let shown = try await client.answer(to: Service.ConflictShow(vault: vault, path: "B.md"))
        #expect(shown.mine == "mine b\n" && shown.theirs == "theirs\n")
        #expect(try await session.resolve(.merged, of: shown.token, text: "both\n").status == "saved")
        let again = try await session.reopen()
        #expect(again.text == "both\n")
        let stale = await Self.error {
            _ = try await session.edit([Service.TextEdit(start: 0, end: 0, text: "x")], on: revision)
        }
        #expect(stale?.code == .staleSession)
        #expect(try await session.close().isSaved)
        let over = await Self.error { try await session.save() }
        #expect(over?.code == .closed)
        #expect(try await client.answer(to: Service.Shutdown()).unsaved.isEmpty)
        client.close()
        let closed = await Self.error { _ = try await client.answer(to: Service.VaultList()) }
        #expect(closed?.code == .closed && closed?.isUndone == true)
    }

    @Test("says that no daemon runs")
    func notRunning() async throws {
        let problem = await Self.error { _ = try await daemon.client() }
        #expect(problem?.code == .notRunning)
    }

    @Test("killed again and again under it, the daemon loses no edit that it answered and makes none twice")
    func kills() async throws {
        try daemon.write("a.md", "")
        try daemon.start()
        let client = try await daemon.client()
        let vault = try await client.answer(to: Service.VaultOpen(path: daemon.vault)).vault
        let (session, opened) = try await client.open("a.md", in: vault)
        let (progress, tell) = AsyncStream.makeStream(of: Int.self)
        let typist = Task {
            var news = client.news.makeAsyncIterator()
            var revision = opened.revision
            for number in 0..<400 {
                let token = "<\(number)>"
                typing: while true {
                    do throws(NoteClientError) {
                        let edit = Service.TextEdit(start: 0, end: 0, text: token)
                        revision = try await session.edit([edit], on: revision)
                        break typing
                    } catch {
                        guard error.code == .lost || error.code == .staleSession else { throw error }
                        // The text of now shows what became of it.
                        while let piece = await news.next() {
                            guard case .reopened(_, let text) = piece,
                                text.revision.opening > revision.opening
                            else { continue }
                            revision = text.revision
                            if text.text.contains(token) { break typing }
                            #expect(error.code == .staleSession || !error.isUndone)
                            break
                        }
                    }
                }
                tell.yield(number)
            }
            tell.finish()
            try await session.close()
        }
        var kills = 0
        for await number in progress where number % 60 == 30 {
            daemon.end(SIGKILL)
            kills += 1
            try daemon.start()
        }
        try await typist.value
        #expect(kills > 3)
        let expected = (0..<400).reversed().map { "<\($0)>" }.joined()
        #expect(try daemon.text("a.md") == expected)
    }

    @Test("after a kill sends again what does nothing more, and tells of the rest that nobody knows")
    func repetition() async throws {
        try daemon.write("a.md", "a\n")
        try daemon.start()
        let client = try await daemon.client()
        let vault = try await client.answer(to: Service.VaultOpen(path: daemon.vault)).vault
        try daemon.stop()
        let read = Task { try await client.answer(to: Service.NoteRead(vault: vault, path: "a.md")) }
        let write = Task {
            await Self.error {
                _ = try await client.answer(to: Service.NoteWrite(vault: vault, path: "b.md", text: "b\n"))
            }
        }
        while client.state.withLock({ $0.calls.values.count { $0.sentOver != nil } }) < 2 {
            await Task.yield()
        }
        daemon.end(SIGKILL)
        let lost = await write.value
        #expect(lost?.code == .lost && lost?.isUndone == false)
        try daemon.start()
        #expect(try await read.value.text == "a\n")
        // What is asked while there is no daemon waits for one.
        daemon.end(SIGTERM)
        while client.state.withLock({ $0.link != nil }) { await Task.yield() }
        let waiting = Task {
            try await client.answer(to: Service.NoteWrite(vault: vault, path: "c.md", text: "c\n"))
        }
        try daemon.start()
        #expect(try await waiting.value.status == "saved")
        client.close()
    }

    @Test("makes no empty note of one that was renamed meanwhile, and brings back what was typed")
    func renamedMeanwhile() async throws {
        for name in ["a.md", "b.md"] { try daemon.write(name, "text\n") }
        try daemon.start()
        let client = try await daemon.client()
        let vault = try await client.answer(to: Service.VaultOpen(path: daemon.vault)).vault
        let (renamed, _) = try await client.open("a.md", in: vault)
        let (typed, text) = try await client.open("b.md", in: vault)
        _ = try await typed.edit([Service.TextEdit(start: 0, end: 0, text: "typed ")], on: text.revision)
        daemon.end(SIGKILL)
        for name in ["a.md", "b.md"] { try daemon.rename(name, to: "new " + name) }
        try daemon.start()
        var news = client.news.makeAsyncIterator()
        var (ended, reopened): (NoteClientError?, RemoteText?)
        for _ in 0..<2 {
            // One piece of news for each of the two.
            hearing: while let piece = await news.next() {
                switch piece {
                case .ended(renamed, let error): ended = error
                case .reopened(let session, let text): if session == typed { reopened = text }
                default: continue
                }
                break hearing
            }
        }
        #expect(ended?.refusal?.word == "missing")
        #expect(reopened?.text == "typed text\n" && reopened?.status == "changedElsewhere")
        client.close()
        daemon.end(SIGTERM)
        #expect(try daemon.names == ["new a.md", "new b.md"])
    }

    @Test("waits for no answer longer than it was told, and for none that nobody wants any more")
    func limits() async throws {
        try daemon.start()
        let client = try await daemon.client()
        _ = try await client.answer(to: Service.VaultOpen(path: daemon.vault))
        try daemon.stop()
        let late = await Self.error {
            _ = try await client.answer(to: Service.VaultList(), within: .milliseconds(20))
        }
        #expect(late?.code == .timedOut && late?.isUndone == false)
        let cancelled = Task { await Self.error { _ = try await client.answer(to: Service.VaultList()) } }
        while client.state.withLock({ $0.calls.isEmpty }) { await Task.yield() }
        cancelled.cancel()
        #expect(await cancelled.value?.code == .cancelled)
        daemon.send(SIGCONT)
        // The answers that nobody waits for disturb nobody.
        #expect(try await client.answer(to: Service.VaultList()).vaults.count == 1)
        client.close()
    }

    @Test(
        "opened anew again and again beside somebody who types, has the text that is told with each opening")
    func reopening() async throws {
        try daemon.write("a.md", "a\n")
        try daemon.start()
        let client = try await daemon.client { $0.newsLimit = 100_000 }
        let other = try await daemon.client()
        let vault = try await client.answer(to: Service.VaultOpen(path: daemon.vault)).vault
        let (session, first) = try await client.open("a.md", in: vault)
        let (theirs, text) = try await other.open("a.md", in: vault)
        let typist = Task {
            var revision = text.revision
            var count = 0
            while !Task.isCancelled {
                let edit = Service.TextEdit(start: 0, end: 0, text: "\(count % 10)")
                revision = try await theirs.edit([edit], on: revision)
                count += 1
            }
        }
        var texts = [first]
        for _ in 0..<100 { texts.append(try await session.reopen()) }
        typist.cancel()
        await #expect(throws: Never.self) {
            do { try await typist.value } catch let error as NoteClientError where error.code == .cancelled {}
        }
        try await theirs.save()
        // What was told comes before this is answered.
        _ = try await session.blocks()
        var shown = texts.map { (bytes: Array($0.text.utf8), revision: $0.revision) }
        for case .changed(_, let revision, let news) in client.news.take() {
            let opening = revision.opening - 1
            #expect(revision.number > shown[opening].revision.number, "told twice, or out of order")
            shown[opening].revision = revision
            if let text = news.text { shown[opening].bytes = Array(text.utf8) }
            for change in news.changes {
                shown[opening].bytes.replaceSubrange(change.start..<change.end, with: change.text.utf8)
            }
        }
        #expect(String(decoding: shown.last?.bytes ?? [], as: UTF8.self) == (try daemon.text("a.md")))
        client.close()
        other.close()
    }

    @Test("who reads no news is told that some are lost")
    func lagged() async throws {
        try daemon.write("a.md", "a\n")
        try daemon.start()
        let client = try await daemon.client { $0.newsLimit = 4 }
        let other = try await daemon.client()
        let vault = try await client.answer(to: Service.VaultOpen(path: daemon.vault)).vault
        let (session, _) = try await client.open("a.md", in: vault)
        let (theirs, text) = try await other.open("a.md", in: vault)
        var revision = text.revision
        for _ in 0..<20 {
            revision = try await theirs.edit([Service.TextEdit(start: 0, end: 0, text: "x")], on: revision)
            // What the other did is told before this is answered.
            _ = try await session.blocks()
        }
        let isLagged = client.news.take().contains { if case .lagged = $0 { true } else { false } }
        #expect(isLagged)
        #expect(try await session.reopen().text == String(repeating: "x", count: 20) + "a\n")
        client.close()
        other.close()
    }
}
