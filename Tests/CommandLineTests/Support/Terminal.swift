// SPDX-License-Identifier: MIT
// A terminal in which a test types what a person would type.

import Foundation
import Testing

/// A scratch folder and a shell in it, with the program that was just built on its path.
final class Terminal: Sendable {
    /// What came of a command line.
    struct Outcome: Equatable, CustomStringConvertible {
        var out: String
        var err: String
        /// The exit code, or the number of the signal that ended the shell, as a negative number.
        var code: Int32

        var description: String { "\n\(out)-- err:\n\(err)-- exit \(code)" }
    }

    /// The folder in which the shell works; removed with the terminal.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("notekit-terminal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Where the package built its programs: beside the test program.
    static var programs: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// The top of the repository.
    static var repository: URL {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder
    }

    /// Runs a line of bash in the folder.
    ///
    /// - Parameters:
    ///   - line: What is typed. `notekit` is the program under test, `$FIXTURES` the folder of fixtures.
    ///   - environment: What is set besides a plain environment in UTC.
    @discardableResult
    func type(_ line: String, environment: [String: String] = [:]) async throws -> Outcome {
        let process = Process()
        // A command that hangs fails its test instead of hanging it too.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=5", "120", "/bin/bash", "-c", line]
        process.currentDirectoryURL = folder
        process.environment = self.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let out = try Sink(in: folder)
        let err = try Sink(in: folder)
        process.standardOutput = out.handle
        process.standardError = err.handle
        let end = ProcessEnd()
        try end.start(process)
        let code = await end.wait()
        return Outcome(out: try out.text(), err: try err.text(), code: code)
    }

    /// A plain environment in UTC.
    var environment: [String: String] {
        [
            "PATH": Self.programs.path + ":/usr/local/bin:/usr/bin:/bin",
            "HOME": folder.path,
            "XDG_STATE_HOME": folder.appendingPathComponent(".state").path,
            "FIXTURES": Self.repository.appendingPathComponent("Fixtures").path,
            "TZ": "UTC", "LC_ALL": "C.UTF-8",
        ]
    }

    /// Dispatch blocks signals in its threads, and a child would inherit that: no shell does it.
    static func withoutBlockedSignals(_ work: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try work()
    }

    /// Writes a file in the folder.
    func write(_ bytes: [UInt8], to name: String) throws {
        // Under another name first: programs that other tests start hold what is open for writing for a moment.
        try Data(bytes).write(to: folder.appendingPathComponent(name), options: .atomic)
    }

    /// Writes a file in the folder.
    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    /// The bytes of a file in the folder, or of one named from the root.
    func bytes(of name: String) throws -> [UInt8] {
        let place = name.hasPrefix("/") ? URL(fileURLWithPath: name) : folder.appendingPathComponent(name)
        return Array(try Data(contentsOf: place))
    }
}

/// A file that takes what a process prints. Hidden, so that no vault lists it.
private struct Sink {
    let place: URL
    let handle: FileHandle

    init(in folder: URL) throws {
        place = folder.appendingPathComponent(".sink-\(UUID().uuidString)")
        try Data().write(to: place)
        handle = try FileHandle(forWritingTo: place)
    }

    func text() throws -> String {
        try handle.close()
        let text = String(decoding: try Data(contentsOf: place), as: UTF8.self)
        try FileManager.default.removeItem(at: place)
        return text
    }
}
