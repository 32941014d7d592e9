// SPDX-License-Identifier: MIT
// Why bytes are no JSON.

/// Why bytes are no JSON value. It never shows what was sent.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// How many bytes stand in front of what is wrong.
    package let offset: Int
    /// What is wrong there, as the rest of a sentence.
    package let reason: String

    package var description: String { "No JSON at byte \(offset): \(reason)." }
}
