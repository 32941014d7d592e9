// SPDX-License-Identifier: MIT
// The last steps before a promise was broken, in words.

@testable import NoteKit

/// Remembers the last steps where that is asked for: words take longer than all the rest.
struct ModelTrail: CustomStringConvertible {
    var isKept = false
    private var lines: [String] = []

    mutating func add(_ line: @autoclosure () -> String) {
        guard isKept else { return }
        lines = lines.suffix(24) + [line()]
    }

    var description: String { lines.joined(separator: "\n") }
}
