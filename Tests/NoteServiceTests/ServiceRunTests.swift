// SPDX-License-Identifier: MIT
// What systemd hears of a daemon whose start or end takes long.

import Foundation
import NoteKit
import NoteProtocol
import Testing

@testable import NoteService

@Suite("A daemon that systemd started", .timeLimit(.minutes(2)))
final class ServiceRunTests {
    private static let moreTime = "EXTEND_TIMEOUT_USEC=30000000"

    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("run-\(UUID().uuidString.prefix(8))").resolvingSymlinksInPath()
    private let clock = ManualClock()
    private let notify: NotifySocket

    init() throws {
        for name in ["vault", "state", "run"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try Data("text\n".utf8).write(to: folder.appendingPathComponent("vault/a.md"))
        notify = try NotifySocket(at: folder.path + "/notify")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var vault: NotePath { NotePath(folder.path + "/vault") }
    private var runtime: RuntimeFolder { RuntimeFolder(path: NotePath(folder.path + "/run/notekit")) }

    private func run(_ vaults: [NotePath]) throws -> ServiceRun {
        var configuration = ServiceConfiguration()
        configuration.vaults = vaults
        return ServiceRun(
            configuration, door: .listener(try ServiceListener(in: runtime)),
            stateFolder: NotePath(folder.path + "/state"),
            notifier: SystemdNotifier(environment: { [path = notify.path] in
                $0 == "NOTIFY_SOCKET" ? path : nil
            }),
            log: ServiceLog { _, _ in }, clock: clock, reread: { ServiceConfiguration() })
    }

    /// The journal of a program that lives: whoever opens the vault waits a while for it to be let go.
    private func lockedJournal() throws -> NoteJournal {
        let folder = JournalFolder(of: NoteDisk(stateFolder: NotePath(folder.path + "/state")))
        let base = Array("text\n".utf8)
        var text = try NoteText(bytes: base)
        var journal = try NoteJournal(
            of: vault.appending(NotePath("a.md")), key: nil, base: base, in: folder)
        try journal.append([text.replace(checking: 0..<0, with: Array("typed ".utf8)[...])])
        return journal
    }

    /// Waits until the daemon has asked for more time so often, and so many wait for a time.
    private func wait(untilAskedFor extensions: Int, sleepers: Int? = nil) async {
        repeat {
            await Task.yield()
            notify.take()
        } while notify.places(of: Self.moreTime).count < extensions
            || sleepers != nil && clock.sleeperCount != sleepers
    }

    @Test("asks for time again and again until its vaults are open, and no more then")
    func longStart() async throws {
        let journal = try lockedJournal()
        let run = try run([vault])
        let ended = Task { try await run.run() }
        // The one who asks, and the one who waits for the journal.
        await wait(untilAskedFor: 1, sleepers: 2)
        clock.advance(by: .seconds(10))
        await wait(untilAskedFor: 2, sleepers: 2)
        #expect(notify.places(of: "READY=1").isEmpty)
        clock.advance(by: .seconds(1))
        // The journal is left where it is, and nobody asks any more.
        await wait(untilAskedFor: 2, sleepers: 0)
        while notify.places(of: "READY=1").isEmpty { await wait(untilAskedFor: 2, sleepers: 0) }
        clock.advance(by: .seconds(100))
        run.tell(.end("the test is over"))
        await wait(untilAskedFor: 3, sleepers: 0)
        #expect(try await ended.value.isEmpty)
        let asked = notify.places(of: Self.moreTime)
        let (ready, stopping) = (notify.places(of: "READY=1"), notify.places(of: "STOPPING=1"))
        #expect(asked.count == 3 && ready.count == 1 && stopping.count == 1)
        #expect(asked[1] < ready[0] && ready[0] < stopping[0] && stopping[0] < asked[2])
        extendLifetime(journal)
    }

    @Test("asks for time again and again until all is saved and answered")
    func longEnd() async throws {
        let journal = try lockedJournal()
        let run = try run([])
        let ended = Task { try await run.run() }
        while notify.places(of: "READY=1").isEmpty { await wait(untilAskedFor: 1, sleepers: 0) }
        var options = NoteClientOptions()
        options.folder = runtime
        let client = try await NoteClient.connect(as: "test", options: options)
        let path = vault.description
        let opened = Task { try await client.answer(to: Service.VaultOpen(path: path)) }
        // It is looked at, and its journal waited for.
        await wait(untilAskedFor: 1, sleepers: 1)
        run.tell(.end("the test is over"))
        // And so is the answer, but not for ever.
        await wait(untilAskedFor: 2, sleepers: 3)
        clock.advance(by: .seconds(4))
        await wait(untilAskedFor: 2, sleepers: 3)
        clock.advance(by: .seconds(6))
        await wait(untilAskedFor: 3)
        #expect(try await ended.value.isEmpty)
        let stopping = notify.places(of: "STOPPING=1")
        #expect(stopping.count == 1 && stopping[0] < notify.places(of: Self.moreTime)[1])
        client.close()
        // Whether it was in time is left open.
        _ = await opened.result
        extendLifetime(journal)
    }
}
