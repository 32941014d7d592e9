// SPDX-License-Identifier: MIT
// A real notekitd with folders of its own, for tests of its client.

import CNoteLinux
import Foundation
import NoteFiles
import NoteProtocol

/// A daemon that a test starts, kills and starts again.
final class RunningDaemon {
    struct NotReady: Error {}

    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("daemon-\(UUID().uuidString.prefix(8))").resolvingSymlinksInPath()
    private var process = Process()

    var vault: String { folder.path + "/vault" }
    var runtime: RuntimeFolder { RuntimeFolder(path: NotePath(folder.path + "/run/notekit")) }

    init() throws {
        for name in ["vault", "run", "state", "config"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    deinit {
        end(SIGKILL)
        _ = try? FileManager.default.removeItem(at: folder)
    }

    /// Starts it, and returns when it is ready.
    func start() throws {
        let notify = try NotifySocket(at: folder.path + "/notify")
        process = Process()
        process.executableURL = Programs.built.appendingPathComponent("notekitd")
        process.environment = [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path + "/run",
            "XDG_STATE_HOME": folder.path + "/state", "XDG_CONFIG_HOME": folder.path + "/config",
            "NOTIFY_SOCKET": notify.path,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        guard notify.wait(for: "READY=1") else { throw NotReady() }
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Stops all of its threads, and returns when they stand.
    func stop() throws {
        send(SIGSTOP)
        while try !String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
            .contains(") T ")
        { sched_yield() }
    }

    /// Ends it with a signal, and returns when it has ended.
    func end(_ signal: Int32) {
        guard process.isRunning else { return }
        send(signal)
        if signal == SIGKILL { send(SIGCONT) }
        process.waitUntilExit()
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent("vault/\(name)"))
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent("vault/\(name)"), encoding: .utf8)
    }

    func rename(_ name: String, to new: String) throws {
        let folder = folder.appendingPathComponent("vault")
        try FileManager.default.moveItem(
            at: folder.appendingPathComponent(name), to: folder.appendingPathComponent(new))
    }

    /// What is in the vault, in order.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: vault).sorted() }
    }

    func client(_ change: (inout NoteClientOptions) -> Void = { _ in }) async throws -> NoteClient {
        var options = NoteClientOptions()
        options.folder = runtime
        change(&options)
        return try await NoteClient.connect(as: "test", options: options)
    }
}
