// SPDX-License-Identifier: MIT
// What is told to a person, beside the messages.

internal import Glibc

/// Sentences on the standard error. Paths may be in them, note text never.
enum Complaint {
    static func tell(_ sentence: String) {
        let line = Array("notekit mcp: \(sentence)\n".utf8)
        // When nobody can be told, nobody is.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
