// SPDX-License-Identifier: MIT
// How long a client may hold notes still.

import Foundation
import NoteKit
import Synchronization
import Testing

@testable import NoteService

@Suite("A hold of open notes", .timeLimit(.minutes(2)))
final class VaultHoldTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("hold-\(UUID().uuidString)").resolvingSymlinksInPath()
    private let daemon: NoteDaemon
    private let vault: NotePath

    init() throws {
        let notes = folder.appendingPathComponent("vault")
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        try Data("text\n".utf8).write(to: notes.appendingPathComponent("a.md"))
        vault = NotePath(notes.path)
        daemon = NoteDaemon(
            stateFolder: NotePath(folder.path + "/state"), log: ServiceLog.standardError(least: .error))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test("ends by itself when it takes too long, and edits go through then")
    func ends() async throws {
        let served = try await daemon.open(vault.description)
        let note = try await served.notes.hold(try VaultPlace("a.md", in: vault))
        let clock = ManualClock()
        let hold = try await VaultHold(of: vault.appending(NotePath("a.md")), in: [served], clock: clock)
        #expect(hold.count == 1 && hold.unsaved.isEmpty)
        let isThrough = Mutex(false)
        async let edit: Void = note.gate.pass { isThrough.withLock { $0 = true } }
        for _ in 0..<100 { await Task.yield() }
        #expect(!isThrough.withLock { $0 })
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: VaultHold.longest)
        await edit
        #expect(isThrough.withLock { $0 })
        #expect(await hold.end() == false)
        await served.notes.release(note)
        #expect(await daemon.end().isEmpty)
    }

    @Test("is of the notes at its path or below it, and of no others")
    func paths() async throws {
        let served = try await daemon.open(vault.description)
        let note = try await served.notes.hold(try VaultPlace("a.md", in: vault))
        let counts: [(path: String, count: Int)] = [
            ("\(vault)", 1), ("\(vault)/a.md", 1), ("/", 1), (folder.path, 1), ("\(vault)/a", 0),
            ("\(vault)/b.md", 0), ("\(vault)x", 0), ("\(vault)/a.md/x", 0),
        ]
        for (path, count) in counts {
            let hold = try await VaultHold(of: NotePath(path), in: [served], clock: ManualClock())
            #expect(hold.count == count, "\(path)")
            #expect(await hold.end() == true)
            #expect(await hold.end() == false)
        }
        await served.notes.release(note)
        #expect(await daemon.end().isEmpty)
    }
}
