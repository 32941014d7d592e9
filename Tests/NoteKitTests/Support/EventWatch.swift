// SPDX-License-Identifier: MIT
// What inotify sees in a vault while a test does something.

import Foundation

/// A running `scripts/vault-events`.
final class EventWatch {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Returns when everything below the folders is watched.
    init(_ folders: String...) throws {
        process.executableURL = Tool.repository.appendingPathComponent("scripts/vault-events")
        process.arguments = folders
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var seen = Data()
        while !seen.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Tool.Failure(program: "vault-events", status: -1) }
            seen += more
        }
    }

    /// Every event so far that looks like a write.
    func finish() throws -> [Substring] {
        try input.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }
}
