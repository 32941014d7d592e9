// SPDX-License-Identifier: MIT
// Where the programs lie that a test runs, and how a script in Python is run.

import Foundation
import Testing

/// Programs beside the tests.
enum Programs {
    /// Where the package built its programs: beside the test program.
    static var built: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// The folder of these tests.
    static var tests: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    }

    /// The sources of the module.
    static var sources: URL {
        tests.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/NoteService")
    }

    /// Runs a script of `Python` to its end; its words are the comment where it fails.
    ///
    /// - Parameter interpreter: The Python that runs it.
    static func python(
        _ script: String, _ arguments: String..., by interpreter: String = "python3", seconds: Int = 300
    ) async throws {
        let words = FileManager.default.temporaryDirectory.appendingPathComponent(
            "words-\(UUID().uuidString)")
        try Data().write(to: words)
        defer { _ = try? FileManager.default.removeItem(at: words) }
        let process = Process()
        // A script that hangs fails its test instead of hanging it too.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments =
            [
                "--kill-after=5", "\(seconds)", interpreter, "-B",
                tests.appendingPathComponent("Python/\(script)").path,
            ]
            + arguments
        var environment = ProcessInfo.processInfo.environment
        environment["NOTEKITD"] = built.appendingPathComponent("notekitd").path
        environment["NOTEKIT"] = built.appendingPathComponent("notekit").path
        process.environment = environment
        let output = try FileHandle(forWritingTo: words)
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        let code: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        try output.close()
        let said = String(decoding: try Data(contentsOf: words), as: UTF8.self)
        #expect(code == 0, "\(said)")
    }
}
