// SPDX-License-Identifier: MIT
// A daemon inside the test program, with clients over pairs of sockets, so that a test decides what comes when.

import CNoteLinux
import Foundation
import NoteKit
import NoteProtocol
import Synchronization
import Testing

@testable import NoteService

/// The daemon without its listener and its signals.
final class PairedDaemon: Sendable {
    let folder: URL
    let daemon: NoteDaemon
    let loop: SocketLoop
    private let lines = Lines()

    /// What was logged.
    final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    /// - Parameters:
    ///   - folder: Where its vaults and its state lie; a new one without it.
    ///   - pause: Notes are saved when a test says so.
    ///   - clock: For all that waits for a time.
    ///   - replacedTexts: Who keeps what saves replace; the store without it.
    init(
        in folder: URL? = nil, pause: Duration = .seconds(3600),
        clock: any Clock<Duration> = ContinuousClock(), replacedTexts: (any VersionKeeper)? = nil
    ) throws {
        self.folder =
            folder
            ?? FileManager.default.temporaryDirectory
            .appendingPathComponent("paired-\(UUID().uuidString.prefix(8))").resolvingSymlinksInPath()
        for name in ["vault", "state"] {
            try FileManager.default.createDirectory(
                at: self.folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        var timing = SessionTiming()
        (timing.pause, timing.limit) = (pause, pause)
        let lines = lines
        let log = ServiceLog { lines.add("\($0) \($1)") }
        let daemon = NoteDaemon(
            stateFolder: NotePath(self.folder.path + "/state"), timing: timing, clock: clock,
            replacedTexts: replacedTexts, log: log)
        self.daemon = daemon
        loop = try SocketLoop(limits: daemon.limits, log: log) { daemon.welcome($0) }
        try loop.start()
    }

    var vault: String { folder.path + "/vault" }
    var words: [String] { lines.all }

    /// A client that was introduced.
    func client(offsets: String = "utf-8") async throws -> PairedClient {
        var pair: [Int32] = [-1, -1]
        try #require(cn_unix_pair(&pair) == 0)
        loop.adopt(pair[0], peer: getpid())
        let client = PairedClient(pair[1])
        _ = try await client.ask("initialize", #"{"protocolVersion": 1, "offsets": ["\#(offsets)"]}"#)
        return client
    }

    /// Opens the vault for a client, and answers its name.
    func open(_ client: PairedClient) async throws -> String {
        try await client.ask("vault/open", #"{"path": "\#(vault)"}"#).text("vault")
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent("vault/\(name)"))
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent("vault/\(name)"), encoding: .utf8)
    }

    /// Ends it in order, and answers the notes that were not saved.
    @discardableResult
    func end() async -> [UnsavedNote] {
        let unsaved = await daemon.end()
        await loop.end()
        return unsaved
    }

    func remove() throws {
        // The last files of its stores may be going away at the same time.
        for _ in 0..<1000 {
            do {
                return try FileManager.default.removeItem(at: folder)
            } catch {
                continue
            }
        }
        try FileManager.default.removeItem(at: folder)
    }
}
