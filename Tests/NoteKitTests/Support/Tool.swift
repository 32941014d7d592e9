// SPDX-License-Identifier: MIT
// Programs of the repository that tests run.

import Foundation
import NoteKit

/// Runs scripts of the repository.
enum Tool {
    /// The folder of the package.
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs a program to its end and answers what it printed.
    @discardableResult
    static func run(_ program: String, _ arguments: String...) throws -> String {
        let process = Process()
        let isScript = !program.hasPrefix("/")
        process.executableURL =
            isScript ? repository.appendingPathComponent("scripts/\(program)") : URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(program: program, status: process.terminationStatus)
        }
        return String(decoding: data, as: UTF8.self)
    }

    struct Failure: Error {
        let program: String
        let status: Int32
    }
}
